package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private static final Map<String, Object> VALUES =
      new HashMap<>(Map.of("n", 3, "line", "1gbit", "name", "TinyTable [18] $1 {n}"));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--blocks {n} --link {line}; --blocks 3 --link 1gbit",
        "{name}, {n}; TinyTable [18] $1 {n}, 3",
        "--blocks {n}[ --link {line}]; --blocks 3 --link 1gbit",
        "--blocks {n}[ --field {field}]; --blocks 3",
        "[over {line}, ][of {field}, ]{n}; over 1gbit, 3",
      })
  void placesAreFilled(String text, String filled) throws Exception {
    assertEquals(Optional.of(filled), Template.fill(text, VALUES::get));
  }

  @ParameterizedTest
  @CsvSource({"--field {field}", "[{n}] of {field}", "{field}[ of {n}]"})
  void withoutAValueThereIsNoText(String text) throws Exception {
    assertEquals(Optional.empty(), Template.fill(text, VALUES::get));
  }
}
