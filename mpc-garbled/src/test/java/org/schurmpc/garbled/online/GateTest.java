package org.schurmpc.garbled.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

/** One gate, garbled and evaluated without a line: with all shares and masked values. */
class GateTest {
  private static final int LANES = 1;
  private static final byte[] SID = {1};

  /** Bits of the case: shares of λ_α, λ_β and s of both parties, then Λ_α and Λ_β. */
  private static final int CASES = 1 << 8;

  private static final int RUNS = 4000;

  /** One gate with its two parties. */
  private static final class Gate {
    final Material material;
    final int macWords;
    final long[] deltaA = new long[Material.WIDE_WORDS];
    final long[] deltaB;
    final long[] tables;
    final GateMasks masksOfA;
    final GateMasks masksOfB;
    final Labels labelsOfA;
    final Labels labelsOfB;
    final Garbler garbler;
    final GateEvaluator gates;
    final LayeredCircuit circuit;
    final int bits;
    final Random random;

    Gate(int sigma, int bits, boolean sameWire) {
      this(sigma, bits, sameWire, 64, new Random(1000L * sigma + bits));
    }

    /** A gate whose key Δ_B has {@code keyBits} bits, and is not zero. */
    Gate(int sigma, int bits, boolean sameWire, int keyBits, Random random) {
      this.bits = bits;
      this.random = random;
      material = new GarbledLevel(sigma, 0).material();
      macWords = material.macWords();
      deltaB = new long[macWords];
      fill(deltaA);
      do {
        fill(deltaB);
        deltaB[0] &= -1L >>> (64 - keyBits);
      } while (deltaB[0] == 0);
      tables = new long[Garbler.tableLongs(macWords)];
      masksOfA = masks(true, deltaA);
      masksOfB = masks(false, deltaB);
      authenticate(masksOfA.alpha(), masksOfB.alpha(), bit(0), bit(1));
      authenticate(masksOfA.beta(), masksOfB.beta(), bit(2), bit(3));
      authenticate(masksOfA.s(), masksOfB.s(), bit(4), bit(5));
      if (sameWire) {
        masksOfA.beta().copy(masksOfA.alpha(), 0, 0, 1);
        masksOfB.beta().copy(masksOfB.alpha(), 0, 0, 1);
      }
      CircuitBuilder builder = new CircuitBuilder();
      int[] in = builder.input(2);
      builder.output(builder.and(in[0], in[1]));
      circuit = LayeredCircuit.of(builder.build());
      var kernels = NamedKernels.of("plain");
      labelsOfA = new Labels(LANES, true, kernels);
      labelsOfB = new Labels(LANES, false, kernels);
      labelsOfA.begin(circuit.slotCount());
      labelsOfB.begin(circuit.slotCount());
      for (int i = 0; i < 2; i++) {
        setLabels(circuit.inputSlots()[i], bit(6 + i));
      }
      if (sameWire) { // a circuit's builder would leave the gate out
        copy(labelsOfA, Material.WIDE_WORDS);
        copy(labelsOfB, Material.WIDE_WORDS + 1);
      }
      garbler = new Garbler(LANES, material, deltaA, labelsOfA);
      gates = new GateEvaluator(LANES, material, deltaB, labelsOfB);
    }

    private void copy(Labels labels, int length) {
      int[] slots = circuit.inputSlots();
      System.arraycopy(
          labels.data(), labels.at(slots[0], 0), labels.data(), labels.at(slots[1], 0), length);
    }

    private void fill(long[] words) {
      for (int i = 0; i < words.length; i++) {
        words[i] = random.nextLong();
      }
    }

    private static GateMasks masks(Material material, boolean garbles, long[] delta) {
      BitRows[] rows = new BitRows[3];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new BitRows(material, garbles, delta);
        rows[i].begin(1);
      }
      return new GateMasks(rows[0], rows[1], rows[2]);
    }

    private GateMasks masks(boolean garbles, long[] delta) {
      return masks(material, garbles, delta);
    }

    long bit(int number) {
      return -(bits >>> number & 1L);
    }

