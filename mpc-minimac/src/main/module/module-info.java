/**
 * MiniMac and MiniTrix: circuits on many instances at once, packed into codewords. {@link
 * org.schurmpc.core.eval.Protocols} finds the protocols by their names.
 */
module org.schurmpc.minimac {
  requires transitive org.schurmpc.run;
  requires org.schurmpc.tinyot;

  exports org.schurmpc.minimac;

  provides org.schurmpc.core.eval.Protocol with
      org.schurmpc.minimac.MiniMacProtocol,
      org.schurmpc.minimac.MiniTrixProtocol;
}
