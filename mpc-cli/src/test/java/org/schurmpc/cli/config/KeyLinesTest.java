package org.schurmpc.cli.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class KeyLinesTest {
  @Test
  void findsKeysBelowTheirHeaders() {
    KeyLines lines =
        KeyLines.ofToml("a = 1\n [ options ] # x\nsigma=2\n[[ party ]]\n[[party]]\n\"b\" = 3\n");
    assertEquals(OptionalInt.of(1), lines.of("a"));
    assertEquals(OptionalInt.of(2), lines.of("options"));
    assertEquals(OptionalInt.of(3), lines.of("options.sigma"));
    assertEquals(OptionalInt.of(4), lines.of("party"));
    assertEquals(OptionalInt.of(6), lines.of("party[2].b"));
    assertEquals(OptionalInt.empty(), lines.of("b"));
  }

  /** A line of a string is any text: reading it takes time in proportion to its length. */
  @Test
  void aLineOfBlanksTakesNoTime() {
    String blanks = " ".repeat(100_000);
    String text = "a = \"\"\"\n[%s\n%s\nb%s\n\"\"\"\nc = 1\n".formatted(blanks, blanks, blanks);
    KeyLines lines = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> KeyLines.ofToml(text));
    assertEquals(OptionalInt.of(6), lines.of("c"));
  }
}