    /** Writes both parties' rows of a + b. */
    private void authenticate(BitRows atA, BitRows atB, long a, long b) {
      for (int v = 0; v < Material.WIDE_WORDS; v++) {
        long key = random.nextLong();
        atA.data()[v] = key;
        atB.data()[v] = key ^ (b & deltaA[v]);
      }
      for (int v = 0; v < macWords; v++) {
        long key = random.nextLong();
        atB.data()[Material.WIDE_WORDS + v] = key;
        atA.data()[Material.WIDE_WORDS + v] = key ^ (a & deltaB[v]);
      }
      atA.data()[Material.WIDE_WORDS + macWords] = a;
      atB.data()[Material.WIDE_WORDS + macWords] = b;
    }

    private void setLabels(int slot, long masked) {
      for (int v = 0; v < Material.WIDE_WORDS; v++) {
        long label = random.nextLong();
        labelsOfA.data()[labelsOfA.at(slot, 0) + v] = label;
        labelsOfB.data()[labelsOfB.at(slot, 0) + v] = label ^ (masked & deltaA[v]);
      }
      labelsOfB.data()[labelsOfB.at(slot, 0) + Labels.MASKED] = masked;
    }

    void garble() {
      garbler.begin(new TweakedHash(SID, 5));
      garbler.begin(masksOfA, tables);
      new ChunkWalk(circuit, 0, circuit.depth()).next(1, garbler);
    }

    void evaluate() {
      gates.begin(new TweakedHash(SID, 5));
      gates.begin(masksOfB, tables);
      new ChunkWalk(circuit, 0, circuit.depth()).next(1, gates);
    }

    private int out() {
      return circuit.outputSlots()[0];
    }

    long masked() {
      return labelsOfB.data()[labelsOfB.at(out(), 0) + Labels.MASKED];
    }

    /** Returns Λ_γ = x y + λ_γ, where λ_γ = s + λ_α λ_β. */
    long expected(boolean sameWire) {
      long alpha = bit(0) ^ bit(1);
      long beta = sameWire ? alpha : bit(2) ^ bit(3);
      long x = bit(6) ^ alpha;
      long y = sameWire ? x : bit(7) ^ beta;
      return (x & y) ^ bit(4) ^ bit(5) ^ (alpha & beta);
    }

