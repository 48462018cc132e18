package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretGf2nArray;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.programs.AesBlocks;

/**
 * A peer forges an opening of a program. For two inputs of the honest party and otherwise equal
 * randomness, the check that fails shows the same.
 */
class ForgedProgramTest {
  private static final int CHEATER = 1;

  /** Messages of masked inputs have this number of bytes at most, and those of openings more. */
  private static final int INPUT_BYTES = 5;

  private static final Field PRIME;
  private static final Field BINARY;

  static {
    try {
      PRIME = Fields.named("p128");
      BINARY = Fields.named("gf2_40");
    } catch (Refused e) {
      throw new AssertionError(e);
    }
  }

  /** What is run. No message of openings has the length of one of a commitment. */
  private enum What {
    INPUTS(ForgedProgramTest::inputs, Map.of(), true),
    CONVERSIONS(ForgedProgramTest::conversions, Map.of(), true),
    LOOKUPS(ForgedProgramTest::lookups, Map.of(), false),
    AES(new AesBlocks(), Map.of("n", 3L, "tables", 1L), false);

    @SuppressWarnings("ImmutableEnumChecker") // has no state
    private final SecureProgram program;

    @SuppressWarnings("ImmutableEnumChecker") // from Map.of
    private final Map<String, Long> arguments;

    /** Whether messages of whole elements of the prime field are of these. */
    private final boolean prime;

    What(SecureProgram program, Map<String, Long> arguments, boolean prime) {
      this.program = program;
      this.arguments = arguments;
      this.prime = prime;
    }
  }

  /** Bits and numbers over both fields. */
  private static void inputs(ProgramBuilder b) {
    SecondField field = b.secondField();
    SecretInts x = b.inputs("x", 0, IntType.signed(9), 3);
    SecretInts y = b.inputs("y", 1, IntType.signed(9), 3);
    SecretBitVector u = field.inputBits("u", 0, 11);
    SecretBitVector v = field.inputBits("v", 1, 11);
    b.output("sum", x.times(y));
    b.output("both", u.and(v));
  }

  /** The bits of numbers, through openings under masks of bits. */
  private static void conversions(ProgramBuilder b) {
    SecretInts x = b.inputs("x", 0, IntType.signed(9), 4);
    SecretInts y = b.inputs("y", 1, IntType.signed(9), 4);
    List<SecretBitVector> bits = new BitDecomposition(b).of(x.times(y));
    b.output("bits", SecretBitVector.join(bits.toArray(SecretBitVector[]::new)));
  }

  /** Products of entries, entries of products, an index that is not proven, and a reveal. */
  private static void lookups(ProgramBuilder b) {
    SecondField field = b.secondField();
    LookupTable table = new LookupTable(3, 3, new int[] {6, 4, 7, 1, 0, 2, 5, 3});
    SecretBitVector[] bits = new SecretBitVector[3];
    Arrays.setAll(bits, i -> field.inputBits("x" + i, i % 2, 7));
    SecretGf2nArray array = field.secretArray(14);
    for (int round = 0; round < 3; round++) {
      bits[0] = bits[0].and(bits[1]);
      bits = field.lookup(table).of(bits).toArray(SecretBitVector[]::new);
      array.store(0, bits[2].asElements());
      if (round == 1) {
        // The first row of the array stays 0 in its second half: an index for all inputs.
        bits[1] = array.vector(7, 7).plus(bits[1].asElements()).times(b.clearGf2n(1)).assumeBits();
        array.store(7, bits[1].asElements().times(b.clearGf2n(16)));
        SecretBitVector odd = array.vector(7, 7).times(b.clearGf2n(0)).assumeBits();
        bits[0] = bits[0].xor(odd);
      }
    }
    b.output("out", SecretBitVector.join(bits));
    field.output("shown", bits[1].and(bits[2]).asElements().reveal());
  }

