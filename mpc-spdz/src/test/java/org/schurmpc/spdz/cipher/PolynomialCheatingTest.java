package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.CheckStages;

/**
 * One party cheats in the methods by polynomials: every message of the computation and of the
 * output is changed, and material is wrong. Inputs are those of circuits.
 */
class PolynomialCheatingTest {
  private static final int CHEATER = 1;
  private static final int LANES = 3;

  /** Messages of a check of elements and differences: the toss, σ and hashes. */
  private static final int CHECK = 6;

  /**
   * Messages after the computation and its check: the transcript, the outputs and their check,
   * which is one of elements.
   */
  private static final int OUTPUT = 2 + 4;

  private static final LayeredCircuit AES = open("aes_128_expanded");
  private static final LayeredCircuit TRIPLE_DES = open("triple_des_expanded");

  private static LayeredCircuit open(String name) {
    try {
      return LayeredCircuit.of(CircuitLibrary.open(name));
    } catch (MpcException e) {
      throw new AssertionError(e);
    }
  }

  private static CheatedRun newRun(String method, int parties, long seed) throws Exception {
    return newRun(method, parties, LANES, seed);
  }

  private static CheatedRun newRun(String method, int parties, int lanes, long seed)
      throws Exception {
    boolean aes = method.equals("bd") || method.equals("rp");
    LayeredCircuit circuit = aes ? AES : TRIPLE_DES;
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All()));
    var protocol = PolynomialMethodTest.protocol(method, parties, lanes, Map.of("opening", "all"));
    return new CheatedRun(new ProtocolRun(protocol, circuit, io, seed), CHEATER);
  }

  private static void changeMessages(String method, int rounds, int step) throws Exception {
    List<Integer> lengths = newRun(method, 2, 3).frameLengths();
    int first = lengths.size() - OUTPUT - CHECK - rounds;
    int decomposition = lengths.size() - OUTPUT - CHECK - 1;
    int items = method.equals("bd") || method.equals("rp") ? 16 : 8;
    assertEquals(items * LANES, lengths.get(decomposition), "the last S-boxes: a byte each");
    for (int frame = first; frame < lengths.size(); frame += step) {
      Random random = new Random(frame);
      int at = random.nextInt(lengths.get(frame));
      CheatedRun cheated = newRun(method, 2, frame);
      cheated.requireCaughtByAll(
          cheated.outcomes(CheatedRun.flip(frame, at, 1 << random.nextInt(Byte.SIZE))),
          Check.MAC,
          Check.COMMITMENT,
          Check.TRANSCRIPT,
          Check.MALFORMED);
    }
  }

  @ParameterizedTest
  @CsvSource({"bd, 50, 1", "rp, 70, 5", "pv, 230, 11", "raw, 2898, 131"})
  void messages(String method, int rounds, int step) throws Exception {
    changeMessages(method, rounds, step);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"rp, 70", "pv, 230", "raw, 2898"})
  void everyMessage(String method, int rounds) throws Exception {
    changeMessages(method, rounds, 1);
  }

  /** A wrong share of a bit, of a triple, or of a MAC, in the first S-box and in the last. */
  @ParameterizedTest
  @CsvSource({"bd, 2", "rp, 2", "pv, 2", "pv, 3", "raw, 2"})
  void material(String method, int parties) throws Exception {
    CheatedRun honest = newRun(method, parties, 5);
    Material material = new Material(Fields.named(method.equals("raw") ? "gf2_42" : "gf2_40"));
    int inputs = LANES * honest.run.circuit.circuit().inputWires();
    for (MaterialKind kind : List.of(material.triples(), material.bits())) {
      long all = honest.run.demand().quotas().get(kind);
      int first = kind.equals(material.bits()) ? inputs : 0;
      for (int element = 0; element < kind.longsPerItem(); element++) {
        lie(newRun(method, parties, element), kind, first, element, material.field());
        lie(newRun(method, parties, element), kind, (int) all - 1, element, material.field());
      }
    }
  }

  private static void lie(CheatedRun cheated, MaterialKind kind, int item, int element, Field field)
      throws Exception {
    cheated.alter(
        kind,
        item,
        (data, at) -> field.add(data, at + element, field.element(1), 0, data, at + element, 1));
    cheated.requireCaughtByAll(cheated.outcomes((peer, index, frame) -> frame), Check.MAC);
    cheated.requireAltered();
  }

  /** Coordinates that are others for one of two honest parties. */
  @Test
  void anotherDecompositionForOnePeer() throws Exception {
    List<Integer> lengths = newRun("bd", 3, 7).frameLengths();
    int products = lengths.indexOf(3 * 16 * LANES * 2 * 5);
    assertTrue(products > 0, lengths.toString());
    CheatedRun cheated = newRun("bd", 3, 7);
    cheated.requireCaughtByAll(
        cheated.outcomes(
            (peer, index, frame) -> {
              if (index == products - 1 && peer == 2) {
                frame[0] ^= 1;
              }
              return frame;
            }),
        Check.BROADCAST);
  }

  /** A forged product is decomposed: bits of its factor would be in the hash of differences. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void noHashIsSentAfterAForgedProduct(int parties) throws Exception {
    int lanes = 5; // no message has the length of an opening of the check
    Material material = new Material(Fields.named("gf2_40"));
    CheckStages honest = new CheckStages(parties);
    newRun("bd", parties, lanes, 9).outcomes((peer, index, bytes) -> bytes, honest.hook());
    CheckStages stages = new CheckStages(parties);
    CheatedRun cheated = newRun("bd", parties, lanes, 9);
    // All parties get the same wrong opening, of x less the factor of a triple.
    cheated.alter(material.triples(), 0, (data, at) -> data[at] ^= 1);
    cheated.requireCaughtByAll(
        cheated.outcomes((peer, index, bytes) -> bytes, stages.hook()), Check.MAC);
    cheated.requireAltered();
    stages.requireNoHash(honest, material.field());
  }
}
