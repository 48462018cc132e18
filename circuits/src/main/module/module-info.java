/** The circuit library: files in Bristol Fashion, their generators, and the optimiser. */
module org.schurmpc.circuits {
  requires transitive org.schurmpc.circuit;

  exports org.schurmpc.circuits.lib;
  exports org.schurmpc.circuits.opt;

  provides org.schurmpc.core.circuit.io.CircuitFiles with
      org.schurmpc.circuits.LibraryFiles;
}
