/** Circuits: gates, layers, Bristol files, and the language that builds them. */
module org.schurmpc.circuit {
  requires transitive org.schurmpc.core;

  exports org.schurmpc.core.circuit;
  exports org.schurmpc.core.circuit.dsl;
  exports org.schurmpc.core.circuit.io;

  uses org.schurmpc.core.circuit.io.CircuitFiles;
}
