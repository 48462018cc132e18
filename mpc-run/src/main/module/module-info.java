/**
 * Preprocessing and its stores, the interface of protocols, and runs of circuits and programs.
 * Applications start with {@link org.schurmpc.core.run.Computation}; protocols implement {@link
 * org.schurmpc.core.eval.Protocol}.
 */
module org.schurmpc.run {
  requires transitive org.schurmpc.circuit;
  requires transitive org.schurmpc.net;
  requires org.slf4j;

  exports org.schurmpc.core.eval;
  exports org.schurmpc.core.prep;
  exports org.schurmpc.core.prep.disk;
  exports org.schurmpc.core.prep.ledger;
  exports org.schurmpc.core.program;
  exports org.schurmpc.core.run;

  uses org.schurmpc.core.eval.Protocol;
  uses org.schurmpc.core.program.ProgramLanguage;
}
