package org.schurmpc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.tables.InsecureTablesProtocol;

class ProtocolOptionTest {
  private static final ProtocolOption MAC =
      ProtocolOption.choice("mac", List.of("linear", "lookup"), "linear", "the form of MACs");
  private static final ProtocolOption THREADS =
      ProtocolOption.number("threads", 1, 16, 2, "threads that generate material");
  private static final ProtocolOption CODE =
      ProtocolOption.text("code", "NxK", Optional.empty(), "the code");

  private static ProtocolOptions with(String... namesAndValues) {
    return namesAndValues.length == 0
        ? new ProtocolOptions(0, Map.of())
        : new ProtocolOptions(0, Map.of(namesAndValues[0], namesAndValues[1]));
  }

  @Test
  void defaultsWhereNothingIsChosen() throws Exception {
    assertEquals("linear", MAC.of("toy", with()));
    assertEquals(2, THREADS.numberOf("toy", with()));
    assertThrows(IllegalStateException.class, () -> CODE.of("toy", with()));
  }

  @Test
  void theValuesThatWereChosen() throws Exception {
    assertEquals("lookup", MAC.of("toy", with("mac", "lookup")));
    assertEquals(16, THREADS.numberOf("toy", with("threads", "16")));
    assertEquals("255x85", CODE.of("toy", with("code", "255x85")));
  }

  @Test
  void aWordThatIsNone() {
    Refused refused = assertThrows(Refused.class, () -> MAC.of("toy", with("mac", "none")));
    assertEquals("mac of toy is one of [linear, lookup], not 'none'", refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "-1", "", "two", "1.5", "99999999999"})
  void aNumberOutOfRange(String value) {
    Refused refused =
        assertThrows(Refused.class, () -> THREADS.numberOf("toy", with("threads", value)));
    assertEquals("threads of toy is 1 to 16, not '" + value + "'", refused.getMessage());
  }

  @Test
  void helpSaysWhatAValueMayBe() {
    assertEquals("linear|lookup", MAC.values());
    assertEquals(List.of("linear", "lookup"), MAC.words());
    assertTrue(THREADS.help().endsWith("1 to 16"), THREADS.help());
    assertEquals("NxK", CODE.values());
    assertEquals(Optional.of("2"), THREADS.otherwise());
  }

  @Test
  void mistakesOfAProtocol() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ProtocolOption.choice("mac", List.of("linear"), "other", "the form of MACs"));
    assertThrows(
        IllegalArgumentException.class,
        () -> ProtocolOption.text("--mac", "NAME", Optional.empty(), "the form of MACs"));
  }

  @Test
  void anOptionThatAProtocolDoesNotListIsRefused() throws Exception {
    Protocol tables = new InsecureTablesProtocol();
    new ProtocolOptions(2, 1, Map.of()).requireOnly(tables);
    assertThrows(
        Refused.class, () -> new ProtocolOptions(2, 1, Map.of("nobody", "1")).requireOnly(tables));
  }
}
