package org.schurmpc.cli.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.forecast.MachineRates;

class RateTextTest {
  /** The file may be from anywhere. */
  @Test
  void textsOfAFileDoNotSteerTheTerminal() {
    MachineRates rates =
        new MachineRates(1, "today\n", "25\u001b[2J", null, 2, 0.5, 1, 1, 1, Map.of());
    assertEquals("today  on Java 25?[2J, unknown, 2 processors", RateText.summary(rates));
  }
}
