package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.contract.FewerLanes;

/** Evaluations of fewer instances than a session was agreed on. */
class FewerLanesTest {
  @TempDir Path home;

  @Test
  void takeMaterialForTheirInstancesAlone() throws Exception {
    new FewerLanes("tinyot", 70, Map.of(), home).requireRight(1, 3, 3, 8, 1);
  }

  @Test
  void allInstancesAfterFewer() throws Exception {
    FewerLanes lanes = new FewerLanes("tinyot", 2, Map.of(), home);
    lanes.requireRight(2);
    lanes.left(1).forEach((kind, left) -> assertEquals(0, left, kind.name()));
  }

  @Test
  void materialIsChosenUnderTheKeyThatIsPreferred() throws Exception {
    new FewerLanes("tinyot", 4, Map.of(), home).requirePreference();
  }

  /** Between 5 and 6 instances nothing but the comparison differs: both take material of 8. */
  @Test
  void theNumberIsCompared() throws Exception {
    FewerLanes lanes = new FewerLanes("tinyot", 8, Map.of(), home);
    String said = lanes.differ(5, 6).getMessage();
    assertTrue(said.contains("the number of lanes"), said);
  }
}
