package org.schurmpc.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.io.CircuitLibrary;

class BlockCipherTest {
  /** The circuit of each cipher, and the reference that its outputs are compared with. */
  @ParameterizedTest
  @CsvSource({
    "aes, true, lt, aes_128_sbox, AES of the Java platform",
    "aes, false, bd, aes_128_expanded_sbox, AES of the Java platform",
    "aes, false, gates, aes_128_expanded_shallow, AES of the Java platform",
    "aes, true, , aes_128_shallow, AES of the Java platform",
    "3des, true, pv, triple_des_sbox, triple DES of the Java platform",
    "3des, true, gates, triple_des_shallow, triple DES of the Java platform",
    "3des, false, raw, triple_des_expanded_sbox, evaluation in the clear",
    "3des, false, , triple_des_expanded_shallow, evaluation in the clear",
  })
  void circuitsAndReferences(
      String cipher, boolean keySchedule, String method, String circuit, String reference)
      throws Exception {
    CircuitSource source =
        BlockCipher.named(cipher).circuit(keySchedule, Optional.ofNullable(method));
    assertEquals(circuit, source.name());
    Circuit read = source.read();
    assertEquals(
        reference, Workload.reference(read, AesConvention.of(read)).description(), circuit);
  }

  @Test
  void methodsBelongToCiphers() throws Exception {
    List<String> all = new ArrayList<>();
    for (BlockCipher cipher : BlockCipher.values()) {
      cipher.requireMethod(Optional.empty());
      cipher.requireMethod(Optional.of("gates"));
      for (String method : cipher.methods()) {
        cipher.requireMethod(Optional.of(method));
        all.add(cipher.label() + " " + method);
      }
    }
    assertEquals(List.of("aes bd", "aes rp", "aes lt", "3des raw", "3des pv", "3des lt"), all);
    assertRefused(
        "--method raw is not for aes, which has bd, rp, lt",
        () -> BlockCipher.AES.requireMethod(Optional.of("raw")));
    assertRefused(
        "--method bd is not for 3des, which has raw, pv, lt",
        () -> BlockCipher.TRIPLE_DES.requireMethod(Optional.of("bd")));
    assertRefused("--cipher is aes or 3des, not 'des'", () -> BlockCipher.named("des"));
  }

  private interface Call {
    void run() throws Refused;
  }

  private static void assertRefused(String sentence, Call call) {
    assertEquals(sentence, assertThrows(Refused.class, call::run).getMessage());
  }

  /** The reference computes what the circuit does, on inputs other than the probes. */
  @Test
  void tripleDesIsTheCircuits() throws Exception {
    Circuit circuit = CircuitLibrary.open("triple_des_shallow");
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), 70);
    Random random = new Random(3);
    for (int row = 0; row < inputs.rows(); row++) {
      for (int lane = 0; lane < inputs.columns(); lane++) {
        inputs.set(row, lane, random.nextBoolean());
      }
    }
    Reference reference = Workload.reference(circuit, Optional.empty());
    assertEquals("triple DES of the Java platform", reference.description());
    assertEquals(PlainEvaluation.evaluate(circuit, inputs), reference.expected(inputs));
  }

  @Test
  void otherCircuitsOfTheSameSizesAreNoTripleDes() throws Exception {
    Circuit decrypts = CircuitLibrary.open("triple_des_decrypt_shallow");
    assertEquals(
        "evaluation in the clear", Workload.reference(decrypts, Optional.empty()).description());
  }

  @Test
  void reportsNameMethodAndCipher() {
    Map<String, String> lt = Map.of("method", "lt");
    CircuitSource aes = new CircuitSource("aes_128_expanded_sbox", true);
    assertEquals("lt on AES-128, with round keys", text(aes, lt));
    assertEquals(
        "pv on triple DES, which expands its key",
        text(new CircuitSource("triple_des_sbox", true), Map.of("method", "pv")));
    assertEquals("lt", text(new CircuitSource("/some/aes_128.txt", false), lt));
    assertEquals(Optional.empty(), BlockCipher.evaluation(aes, Map.of()));
    assertEquals(Optional.empty(), BlockCipher.evaluation(aes, Map.of("method", "gates")));
  }

  private static String text(CircuitSource circuit, Map<String, String> options) {
    return BlockCipher.evaluation(circuit, options).orElseThrow().toString();
  }
}
