package org.schurmpc.bench.it;

import java.io.IOException;
import java.nio.file.Path;

/** Starts the program, in a process or on a thread of this JVM. */
@FunctionalInterface
interface Starter {
  /** On threads of this JVM, the children too. */
  Starter THREAD = BenchThread::start;

  BenchRun start(String... args) throws IOException;

  /**
   * In a process, whose outputs and records are in a folder; its children are processes as well.
   */
  static Starter process(Path folder) {
    return args -> BenchJar.start(folder, args);
  }
}
