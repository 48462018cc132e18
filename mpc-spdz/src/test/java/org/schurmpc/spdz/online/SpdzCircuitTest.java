package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;

/** Boolean circuits over fields of characteristic 2 against the evaluation in the clear. */
class SpdzCircuitTest {
  private static final int CIRCUITS = 8;

  @TestFactory
  Stream<DynamicTest> agreesOnRandomCircuits() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String field : List.of("gf2_40", "gf2_64", "gf2_128")) {
      for (String opening : List.of("all", "king")) {
        for (int parties : new int[] {2, 3}) {
          int seed = 1000 * tests.size();
          tests.add(
              DynamicTest.dynamicTest(
                  field + ", " + parties + " parties, " + opening,
                  () -> requireAgreement(field, opening, parties, seed)));
        }
      }
    }
    return tests.stream();
  }

  private static void requireAgreement(String field, String opening, int parties, int first)
      throws Exception {
    for (int seed = first; seed < first + CIRCUITS; seed++) {
      Random random = new Random(seed);
      Circuit circuit = RandomCircuits.of(seed);
      IoMap io = IoMaps.random(circuit, parties, random);
      int lanes = new int[] {1, 3, 64, 70}[random.nextInt(4)];
      new CircuitRun(
              parties,
              lanes,
              Map.of("field", field, "opening", opening),
              LayeredCircuit.of(circuit),
              io,
              seed)
          .requireAgreement();
    }
  }

  @ParameterizedTest
  @CsvSource({"aes_128, 2, 1", "aes_128, 3, 1", "mul_64, 2, 2", "mul_64, 3, 1", "sha256, 2, 1"})
  void agreesOnKnownCircuits(String name, int parties, int lanes) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    IoMap io = IoMap.roundRobin(circuit, parties);
    new CircuitRun(parties, lanes, Map.of(), LayeredCircuit.of(circuit), io, 7).requireAgreement();
  }
}
