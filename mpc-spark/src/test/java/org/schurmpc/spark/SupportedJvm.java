package org.schurmpc.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The JVMs on which Spark runs. */
final class SupportedJvm {
  private SupportedJvm() {}

  /** Skips a test with a sentence if Spark does not run on this JVM. */
  static void require() {
    Runtime.Version version = Runtime.version();
    boolean early25 = version.feature() == 25 && version.interim() == 0 && version.update() < 3;
    assumeTrue(
        version.feature() >= 17 && version.feature() <= 25 && !early25,
        "Spark 4.2 runs on Java 17 to 25, of 25 from 25.0.3 on, not on " + version);
  }
}
