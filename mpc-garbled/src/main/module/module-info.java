/**
 * Authenticated garbling: circuits of any depth in constant rounds. {@link
 * org.schurmpc.core.eval.Protocols} finds the protocol by its name.
 */
module org.schurmpc.garbled {
  requires transitive org.schurmpc.run;
  requires org.schurmpc.tinyot;

  exports org.schurmpc.garbled;

  provides org.schurmpc.core.eval.Protocol with
      org.schurmpc.garbled.GarbledProtocol;
}
