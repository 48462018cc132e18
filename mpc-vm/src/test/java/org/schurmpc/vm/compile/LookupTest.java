package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.lang.IndexVar;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Lookup;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretGf2nArray;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.AesBytes;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Lookups in public tables at secret indices: results, rounds, checks and errors. */
class LookupTest {
  private static VerifiedProgram compile(SecureProgram program, String second, int parties)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), parties).withSecond(Fields.named(second));
    return Compiler.compile(program, "lookups", options);
  }

  private static VerifiedProgram compile(SecureProgram program) throws Exception {
    return compile(program, "gf2_40", 2);
  }

  private static LookupTable random(int inputBits, int outputBits) {
    Random random = new Random(inputBits * 31L + outputBits);
    int[] entries = new int[1 << inputBits];
    Arrays.setAll(entries, i -> random.nextInt(1 << outputBits));
    return new LookupTable(inputBits, outputBits, entries);
  }

  /** Bits of n indices of a party: of all indices bit 0, then of all bit 1, and so on. */
  private static SecretBitVector[] index(ProgramBuilder b, String name, int bits, int n) {
    SecretBitVector[] index = new SecretBitVector[bits];
    for (int i = 0; i < bits; i++) {
      index[i] = b.secondField().inputBits(name + i, i % 2, n);
    }
    return index;
  }

  /** Outputs the entries of a table at the indices of an input. */
  private static void lookUp(ProgramBuilder b, String name, LookupTable table, int n) {
    List<SecretBitVector> entry =
        b.secondField().lookup(table).of(index(b, name, table.inputBits(), n));
    b.output(name, SecretBitVector.join(entry.toArray(SecretBitVector[]::new)));
  }

  /** A program of lookups in some tables, and what it computes. */
  private static final class Lookups {
    final List<LookupTable> tables = new ArrayList<>();
    final Map<String, BigInteger[]> inputs = new TreeMap<>();
    final Map<String, BigInteger[]> expected = new TreeMap<>();
    private final int n;
    private final Random random = new Random(7);

    Lookups(int n) {
      this.n = n;
    }

    void add(int inputBits, int outputBits) {
      LookupTable table = random(inputBits, outputBits);
      String name = "t" + tables.size() + "_";
      tables.add(table);
      int[] indices = random.ints(n, 0, table.entries()).toArray();
      for (int i = 0; i < inputBits; i++) {
        inputs.put(name + i, bits(indices, i));
      }
      int[] entries = Arrays.stream(indices).map(table::entry).toArray();
      BigInteger[] all = new BigInteger[outputBits * n];
      for (int i = 0; i < outputBits; i++) {
        System.arraycopy(bits(entries, i), 0, all, i * n, n);
      }
      expected.put(name, all);
    }

    private static BigInteger[] bits(int[] numbers, int bit) {
      return Arrays.stream(numbers)
          .mapToObj(each -> BigInteger.valueOf(each >> bit & 1))
          .toArray(BigInteger[]::new);
    }

    void define(ProgramBuilder b) {
      for (int i = 0; i < tables.size(); i++) {
        lookUp(b, "t" + i + "_", tables.get(i), n);
      }
    }

    void requireRight(Values outputs) {
      expected.forEach((name, all) -> assertArrayEquals(all, outputs.get(name), name));
    }
  }

  private static Lookups sizes() {
    Lookups lookups = new Lookups(5);
    lookups.add(2, 1);
    lookups.add(1, 16);
    lookups.add(3, 7);
    lookups.add(8, 8);
    lookups.add(12, 8);
    lookups.add(2, 1);
    return lookups;
  }

  private static Values interpret(VerifiedProgram program, Map<String, BigInteger[]> inputs)
      throws Exception {
    Values values = Interpreter.inputs(program.program());
    for (Map.Entry<String, BigInteger[]> each : inputs.entrySet()) {
      values.set(each.getKey(), each.getValue());
    }
    return Interpreter.run(program, values, 1).outputs();
  }

  @ParameterizedTest
  @CsvSource({
    "gf2_40, 2, ALL",
    "gf2_40, 3, ALL",
    "gf2_40, 3, KING",
    "gf2_64, 2, ALL",
    "gf2_128, 2, KING"
  })
  void entriesOfAllSizes(String field, int parties, OpeningMode mode) throws Exception {
    Lookups lookups = sizes();
    VerifiedProgram program = compile(lookups::define, field, parties);
    lookups.requireRight(interpret(program, lookups.inputs));
    CostReport report = CostReport.of(program);
    assertEquals(1, report.total().rounds());
    // The table of 2 to 1 bits stands in the program once.
    Counts items = report.total().items();
    assertArrayEquals(new long[] {10, 5, 5, 5, 5}, items.lookups());
    VmRun run = new VmRun(program, lookups.inputs);
    for (VmRun.End end : run.run(mode)) {
      assertNull(end.failure());
      lookups.requireRight(end.outputs());
      if (mode == OpeningMode.ALL) {
        assertEquals(report.networkRounds(), end.rounds());
        assertEquals(report.networkBytes(end.party()), end.sent());
      }
    }
  }

  /** Bits, bytes, products, reveals and openings over the first field, all at once. */
  private static void mixed(ProgramBuilder b) {
    SecondField field = b.secondField();
    AesBytes bytes = new AesBytes(b);
    SecretGf2ns block = bytes.input("block", 0, 1);
    SecretBitVector x = field.inputBits("x", 0, 3);
    SecretBitVector y = field.inputBits("y", 1, 3);
    SecretInt z = b.input("z", 1, IntType.signed(20));
    SecretBitVector sum =
        field.lookup(new LookupTable(2, 1, new int[] {0, 1, 1, 0})).of(x, y).get(0);
    SecretGf2ns inverted = field.byteLookup(notTable()).of(block);
    b.output("sum", sum);
    b.output("both", x.and(y));
    b.output("square", z.square());
    b.output("z", z.reveal());
    field.output("inverted", bytes.bytes(inverted.reveal()));
  }

  private static LookupTable notTable() {
    int[] entries = new int[256];
    Arrays.setAll(entries, i -> i ^ 0xff);
    return new LookupTable(8, 8, entries);
  }

  private static BigInteger[] numbers(int... numbers) {
    return Arrays.stream(numbers).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  @ParameterizedTest
  @CsvSource({"2, ALL", "3, ALL", "3, KING"})
  void shareARoundWithOtherOpenings(int parties, OpeningMode mode) throws Exception {
    VerifiedProgram program = compile(LookupTest::mixed, "gf2_40", parties);
    CostReport report = CostReport.of(program);
    // The result of bytes is revealed in a second round.
    assertEquals(2, report.total().rounds());
    int[] block = new Random(3).ints(16, 0, 256).toArray();
    Map<String, BigInteger[]> inputs =
        Map.of(
            "block", numbers(block),
            "x", numbers(0, 1, 1),
            "y", numbers(1, 1, 0),
            "z", numbers(-7));
    List<Values> all = new ArrayList<>(List.of(interpret(program, inputs)));
    for (VmRun.End end : new VmRun(program, inputs).run(mode)) {
      assertNull(end.failure());
      all.add(end.outputs());
      if (mode == OpeningMode.ALL) {
        assertEquals(report.networkRounds(), end.rounds());
        assertEquals(report.networkBytes(end.party()), end.sent());
      }
    }
    for (Values outputs : all) {
      assertArrayEquals(numbers(1, 0, 1), outputs.get("sum"));
      assertArrayEquals(numbers(0, 1, 0), outputs.get("both"));
      assertArrayEquals(numbers(49), outputs.get("square"));
      assertArrayEquals(numbers(-7), outputs.get("z"));
      int[] inverted = Arrays.stream(block).map(each -> each ^ 0xff).toArray();
      assertArrayEquals(numbers(inverted), outputs.get("inverted"));
    }
  }

  /** Looks up the result of a lookup, some times. */
  private static void chain(ProgramBuilder b, int times, boolean product) {
    Lookup lookup = b.secondField().lookup(random(2, 2));
    SecretBitVector[] bits = index(b, "x", 2, 3);
    if (product) {
      bits[0] = bits[0].and(bits[1]);
    }
    for (int i = 0; i < times; i++) {
      bits = lookup.of(bits).toArray(SecretBitVector[]::new);
    }
    b.output("out", SecretBitVector.join(bits));
  }

  private static void requireCosts(SecureProgram program, long rounds, long checks)
      throws Exception {
    VerifiedProgram compiled = compile(program);
    Cost total = CostReport.of(compiled).total();
    assertEquals(rounds, total.rounds());
    assertEquals(checks, total.checks());
    Values inputs = Interpreter.inputs(compiled.program());
    inputs.set("x0", numbers(0, 1, 1));
    inputs.set("x1", numbers(1, 0, 1));
    if (inputs.ports().size() > 2) {
      inputs.set("y", numbers(5));
    }
    Interpreter.Outcome outcome = Interpreter.run(compiled, inputs, 1);
    assertEquals(rounds, outcome.rounds());
    assertEquals(checks, outcome.checks().stream().mapToLong(each -> each).sum());
    assertEquals(total.opened(), outcome.opened().stream().mapToLong(each -> each).sum());
  }

  /** What lookups open stays in the span of indices, whatever a party sends. */
  @Test
  void lookupsAreNotCheckedBeforeLookups() throws Exception {
    requireCosts(b -> chain(b, 6, false), 6, 1);
  }

  @Test
  void productsAreNotCheckedBeforeLookups() throws Exception {
    requireCosts(b -> chain(b, 6, true), 7, 1);
  }

  /** The last check is one of each field. */
  @Test
  void eachFieldIsChecked() throws Exception {
    requireCosts(
        b -> {
          SecretInt x = b.input("y", 0, IntType.signed(9));
          chain(b, 2, false);
          b.output("y", x.times(x).plus(1).square());
        },
        2,
        2);
  }

  private static void requireRefused(SecureProgram program, String reason) throws Exception {
    BadFile e = assertThrows(BadFile.class, () -> compile(program));
    assertTrue(e.getMessage().endsWith(reason), e.getMessage());
  }

  @Test
  void wrongIndicesAreRefused() throws Exception {
    LookupTable table = random(3, 2);
    requireRefused(
        b -> b.secondField().lookup(table).of(index(b, "x", 2, 1)),
        "a table of 3 input bits is looked up at 2 bits");
    requireRefused(
        b -> b.secondField().lookup(table).of(new SecretBit[0]),
        "a table of 3 input bits is looked up at 0 bits");
    requireRefused(
        b -> b.secondField().lookup(table).of(b.randomBits(2), b.randomBits(2), b.randomBits(2)),
        "a table is looked up at bits over the second field");
    SecureProgram lengths =
        b -> {
          SecondField field = b.secondField();
          field.lookup(table).of(field.randomBits(2), field.randomBits(2), field.randomBits(1));
        };
    requireRefused(lengths, "a vector of 2 is combined with one of 1");
    requireRefused(
        b -> b.secondField().byteLookup(random(9, 8)), "table 0 has bytes of more than 8 bits");
    BadFile e =
        assertThrows(
            BadFile.class, () -> compile(b -> b.secondField().byteLookup(notTable()), "gf2_64", 2));
    assertTrue(
        e.getMessage().endsWith("bytes are images in gf2_40, and the second field is gf2_64"),
        e.getMessage());
  }

  /** Elements that are no index, in the clear. */
  @ParameterizedTest
  @CsvSource({"gf2_40, 8, true", "gf2_40, 1, false", "gf2_128, 8, false", "gf2_40, 3, true"})
  void whatIsNoIndexEndsTheProgram(String second, int element, boolean bytes) throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              SecondField field = b.secondField();
              SecretGf2ns x = field.inputBits("x", 0, 1).asElements();
              SecretGf2ns value = x.times(b.clearGf2n(element));
              if (bytes) {
                field.output("out", field.byteLookup(notTable()).of(value));
              } else {
                SecretBitVector bit = value.assumeBits();
                b.output("out", field.lookup(random(3, 1)).of(bit, bit, bit).get(0));
              }
            },
            second,
            2);
    assertEquals(
        element == 1 ? 1 : 0,
        interpretOne(program, 1) == null ? 0 : 1,
        "an element of a value that is no bit");
    interpretOne(program, 0);
  }

  /** Returns the outputs, or null if the program ended with the fault of a lookup. */
  private static Values interpretOne(VerifiedProgram program, int x) throws Exception {
    try {
      return interpret(program, Map.of("x", numbers(x)));
    } catch (ProgramFault e) {
      assertEquals(1, x);
      assertTrue(e.getMessage().contains("LookupTest.java:"), e.getMessage());
      assertTrue(e.getMessage().endsWith(": a value is no index of the table"), e.getMessage());
      return null;
    }
  }

  /** Lookups in tapes side by side, in a loop, and in a loop whose turns are not known. */
  private static void tapes(ProgramBuilder b) {
    SecondField field = b.secondField();
    Lookup lookup = field.lookup(random(2, 2));
    SecretGf2nArray lows = field.secretArray(3);
    SecretGf2nArray highs = field.secretArray(3);
    SecretBitVector[] index = index(b, "x", 2, 3);
    lows.store(0, index[0].asElements());
    highs.store(0, index[1].asElements());
    b.parallel(
        3,
        tape -> {
          SecretGf2nArray low = lows.chunk(tape, 1);
          SecretGf2nArray high = highs.chunk(tape, 1);
          b.repeat(
              4,
              turn -> {
                List<SecretBitVector> next =
                    lookup.of(low.vector(0, 1).assumeBits(), high.vector(0, 1).assumeBits());
                low.store(0, next.get(0).asElements());
                high.store(0, next.get(1).asElements());
              });
        });
    IndexVar left = b.indexVar(3);
    b.whileTrue(
        () -> left.get(),
        () -> {
          List<SecretBitVector> next =
              lookup.of(lows.vector(0, 3).assumeBits(), highs.vector(0, 3).assumeBits());
          lows.store(0, next.get(0).asElements());
          highs.store(0, next.get(1).asElements());
          left.set(left.get().minus(1));
        });
    SecretGf2ns out = SecretGf2ns.join(lows.vector(0, 3), highs.vector(0, 3));
    b.output("out", out.assumeBits());
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 3"})
  void tapesHaveMaterialOfTheirOwn(int parties, int threads) throws Exception {
    VerifiedProgram program = compile(LookupTest::tapes, "gf2_40", parties);
    Map<String, BigInteger[]> inputs = Map.of("x0", numbers(0, 1, 1), "x1", numbers(1, 0, 1));
    BigInteger[] expected = new BigInteger[6];
    LookupTable table = random(2, 2);
    for (int i = 0; i < 3; i++) {
      int value = List.of(2, 1, 3).get(i);
      for (int turn = 0; turn < 4 + 3; turn++) {
        value = table.entry(value);
      }
      expected[i] = BigInteger.valueOf(value & 1);
      expected[i + 3] = BigInteger.valueOf(value >> 1);
    }
    assertArrayEquals(expected, interpret(program, inputs).get("out"));
    VmRun run = new VmRun(program, inputs);
    for (VmRun.End end : run.withThreads(threads).run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertArrayEquals(expected, end.outputs().get("out"));
    }
  }

  /** Fields of characteristic 2 alone have tables of bits. */
  @Test
  void fieldsHaveTables() throws Exception {
    Field prime = Fields.named("p128");
    CompileOptions options = CompileOptions.of(prime, 2);
    BadFile e =
        assertThrows(
            BadFile.class,
            () -> Compiler.compile(b -> b.secondField().lookup(random(1, 1)), "one", options));
    assertTrue(e.getMessage().contains("no second field"), e.getMessage());
  }
}
