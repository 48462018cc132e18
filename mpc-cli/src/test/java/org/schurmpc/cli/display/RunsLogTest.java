package org.schurmpc.cli.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.progress.ProgressLog;

class RunsLogTest {
  @Test
  void saysEveryThreeSecondsHowMuchIsMade() {
    long[] seconds = {0};
    List<String> said = new ArrayList<>();
    List<Long> passed = new ArrayList<>();
    ProgressLog clock = new ProgressLog(() -> seconds[0] * 1_000_000_000, said::add);
    RunsLog log = new RunsLog(clock, (there, wanted) -> passed.add(there));
    seconds[0] = 4; // what is there already is no progress
    log.at(20, 100);
    seconds[0] = 8;
    log.at(40, 100);
    seconds[0] = 10;
    log.at(60, 100);
    seconds[0] = 12;
    log.at(80, 100);
    seconds[0] = 20;
    log.at(100, 100);
    assertEquals(
        List.of(
            "40 % of the material is made, about 24 s left",
            "80 % of the material is made, about 4 s left"),
        said);
    assertEquals(List.of(20L, 40L, 60L, 80L, 100L), passed);
  }
}
