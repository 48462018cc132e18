package org.schurmpc.bench.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;

/** Inputs of AES with expanded keys: those that whoever has the key draws are expansions. */
class WorkloadTest {
  private static final CircuitSource EXPANDED = new CircuitSource("aes_128_expanded_shallow", true);

  private static Workload work(String protocol) throws Exception {
    Circuit circuit = EXPANDED.read();
    List<String> sources = Workload.defaultSources(circuit, AesConvention.of(circuit), 2);
    assertEquals(List.of("party2", "party1"), sources);
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice(protocol, Map.of()),
            Evaluations.of(EXPANDED, circuit, sources).withBlocks(5),
            new MaterialSource.Dealer(),
            new Schedule(0, 1, 0, 1000),
            null);
    return Workload.checked(job, circuit);
  }

  @Test
  void drawnKeysAreExpansions() throws Exception {
    Workload work = work("tinytable");
    AesConvention aes = work.expandedKeys().orElseThrow();
    BitMatrix first = InputSeeds.derive(3, 0, 0).inputs(work, 0, 0, 0);
    BitMatrix second = InputSeeds.derive(3, 0, 1).inputs(work, 1, 0, 0);
    BitMatrix joint = InputSeeds.joint(work, List.of(first, second));
    BitMatrix again = InputSeeds.joint(work, List.of(first, second));
    aes.expandKeys(again);
    assertArrayEquals(joint.words(), again.words());
    assertNotEquals(Arrays.toString(aes.key(joint, 0)), Arrays.toString(aes.key(joint, 1)));
    Reference reference = Workload.reference(work.circuit(), Optional.of(aes));
    assertEquals("AES of the Java platform", reference.description());
    assertEquals(PlainEvaluation.evaluate(work.circuit(), joint), reference.expected(joint));
    // The other party has nothing to do with it.
    int keyBits = aes.keyBits();
    for (int row = 0; row < keyBits; row++) {
      assertEquals(0, first.words()[first.offset(row)]);
    }
  }

  @Test
  void otherCircuitsHaveNoExpandedKeys() throws Exception {
    Circuit circuit = CircuitSource.DEFAULT.read();
    assertEquals(Optional.empty(), AesConvention.ofExpandedKey(circuit));
    assertEquals(
        List.of("shared", "public"),
        Workload.defaultSources(circuit, AesConvention.of(circuit), 2));
  }
}
