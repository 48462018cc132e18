package org.schurmpc.cli.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KNOWN = List.of("eval", "prep", "prepare", "protocol", "k");

  @ParameterizedTest
  @CsvSource({
    "evl, ' (did you mean ''eval''?)'",
    "vela, ''",
    "perp, ' (did you mean ''prep''?)'",
    "prepaer, ' (did you mean ''prepare''?)'",
    "prtocoll, ' (did you mean ''protocol''?)'",
    "kk, ' (did you mean ''k''?)'",
    "nonsense, ''"
  })
  void oneEditForThreeLetters(String given, String hint) {
    assertEquals(hint, Nearest.hint(given, KNOWN));
  }
}
