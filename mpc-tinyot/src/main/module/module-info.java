/**
 * TinyOT: authenticated bits and AND triples from oblivious transfer, and their evaluator. {@link
 * org.schurmpc.core.eval.Protocols} finds the protocol by its name.
 */
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module org.schurmpc.tinyot {
  requires transitive org.schurmpc.run;

  exports org.schurmpc.tinyot;
  exports org.schurmpc.tinyot.material to
      org.schurmpc.garbled,
      org.schurmpc.minimac,
      org.schurmpc.spdz,
      org.schurmpc.tinytable;
  exports org.schurmpc.tinyot.prep to
      org.schurmpc.garbled,
      org.schurmpc.minimac,
      org.schurmpc.spdz,
      org.schurmpc.tinytable;

  provides org.schurmpc.core.eval.Protocol with
      org.schurmpc.tinyot.TinyOtProtocol;
}
