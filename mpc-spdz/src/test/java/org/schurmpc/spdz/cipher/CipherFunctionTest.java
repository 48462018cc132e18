package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.io.CircuitLibrary;

/** Which circuits of the library compute which function, and the tables behind the functions. */
class CipherFunctionTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest
  @CsvSource({
    "aes_128, AES_128",
    "aes_128_shallow, AES_128",
    "aes_128_sbox, AES_128",
    "aes_128_expanded, AES_128_EXPANDED",
    "aes_128_expanded_shallow, AES_128_EXPANDED",
    "aes_128_expanded_sbox, AES_128_EXPANDED",
    "triple_des, TRIPLE_DES",
    "triple_des_shallow, TRIPLE_DES",
    "triple_des_sbox, TRIPLE_DES",
    "triple_des_expanded, TRIPLE_DES_EXPANDED",
    "triple_des_expanded_shallow, TRIPLE_DES_EXPANDED",
    "triple_des_expanded_sbox, TRIPLE_DES_EXPANDED",
    "aes_128_decrypt,",
    "aes_128_expanded_decrypt,",
    "aes_192,",
    "triple_des_decrypt,",
    "triple_des_expanded_decrypt,",
    "des,",
    "mul_64,",
  })
  void functionsOfTheLibrary(String name, CipherFunction function) throws Exception {
    assertEquals(Optional.ofNullable(function), CipherFunction.of(CircuitLibrary.open(name)));
  }

  /** A circuit of the sizes of AES-128 alone is not enough. */
  @Test
  void aCircuitThatDiffers() {
    CircuitBuilder builder = new CircuitBuilder();
    builder.input(128);
    builder.output(builder.input(128));
    assertFalse(CipherFunction.of(builder.build()).isPresent());
  }

  /** Appendix A.1 of FIPS 197: the last round key. */
  @Test
  void theKeyScheduleOfAes() {
    byte[] words = AesTables.expanded(HEX.parseHex("2b7e151628aed2a6abf7158809cf4f3c"));
    assertEquals(176, words.length);
    assertEquals("d014f9a8c9ee2589e13f0cc8b6630ca6", HEX.formatHex(words, 160, 176));
  }

  /** Appendix B of FIPS 197; the textbooks' example of DES, whose keys are equal. */
  @Test
  void knownAnswers() {
    byte[] secret =
        CipherFunction.AES_128.encrypt(
            HEX.parseHex("2b7e151628aed2a6abf7158809cf4f3c"),
            HEX.parseHex("3243f6a8885a308d313198a2e0370734"));
    assertEquals("3925841d02dc09fbdc118597196a0b32", HEX.formatHex(secret));
    byte[] block =
        CipherFunction.TRIPLE_DES.encrypt(
            HEX.parseHex("133457799bbcdff1".repeat(3)), HEX.parseHex("0123456789abcdef"));
    assertEquals("85e813540f0ab405", HEX.formatHex(block));
  }

  /** The tables are the lookups of the library's circuits. */
  @Test
  void theTablesOfTheLibrary() throws Exception {
    Circuit aes = CircuitLibrary.open("aes_128_sbox");
    assertEquals(aes.tables().get(0), AesTables.sbox());
    assertEquals(CircuitLibrary.open("triple_des_sbox").tables(), DesTables.sboxes());
  }

  @Test
  void theFirstRoundKeyOfDes() {
    byte[] keys = DesTables.roundKeys(HEX.parseHex("133457799bbcdff1"));
    assertEquals("1b02effc7072", HEX.formatHex(keys, 0, 6));
    assertEquals("cb3d8b0e17f5", HEX.formatHex(keys, 90, 96));
    byte[] three =
        CipherFunction.TRIPLE_DES_EXPANDED.keyInput(HEX.parseHex("133457799bbcdff1".repeat(3)));
    assertArrayEquals(keys, Arrays.copyOf(three, keys.length));
    assertEquals(3 * keys.length, three.length);
  }
}
