package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.core.session.Phase;
import org.schurmpc.spdz.SpdzProtocol;

/** AES-LT and 3DES-LT. */
class LookupMethodTest {
  private static final long SEED = 23;

  /** Rounds of a check of MACs of two parties. */
  private static final int CHECK_ROUNDS = 4;

  /** Bytes of the length of a message. */
  private static final int FRAME = 4;

  private static ConfiguredProtocol lt(int parties, int lanes, Map<String, String> more)
      throws Refused {
    Map<String, String> options = new TreeMap<>(more);
    options.put("method", "lt");
    options.putIfAbsent("field", "gf2_40");
    return new SpdzProtocol().configure(new ProtocolOptions(parties, lanes, options));
  }

  private static ProtocolRun run(String circuit, int parties, int lanes, OutputTarget target)
      throws Exception {
    LayeredCircuit layered = LayeredCircuit.of(CircuitLibrary.open(circuit));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Shared(), new InputSource.Private(parties - 1)),
            List.of(target));
    return new ProtocolRun(lt(parties, lanes, Map.of()), layered, io, SEED);
  }

  @ParameterizedTest
  @CsvSource({
    "aes_128, 2, 3",
    "aes_128_sbox, 3, 1",
    "aes_128_expanded_sbox, 2, 67",
    "aes_128_expanded, 3, 2",
    "triple_des, 2, 3",
    "triple_des_sbox, 3, 1",
    "triple_des_expanded_sbox, 2, 66",
    "triple_des_expanded, 3, 2"
  })
  void encrypts(String circuit, int parties, int lanes) throws Exception {
    ProtocolRun run = run(circuit, parties, lanes, new OutputTarget.All());
    run.requireAgreement(circuit);
    run.requireAllUsed();
  }

  @ParameterizedTest
  @CsvSource({"aes_128, 2", "aes_128_expanded, 3", "triple_des, 2"})
  void encryptsForOneParty(String circuit, int parties) throws Exception {
    ProtocolRun run = run(circuit, parties, 2, new OutputTarget.Only(0));
    run.requireAgreement(circuit);
    run.requireAllUsed();
  }

  @ParameterizedTest
  @CsvSource({
    "aes_128_expanded, 10, 160", "aes_128, 10, 200",
    "triple_des_expanded, 46, 384", "triple_des, 46, 384"
  })
  void roundsAndOpeningsOfABlock(String circuit, int rounds, int openings) throws Exception {
    ProtocolRun run = run(circuit, 2, 1, new OutputTarget.All());
    long tables =
        run.demand().tables().keySet().stream()
            .mapToLong(kind -> run.stores[0].available(kind))
            .sum();
    assertEquals(openings, tables);
    run.requireAgreement(circuit);
    assertEquals(rounds + CHECK_ROUNDS, run.metrics[0].rounds(Phase.COMPUTE));
    // The messages of a check: commitments and openings of the toss's seed and of the hash.
    int check = 32 + 48 + 32 + 32 + 16;
    int lengths = FRAME * (rounds + CHECK_ROUNDS);
    assertEquals(openings + check + lengths, run.metrics[0].bytesSent(Phase.COMPUTE));
  }

  @Test
  void otherFieldsAndCircuitsAreRefused() throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(CircuitLibrary.open("aes_128"));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    ConfiguredProtocol wide = lt(2, 1, Map.of("field", "gf2_64"));
    Refused refused = assertThrows(Refused.class, () -> wide.demand(aes, io));
    assertEquals(
        "method lt computes over gf2_40, not over gf2_64: set the option field to gf2_40",
        refused.getMessage());
  }

  /** Products with X, and with Y and powers of X in the field. */
  @Test
  void packedProducts() throws Exception {
    Field field = Fields.named("gf2_40");
    Random random = new Random(SEED);
    for (int i = 0; i < 1000; i++) {
      long mac = random.nextLong() & Packed.MAC;
      long value = random.nextInt(Gf256.ORDER);
      long[] y = {Gf2To40Embedding.image(1)};
      long[] product = {mac};
      field.multiply(product, 0, y, 0, product, 0, 1);
      long doubled = Gf256.mul((int) value, 2);
      assertEquals(doubled << 40 | product[0], Packed.timesX(value << 40 | mac));
      for (int exponent = 1; exponent <= 5; exponent++) {
        field.multiply(new long[] {mac}, 0, field.element(1L << exponent), 0, product, 0, 1);
        assertEquals(product[0], Packed.timesPower(mac, exponent));
      }
    }
  }
}