  private static BigInteger[] values(Port port, Random random) {
    BigInteger[] values = new BigInteger[port.count()];
    for (int i = 0; i < values.length; i++) {
      BigInteger value = new BigInteger(port.width(), random);
      boolean signed = port.type() == ValueType.SIGNED;
      values[i] = signed ? value.subtract(BigInteger.ONE.shiftLeft(port.width() - 1)) : value;
    }
    return values;
  }

  private static Map<String, BigInteger[]> inputs(ForgedRun run, long own, long peers) {
    Map<String, BigInteger[]> inputs = new TreeMap<>();
    Random honest = new Random(own);
    Random other = new Random(peers);
    for (Port port : run.program.program().inputs()) {
      inputs.put(port.name(), values(port, port.party() == CHEATER ? other : honest));
    }
    return inputs;
  }

  /** Returns the messages that open elements, or indices, by number. */
  private static List<Integer> openings(List<Integer> lengths, List<Integer> ofPeer) {
    List<Integer> found = new ArrayList<>();
    for (int i = 2; i < lengths.size(); i++) {
      int length = lengths.get(i);
      boolean committed =
          length == FieldHash.BYTES
              || length == Commitment.RANDOMNESS_BYTES + PRIME.bytes()
              || length == Commitment.RANDOMNESS_BYTES + BINARY.bytes();
      if (!committed && ofPeer.get(i) == length) {
        found.add(i);
      }
    }
    return found;
  }

  private static ForgedOpening.Move error(What what, int frame, int length, Random random) {
    if (what.prime && length % PRIME.bytes() == 0) {
      byte[] one = new byte[PRIME.bytes()];
      PRIME.toBytes(PRIME.element(1 + random.nextInt(1000)), 0, one, 0, 1);
      return ForgedOpening.addend(frame, PRIME, random.nextInt(length / PRIME.bytes()), one);
    }
    ForgedOpening.Move flip =
        ForgedOpening.flip(frame, random.nextInt(length), 1 << random.nextInt(3));
    return length > INPUT_BYTES ? flip : ForgedOpening.Move.of(CHEATER, flip);
  }

  private static void requireNothingShown(What what, int trials) throws Exception {
    CompileOptions options =
        CompileOptions.of(PRIME, 2).withSecond(BINARY).withMixed(false).with(what.arguments);
    ForgedRun run = new ForgedRun(Compiler.compile(what.program, "forged", options));
    ForgedOpening none = new ForgedOpening(2, CHEATER, (index, frame) -> false);
    run.deal(0);
    assertInstanceOf(Values.class, run.run(0, inputs(run, 0, 0), none).get(0));
    List<Integer> lengths = none.lengths(CHEATER);
    List<Integer> openings = openings(lengths, none.lengths(0));
    Random random = new Random(48);
    int shown = 0;
    for (int trial = 0; trial < trials; trial++) {
      int frame = openings.get(trial % openings.size());
      ForgedOpening.Move error = error(what, frame, lengths.get(frame), random);
      List<ForgedOpening> runs = new ArrayList<>();
      for (int world = 0; world < 2; world++) {
        ForgedOpening forged = new ForgedOpening(2, CHEATER, error);
        run.deal(trial);
        Object end = run.run(trial, inputs(run, 2L * trial + world, trial), forged).get(0);
        assertTrue(forged.forged());
        assertInstanceOf(PeerCheated.class, end);
        runs.add(forged);
      }
      shown += runs.get(0).showsAs(runs.get(1), List.of(PRIME, BINARY)) ? 0 : 1;
    }
    assertEquals(0, shown, "of " + trials);
  }

  @ParameterizedTest
  @EnumSource(What.class)
  void aForgedOpeningShowsNoSecret(What what) throws Exception {
    requireNothingShown(what, 6);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(What.class)
  void twoHundredForgedOpenings(What what) throws Exception {
    requireNothingShown(what, 200);
  }
}
