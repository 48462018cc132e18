/**
 * TinyTable: circuits and table lookups by scrambled truth tables. {@link
 * org.schurmpc.core.eval.Protocols} finds the protocol by its name.
 */
module org.schurmpc.tinytable {
  requires transitive org.schurmpc.run;
  requires org.schurmpc.tinyot;

  exports org.schurmpc.tinytable;

  provides org.schurmpc.core.eval.Protocol with
      org.schurmpc.tinytable.TinyTableProtocol;
}
