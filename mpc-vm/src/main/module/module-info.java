/**
 * The SPDZ virtual machine: programs in Java, their compiler, bytecode, verifier and machine.
 * Programs start with {@link org.schurmpc.vm.lang.ProgramBuilder}.
 */
module org.schurmpc.vm {
  requires transitive org.schurmpc.run;
  requires org.schurmpc.circuits;
  requires transitive org.schurmpc.spdz;

  exports org.schurmpc.vm;
  exports org.schurmpc.vm.asm;
  exports org.schurmpc.vm.code;
  exports org.schurmpc.vm.compile;
  exports org.schurmpc.vm.lang;
  exports org.schurmpc.vm.lib;
  exports org.schurmpc.vm.lib.table;
  exports org.schurmpc.vm.machine;
  exports org.schurmpc.vm.machine.plain;
  exports org.schurmpc.vm.machine.spdz;
  exports org.schurmpc.vm.verify;

  provides org.schurmpc.core.program.ProgramLanguage with
      org.schurmpc.vm.VmLanguage;
}
