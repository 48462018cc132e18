package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThisJvmTest {
  /** JDK-8377811 affects only JDK 25 before 25.0.3, and only the collector G1. */
  @ParameterizedTest
  @CsvSource({
    "25, G1 Young Generation, true",
    "25.0.1+8-LTS, G1 Old Generation, true",
    "25.0.2, G1 Concurrent GC, true",
    "25.0.3+9-LTS, G1 Young Generation, false",
    "25.0.10, G1 Young Generation, false",
    "24.0.2, G1 Young Generation, false",
    "17.0.15, G1 Young Generation, false",
    "26, G1 Young Generation, false",
    "25.0.2, Copy, false",
    "25.0.2, ZGC Minor Cycles, false",
  })
  void warnsOfWhatIsKnown(String version, String collector, boolean warns) {
    var warning = ThisJvm.warning(Runtime.Version.parse(version), List.of("Other", collector));
    assertEquals(warns, warning.isPresent());
  }
}
