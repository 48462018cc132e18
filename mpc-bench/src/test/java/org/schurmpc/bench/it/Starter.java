package org.schurmpc.bench.it;

import java.io.IOException;
import java.nio.file.Path;

/** Starts the program, in a process or on a thread of this JVM. */
@FunctionalInterface
interface Starter {
  /** Starts the program and its children on threads of this JVM. */
  Starter THREAD = BenchThread::start;

  BenchRun start(String... args) throws IOException;

  /**
   * Returns a starter of processes, whose output and records are in a folder. The children run in
   * processes, too.
   */
  static Starter process(Path folder) {
    return args -> BenchJar.start(folder, args);
  }
}
