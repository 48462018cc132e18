/**
 * SPDZ and its preprocessing MASCOT: arithmetic between two or more parties. {@link
 * org.schurmpc.core.eval.Protocols} finds the protocols by their names.
 */
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module org.schurmpc.spdz {
  requires transitive org.schurmpc.run;
  requires org.schurmpc.tinyot;

  exports org.schurmpc.spdz;
  exports org.schurmpc.spdz.bits to
      org.schurmpc.vm;
  exports org.schurmpc.spdz.material;
  exports org.schurmpc.spdz.online;
  exports org.schurmpc.spdz.share;

  provides org.schurmpc.core.eval.Protocol with
      org.schurmpc.spdz.MascotProtocol,
      org.schurmpc.spdz.SpdzProtocol;
}
