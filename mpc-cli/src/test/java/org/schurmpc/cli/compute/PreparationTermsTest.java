package org.schurmpc.cli.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;

/** Parties that make correlated OTs in different ways have different terms. */
class PreparationTermsTest {
  private static SortedMap<String, String> terms(String protocol, Map<String, String> options)
      throws Exception {
    return Protocols.named(protocol).configure(new ProtocolOptions(1, options)).preparationTerms();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tinyot", "tinytable", "minimac", "minitrix"})
  void silentCotsHaveATerm(String protocol) throws Exception {
    assertEquals(Map.of(), terms(protocol, Map.of()));
    assertEquals(Map.of(), terms(protocol, Map.of("cot", "softspoken")));
    SortedMap<String, String> silent = terms(protocol, Map.of("cot", "silent"));
    assertEquals("[the making of correlated OTs]", silent.keySet().toString());
    String rows = silent.get("the making of correlated OTs");
    assertTrue(rows.startsWith("from LPN "), rows);
  }
}