    /** Whether the evaluator's label is that of a masked value. */
    boolean labelIsOf(long masked) {
      boolean same = true;
      for (int v = 0; v < Material.WIDE_WORDS; v++) {
        long label = labelsOfA.data()[labelsOfA.at(out(), 0) + v];
        same &= labelsOfB.data()[labelsOfB.at(out(), 0) + v] == (label ^ (masked & deltaA[v]));
      }
      return same;
    }
  }

  @ParameterizedTest
  @CsvSource({"64, false", "80, false", "64, true", "80, true"})
  void everyCaseIsRight(int sigma, boolean sameWire) {
    for (int bits = 0; bits < CASES; bits++) {
      Gate gate = new Gate(sigma, bits, sameWire);
      gate.garble();
      gate.evaluate();
      assertTrue(gate.gates.passed(), "case " + bits);
      assertEquals(gate.expected(sameWire), gate.masked(), "case " + bits);
      assertTrue(gate.labelIsOf(gate.masked()), "case " + bits);
    }
  }

  /** A changed word of a row that is used is found, or shows in the label; of another, nothing. */
  @ParameterizedTest
  @ValueSource(ints = {64, 80})
  void everyWordOfATableIsUsedAsItsRowIs(int sigma) {
    for (int bits = 0; bits < CASES; bits++) {
      int words = new Gate(sigma, bits, false).tables.length;
      for (int word = 0; word < words; word++) {
        Gate gate = new Gate(sigma, bits, false);
        gate.garble();
        gate.tables[word] ^= 1L << new Random(bits + word).nextInt(Long.SIZE);
        gate.evaluate();
        int mac = (word - 2 * Material.WIDE_WORDS) / gate.macWords;
        long p = gate.bit(6);
        long q = gate.bit(7);
        if (word < 2 * Material.WIDE_WORDS) {
          boolean used = (word < Material.WIDE_WORDS ? p : q) != 0;
          assertTrue(gate.gates.passed());
          assertEquals(!used, gate.labelIsOf(gate.masked()), "word " + word + ", case " + bits);
        } else {
          boolean used = mac == 0 || (mac == 1 ? p : q) != 0;
          assertEquals(!used, gate.gates.passed(), "word " + word + ", case " + bits);
        }
        if (gate.gates.passed()) {
          assertEquals(gate.expected(false), gate.masked());
        }
      }
    }
  }

  /** Who knew Δ_B could change the bit, and who guesses a part of it cannot. */
  @ParameterizedTest
  @ValueSource(ints = {64, 80})
  void onlyAllOfTheKeyChangesTheBit(int sigma) {
    for (int bits = 0; bits < CASES; bits++) {
      Gate known = new Gate(sigma, bits, false);
      known.garble();
      for (int v = 0; v < known.macWords; v++) {
        known.tables[2 * Material.WIDE_WORDS + v] ^= known.deltaB[v];
      }
      known.evaluate();
      assertTrue(known.gates.passed());
      assertEquals(~known.expected(false), known.masked());
      assertFalse(known.labelIsOf(known.masked()));
      for (int v = 0; v < known.macWords; v++) {
        Gate guess = new Gate(sigma, bits, false);
        guess.garble();
        for (int w = 0; w < known.macWords; w++) {
          guess.tables[2 * Material.WIDE_WORDS + w] ^= guess.deltaB[w] ^ (w == v ? 1 : 0);
        }
        guess.evaluate();
        assertFalse(guess.gates.passed(), "word " + v);
      }
    }
  }

  /** A guess at Δ_B changes the bit as often as the guess is right: 1 of 2^w - 1 times. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 6})
  void aGuessAtTheKeyPassesAsOftenAsTheBoundSays(int keyBits) {
    Random random = new Random(keyBits);
    int passed = 0;
    for (int run = 0; run < RUNS; run++) {
      Gate gate = new Gate(64, random.nextInt(CASES), false, keyBits, random);
      gate.garble();
      long guess = 1L + random.nextInt((1 << keyBits) - 1);
      gate.tables[2 * Material.WIDE_WORDS] ^= guess;
      gate.evaluate();
      if (gate.gates.passed()) {
        passed++;
        assertEquals(~gate.expected(false), gate.masked());
      }
    }
    requireCount(passed, 1.0 / ((1 << keyBits) - 1));
  }

  /** Whether a spoilt row is used does not depend on the inputs: masked values are uniform. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aSpoiltRowFailsForAllInputsAlike(int inputs) {
    Random random = new Random(inputs);
    for (int mac = 1; mac <= 2; mac++) {
      int failed = 0;
      for (int run = 0; run < RUNS; run++) {
        int masks = random.nextInt(1 << 6); // the shares of λ_α, λ_β and s
        int alpha = (masks ^ masks >>> 1) & 1;
        int beta = (masks >>> 2 ^ masks >>> 3) & 1;
        int masked = inputs ^ alpha ^ beta << 1;
        Gate gate = new Gate(64, masks | masked << 6, false, 64, random);
        gate.garble();
        gate.tables[2 * Material.WIDE_WORDS + mac] ^= 1;
        gate.evaluate();
        failed += gate.gates.passed() ? 0 : 1;
      }
      requireCount(failed, 0.5);
    }
  }

  private static void requireCount(int count, double expected) {
    double deviation = Math.sqrt(RUNS * expected * (1 - expected));
    assertEquals(RUNS * expected, count, 3.5 * deviation);
  }

  @Test
  void aVerdictLastsUntilTheNextEvaluation() {
    Gate gate = new Gate(64, 0b11000000, false);
    gate.garble();
    gate.tables[4] ^= 1;
    gate.evaluate();
    assertFalse(gate.gates.passed());
    gate.gates.begin(gate.masksOfB, gate.tables);
    assertFalse(gate.gates.passed(), "in the next chunk");
    gate.tables[4] ^= 1;
    gate.evaluate();
    assertTrue(gate.gates.passed(), "in the next evaluation");
  }

  /** Labels of both values are hashed under four counters a gate, and tables depend on each. */
  @Test
  void tablesDependOnTheGatesNumber() {
    Gate gate = new Gate(64, 3, false);
    gate.garble();
    long[] first = gate.tables.clone();
    gate.garbler.begin(gate.masksOfA, gate.tables);
    new ChunkWalk(gate.circuit, 0, gate.circuit.depth()).next(1, gate.garbler);
    for (int word = 0; word < first.length; word++) {
      assertNotEquals(first[word], gate.tables[word], "word " + word + " of the second gate");
    }
  }
}
