package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.contract.FewerLanes;

/** Evaluations of fewer instances than a session was agreed on. */
class FewerLanesTest {
  private static final Map<String, String> OPTIONS =
      Map.of("field", "gf2_64", "threads", "1", "batch", "128");

  @TempDir Path home;

  @Test
  void takeMaterialForTheirInstancesAlone() throws Exception {
    FewerLanes lanes = new FewerLanes("spdz", 5, OPTIONS, home);
    lanes.requireRight(1, 2);
    String said = lanes.differ(1, 2).getMessage();
    assertTrue(said.contains("the number of lanes"), said);
  }
}
