package org.schurmpc.tinytable.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.tinytable.TinyTableProtocol;

/** What users may ask for, and one sentence for what they may not. */
class SchemeTest {
  private static ConfiguredProtocol configured(Map<String, String> options) throws Refused {
    return new TinyTableProtocol().configure(new ProtocolOptions(4, options));
  }

  @ParameterizedTest
  @CsvSource({"linear", "lookup64", "lookup32", "passive"})
  void schemesHaveTheNamesThatUsersGive(String mac) throws Refused {
    assertEquals(mac, configured(Map.of("mac", mac)).terms().get("MACs"));
    assertThrows(Refused.class, () -> configured(Map.of("mac", mac, "code", "255x85")));
  }

  @Test
  void codewordsHaveACode() throws Refused {
    assertEquals("codeword 256x120", configured(Map.of("mac", "codeword")).terms().get("MACs"));
    ConfiguredProtocol other = configured(Map.of("mac", "codeword", "code", "255x85"));
    assertEquals("codeword 255x85", other.terms().get("MACs"));
    // The MACs of output masks have 64 bits, those of words more.
    assertEquals(64, other.sigma());
    assertEquals(33, Scheme.named("codeword").keyLongs());
  }

  @ParameterizedTest
  @CsvSource({
    "codewords, , 'mac of tinytable is one of linear, lookup64, lookup32, passive or codeword'",
    "codeword, 257x3, names no code",
    "codeword, 256x126, MACs of 48 bits",
    "codeword, 256x250, MACs of 0 bits",
    "linear, 255x85, only mac codeword"
  })
  void whatIsNotThereIsRefused(String mac, String code, String sentence) {
    Refused refused =
        assertThrows(Refused.class, () -> Scheme.named(mac, Optional.ofNullable(code)));
    assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
  }

  @Test
  void onlyCodewordsHaveACode() {
    assertThrows(IllegalArgumentException.class, () -> new Scheme(Scheme.Form.CODEWORD, 64));
    TableCode code = new TableCode(ReedSolomon.named("16x5"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Scheme(Scheme.Form.LINEAR, 64, Optional.of(code)));
  }
}
