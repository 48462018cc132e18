package org.schurmpc.minimac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.minimac.material.MiniMacCode;

/** What users can ask for, and what they are told where it makes no sense. */
class OptionsTest {
  private static ConfiguredProtocol configure(String protocol, String... options) throws Refused {
    Map<String, String> values = new TreeMap<>();
    for (String option : options) {
      int equals = option.indexOf('=');
      values.put(option.substring(0, equals), option.substring(equals + 1));
    }
    return Protocols.named(protocol).configure(new ProtocolOptions(0, values));
  }

  private static void requireRefusal(String part, String protocol, String... options) {
    String message = assertThrows(Refused.class, () -> configure(protocol, options)).getMessage();
    assertTrue(message.contains(part), message);
    assertTrue(!message.contains("\n"), message);
  }

  @Test
  void minimacIsWhatThePaperStartsFrom() throws Exception {
    ConfiguredProtocol protocol = configure("minimac");
    assertEquals("minimac", protocol.protocol());
    assertEquals(120, protocol.lanes());
    assertEquals(128, protocol.sigma());
    assertEquals(
        Map.of(
            "code", "256x120",
            "packing", "bytes",
            "conversion", "one",
            "simultaneous", "off",
            "encoder", "matrix",
            "opening", "paper"),
        protocol.terms());
  }

  @Test
  void minitrixIsTheBestOfAll() throws Exception {
    ConfiguredProtocol protocol = configure("minitrix");
    assertEquals(680, protocol.lanes());
    assertEquals(128, protocol.sigma());
    assertEquals(Map.of("code", "255x85", "opening", "batched"), protocol.terms());
    assertEquals(protocol.terms(), configure("minitrix", "encoder=mixed").terms());
    assertEquals("russians", configure("minitrix", "encoder=russians").terms().get("encoder"));
    assertEquals(960, configure("minitrix", "code=256x120", "opening=paper").lanes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimac", "minitrix"})
  void refusesLookups(String name) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("triple_des_sbox"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    String message =
        assertThrows(Refused.class, () -> configure(name).demand(circuit, io)).getMessage();
    assertEquals(name + " evaluates no lookups in tables; this circuit has 384", message);
  }

  @Test
  void everyOptionArrives() throws Exception {
    ConfiguredProtocol protocol =
        configure(
            "minimac",
            "packing=bits",
            "conversion=symmetric",
            "simultaneous=on",
            "encoder=russians",
            "code=255x85",
            "opening=batched");
    assertEquals(680, protocol.lanes());
    assertEquals(
        Map.of(
            "code", "255x85",
            "packing", "bits",
            "conversion", "symmetric",
            "simultaneous", "on",
            "encoder", "russians",
            "opening", "batched"),
        protocol.terms());
  }

  @Test
  void refusesWhatMakesNoSense() {
    requireRefusal("conversion none needs packing bits", "minimac", "conversion=none");
    requireRefusal(
        "packing of minimac is one of [bytes, bits], not 'Bits'", "minimac", "packing=Bits");
    requireRefusal("conversion of minimac is one of", "minimac", "conversion=both");
    requireRefusal("simultaneous of minimac is one of [off, on]", "minimac", "simultaneous=yes");
    requireRefusal("encoder of minimac is one of", "minimac", "encoder=pigeons");
    requireRefusal("encoder of minitrix is one of", "minitrix", "encoder=pigeons");
    requireRefusal("encoder fft does not know code 256x120", "minimac", "encoder=fft");
    requireRefusal(
        "encoder additive-fft does not know code 255x85", "minitrix", "encoder=additive-fft");
    requireRefusal("opening of minimac is one of", "minimac", "opening=");
    requireRefusal("has no option 'packing'", "minitrix", "packing=bytes");
  }

  @Test
  void materialWithoutADealerNamesItsSigma() throws Exception {
    ConfiguredProtocol chosen = configure("minitrix", "sigma=40", "code=256x120");
    assertEquals(40, chosen.sigma());
    assertEquals(chosen, chosen.withOwnMaterial());
    assertEquals(128, configure("minitrix").sigma());
    assertEquals(64, configure("minitrix").withOwnMaterial().sigma());
    assertEquals(80, configure("minimac", "packing=bits", "code=255x85", "sigma=80").sigma());
    assertTrue(configure("minitrix").preprocesses());
    assertFalse(configure("minimac").preprocesses());
    requireRefusal("sigma of minitrix is one of [40, 64, 80]", "minitrix", "sigma=41");
    requireRefusal("too short to be prepared", "minitrix", "sigma=80", "code=256x120");
    requireRefusal("for packing bits alone", "minimac", "sigma=64");
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimac", "minitrix"})
  void refusesCodesThatAreNoCodes(String protocol) {
    for (String code : List.of("", "85", "255x", "x85", "255x85x1", "0x0", "-1x3", "255 x 85")) {
      requireRefusal("code is length x dimension", protocol, "code=" + code);
    }
    requireRefusal("longer than the 256 elements", protocol, "code=257x20");
  }

  @ParameterizedTest
  @CsvSource({"64x20, 128", "200x90, 128", "255x51, 128", "256x126, 48", "255x126, 40", "5x1, 40"})
  void takesAnyCodeThatIsGoodEnough(String code, int sigma) throws Exception {
    for (String protocol : List.of("minimac", "minitrix")) {
      assertEquals(sigma, configure(protocol, "code=" + code).sigma());
    }
  }

  /** The last that is enough is [n, k] with n - 2 (k - 1) = 5. */
  @ParameterizedTest
  @CsvSource({"255x127, 24", "256x127, 32", "64x31, 32", "10x40, 0", "4x1, 32", "16x8, 16"})
  void refusesCodesThatGiveTooLittleSecurity(String code, int sigma) {
    for (String protocol : List.of("minimac", "minitrix")) {
      requireRefusal(
          "code %s gives %d bits of security".formatted(code, sigma), protocol, "code=" + code);
    }
  }

  @ParameterizedTest
  @CsvSource({"255, 85, 128", "200, 80, 128", "11, 3, 56", "12, 4, 48", "15, 6, 40"})
  void securityIsThatOfTheDistance(int n, int k, int sigma) {
    assertEquals(sigma, new MiniMacCode(Configurations.code(n, k)).sigma());
  }
}
