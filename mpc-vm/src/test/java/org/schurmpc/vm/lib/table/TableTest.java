package org.schurmpc.vm.lib.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Shuffle;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** What tables refuse, what ends a run, and what is shown. */
class TableTest {
  private static VerifiedProgram compile(boolean mixed, Consumer<ProgramBuilder> program)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSigmaMask(40).withMixed(mixed);
    return Compiler.compile(program::accept, "tables", options);
  }

  private static Values run(VerifiedProgram program, Map<String, long[]> inputs) throws Exception {
    Values values = Interpreter.inputs(program.program());
    for (Map.Entry<String, long[]> each : inputs.entrySet()) {
      values.set(each.getKey(), numbers(each.getValue()));
    }
    Shuffle.fill(values, new SecureRandom());
    return Interpreter.run(program, values, 1).outputs();
  }

  private static BigInteger[] numbers(long... values) {
    return LongStream.of(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  private static Table ids(ProgramBuilder b, Function<TableInput, TableInput> more) {
    TableInput input = new Tables(b).input("t", 0, 4).column("id", IntType.unsigned(4)).padded();
    return more.apply(input).table();
  }

  private static void requireEnd(
      String reason, Consumer<ProgramBuilder> body, Map<String, long[]> inputs) throws Exception {
    for (boolean mixed : new boolean[] {false, true}) {
      VerifiedProgram program = compile(mixed, body);
      OutOfRange e = assertThrows(OutOfRange.class, () -> run(program, inputs));
      assertTrue(e.getMessage().contains(reason), e.getMessage());
    }
  }

  private static final String ORDER =
      "the rows of table t of party 1 are not in the order that the program says";

  @Test
  void tablesInAnotherOrderEndTheRun() throws Exception {
    Consumer<ProgramBuilder> sorted = b -> ids(b, t -> t.sorted(Key.ascending("id"))).reveal("out");
    Consumer<ProgramBuilder> unique = b -> ids(b, t -> t.sortedUnique("id")).reveal("out");
    long[] all = {1, 1, 1, 1};
    requireEnd(ORDER, sorted, Map.of("t_id", new long[] {1, 3, 2, 4}, "t_valid", all));
    requireEnd(ORDER, sorted, Map.of("t_id", new long[] {1, 2, 3, 2}, "t_valid", all));
    requireEnd(
        ORDER, sorted, Map.of("t_id", new long[] {1, 2, 3, 4}, "t_valid", new long[] {1, 0, 1, 1}));
    requireEnd(ORDER, unique, Map.of("t_id", new long[] {1, 2, 2, 4}, "t_valid", all));
    requireEnd(ORDER, unique, Map.of("t_id", new long[] {4, 3, 2, 1}, "t_valid", all));
    for (boolean mixed : new boolean[] {false, true}) {
      VerifiedProgram program = compile(mixed, unique);
      long[] some = {1, 1, 0, 0};
      Values outputs = run(program, Map.of("t_id", new long[] {4, 9, 7, 7}, "t_valid", some));
      assertEquals(List.of(numbers(4, 9, 0, 0)), list(outputs, "out_id"));
    }
  }

  @Test
  void tooManyRowsEndTheRun() throws Exception {
    Consumer<ProgramBuilder> limited = b -> ids(b, t -> t).limit(2).reveal("out");
    long[] ids = {5, 6, 7, 8};
    requireEnd(
        "there are more valid rows than the 2 for which the program has room",
        limited,
        Map.of("t_id", ids, "t_valid", new long[] {1, 1, 0, 1}));
    Values outputs =
        run(compile(true, limited), Map.of("t_id", ids, "t_valid", new long[] {0, 1, 0, 1}));
    assertEquals(List.of(numbers(6, 8)), list(outputs, "out_id"));
  }

  @Test
  void tooManyPairsEndTheRun() throws Exception {
    Consumer<ProgramBuilder> joined =
        b -> {
          Table t = ids(b, e -> e);
          t.with("x", t.values("id")).joinAll(t.select("id"), 5, "id").reveal("out");
        };
    long[] all = {1, 1, 1, 1};
    requireEnd(
        "there are more valid rows than the 5 for which the program has room",
        joined,
        Map.of("t_id", new long[] {1, 2, 1, 1}, "t_valid", all));
    for (boolean mixed : new boolean[] {false, true}) {
      Values outputs =
          run(
              compile(mixed, joined),
              Map.of("t_id", new long[] {1, 2, 1, 1}, "t_valid", new long[] {1, 1, 1, 0}));
      assertEquals(List.of(numbers(1, 1, 1, 1, 2)), list(outputs, "out_x"));
    }
  }

  private static List<BigInteger> list(Values outputs, String name) {
    return List.of(outputs.get(name));
  }

  @Test
  void rowsThatAreJoinedAreUnique() throws Exception {
    Consumer<ProgramBuilder> joined =
        b -> {
          Table t = ids(b, e -> e);
          t.with("more", t.values("id")).join(t.select("id"), "id").reveal("out");
        };
    Map<String, long[]> inputs =
        Map.of("t_id", new long[] {1, 2, 2, 4}, "t_valid", new long[] {1, 1, 1, 1});
    requireEnd("two rows that are joined with others have the same key", joined, inputs);
    long[] valid = {1, 0, 1, 1};
    Values outputs =
        run(compile(true, joined), Map.of("t_id", new long[] {1, 2, 2, 4}, "t_valid", valid));
    assertEquals(List.of(numbers(1, 2, 4, 0)), list(outputs, "out_id"));
  }

  private static void requireRefused(String reason, Consumer<ProgramBuilder> program) {
    Exception e = assertThrows(Exception.class, () -> compile(true, program));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  private static Table wide(ProgramBuilder b, int bits) {
    return new Tables(b)
        .of("id", b.inputs("id", 0, IntType.unsigned(4), 8))
        .with("x", b.inputs("x", 0, IntType.unsigned(bits), 8));
  }

  @Test
  void sumsThatLeaveTheirWidthAreRefused() throws Exception {
    List<String> id = List.of("id");
    requireRefused(
        "the sum of column x over 8 rows can be from 0 to 524280: it needs unsigned 19 bits, and"
            + " not unsigned 16",
        b ->
            wide(b, 16).groupBy(id, Aggregate.sum("x", "sum", IntType.unsigned(16))).reveal("out"));
    compile(
        true,
        b ->
            wide(b, 16).groupBy(id, Aggregate.sum("x", "sum", IntType.unsigned(19))).reveal("out"));
    requireRefused(
        "needs 129 bits, but p128 holds numbers of 127 bits: take a prime of 130 bits",
        b -> wide(b, 125).groupBy(id, Aggregate.sum("x", "sum")).reveal("out"));
  }

  @Test
  void whatCannotBeIsRefused() {
    requireRefused("there is no column y; the table has id, x", b -> wide(b, 4).select("y"));
    requireRefused("each once", b -> wide(b, 4).select("x", "x"));
    requireRefused("an order has some columns", b -> wide(b, 4).sort());
    requireRefused("already", b -> wide(b, 4).rename("x", "id"));
    requireRefused("already", b -> wide(b, 4).with("x", x(b)));
    requireRefused("8 rows have no 9 first", b -> wide(b, 4).top(9, Key.ascending("x")));
    requireRefused("at least 1 row", b -> wide(b, 4).limit(0));
    requireRefused("2 bits choose among 8 rows", b -> wide(b, 4).filter(b.randomBits(2)));
    requireRefused("have no union", b -> wide(b, 4).union(new Tables(b).of("id", x(b))));
    requireRefused("both tables have a column x", b -> join(b, "x"));
    requireRefused("may have nulls", b -> nullable(b).sortedUnique("id").table());
    requireRefused("two columns a", b -> wide(b, 4).groupBy(List.of("id"), twice()));
    requireRefused("1 column or more", b -> wide(b, 4).groupBy(List.of(), twice()));
  }

  private static Aggregate[] twice() {
    return new Aggregate[] {Aggregate.count("a"), Aggregate.max("x", "a")};
  }

  private static SecretInts x(ProgramBuilder b) {
    return b.inputs("other", 1, IntType.unsigned(4), 3);
  }

  private static void join(ProgramBuilder b, String column) {
    wide(b, 4)
        .join(
            new Tables(b)
                .of("id", x(b))
                .with(column, b.secretArray("a", IntType.signed(3), 3).vector(0, 3)),
            "id");
  }

  private static TableInput nullable(ProgramBuilder b) {
    return new Tables(b).input("t", 0, 3).nullable("id", IntType.unsigned(3));
  }

  /** A size is shown by the method of this name, and by nothing else. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sizesAreShownIfAskedFor(boolean mixed) throws Exception {
    VerifiedProgram program =
        compile(
            mixed,
            b -> {
              Table left = ids(b, t -> t).filter("id", x -> new Comparison(b).lessThan(x, 7));
              b.print("there are ", left.revealSize());
              left.revealTo(1, "left");
            });
    Map<String, long[]> inputs =
        Map.of("t_id", new long[] {7, 3, 9, 2}, "t_valid", new long[] {1, 1, 1, 1});
    Values values = Interpreter.inputs(program.program());
    for (Map.Entry<String, long[]> each : inputs.entrySet()) {
      values.set(each.getKey(), numbers(each.getValue()));
    }
    Interpreter.Outcome outcome = Interpreter.run(program, values, 1);
    assertEquals(List.of("there are 2"), outcome.prints());
    assertEquals(List.of(numbers(3, 2, 0, 0)), list(outcome.outputs(), "left_id"));
    assertEquals(List.of(numbers(1, 1, 0, 0)), list(outcome.outputs(), "left_valid"));
    assertTrue(outcome.outputs().ports().stream().allMatch(port -> port.party() == 1));
    assertFalse(outcome.outputs().ports().isEmpty());
  }

  private static Consumer<ProgramBuilder> joined(String... columns) {
    return b -> {
      Table t = ids(b, e -> e);
      t.with("x", t.values("id")).join(t.select("id"), "id").select(columns).reveal("out");
    };
  }

  /** Sums of rows that are no groups are in their range: 0, whatever was moved there. */
  @Test
  void rowsThatAreNoGroupsHaveNoSums() throws Exception {
    VerifiedProgram program =
        compile(
            true,
            b ->
                b.output(
                    "sums",
                    ids(b, t -> t.sorted(Key.ascending("id")))
                        .groupBy(List.of("id"), Aggregate.sum("id", "sum"))
                        .values("sum")));
    Map<String, long[]> inputs =
        Map.of("t_id", new long[] {3, 3, 3, 7}, "t_valid", new long[] {1, 1, 1, 1});
    assertEquals(List.of(numbers(9, 7, 0, 0)), list(run(program, inputs), "sums"));
  }

  /** The order of a join tells of its key: rows without it are in a uniform order. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsWhoseOrderTellsOfOthersAreShuffled(boolean mixed) throws Exception {
    VerifiedProgram shown = compile(mixed, joined("id", "x"));
    assertTrue(shown.program().inputs().stream().noneMatch(Shuffle::isShuffle));
    VerifiedProgram hidden = compile(mixed, joined("x"));
    assertTrue(hidden.program().inputs().stream().anyMatch(Shuffle::isShuffle));
    Map<String, long[]> inputs =
        Map.of("t_id", new long[] {3, 1, 7, 2}, "t_valid", new long[] {1, 0, 1, 1});
    assertEquals(List.of(numbers(2, 3, 7, 0)), list(run(shown, inputs), "out_x"));
    Map<List<BigInteger>, Integer> orders = new HashMap<>();
    for (int turn = 0; turn < 600; turn++) {
      List<BigInteger> order = list(run(hidden, inputs), "out_x");
      assertEquals(List.of(numbers(0, 2, 3, 7)), order.stream().sorted().toList());
      orders.merge(order, 1, Integer::sum);
    }
    assertEquals(6, orders.size());
    // Of 100 expected, a deviation of 9 is usual.
    assertTrue(orders.values().stream().allMatch(count -> Math.abs(count - 100) < 60), "" + orders);
  }

  /** What was sorted by columns that are shown is sorted again. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsThatAreShuffledKeepTheOrderOfWhatIsShown(boolean mixed) throws Exception {
    VerifiedProgram program =
        compile(
            mixed,
            b -> {
              Table t = ids(b, e -> e);
              t.with("x", t.values("id"))
                  .join(t.select("id"), "id")
                  .sort(Key.descending("x"))
                  .select("x")
                  .reveal("out");
            });
    assertTrue(program.program().inputs().stream().anyMatch(Shuffle::isShuffle));
    Map<String, long[]> inputs =
        Map.of("t_id", new long[] {3, 1, 7, 2}, "t_valid", new long[] {1, 0, 1, 1});
    assertEquals(List.of(numbers(7, 3, 2, 0)), list(run(program, inputs), "out_x"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theOrderOfMembersIsUniform(boolean mixed) throws Exception {
    requireUniform(mixed, 1_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("slow")
  void theOrderOfMembersIsUniformInManyRuns(boolean mixed) throws Exception {
    requireUniform(mixed, 10_000);
  }

  /** Each order of the members is as frequent as any other, whoever's keys are around them. */
  private static void requireUniform(boolean mixed, int draws) throws Exception {
    VerifiedProgram program =
        compile(
            mixed,
            b -> {
              Tables tables = new Tables(b);
              IntType key = IntType.unsigned(4);
              Table mine = tables.input("t", 0, 5).column("id", key).padded().table();
              Table theirs = tables.input("u", 1, 3).column("id", key).padded().table();
              mine.semiJoin(theirs, "id").shuffle().revealTo(0, "out");
            });
    Map<String, long[]> inputs =
        Map.of(
            "t_id", new long[] {9, 2, 7, 4, 0},
            "t_valid", new long[] {1, 1, 1, 1, 0},
            "u_id", new long[] {2, 4, 9},
            "u_valid", new long[] {1, 1, 1});
    Map<List<BigInteger>, Integer> seen = new HashMap<>();
    for (int draw = 0; draw < draws; draw++) {
      Values outputs = run(program, inputs);
      List<BigInteger> order = List.of(outputs.get("out_id")).subList(0, 3);
      assertEquals(3, List.of(outputs.get("out_valid")).lastIndexOf(BigInteger.ONE) + 1);
      seen.merge(order, 1, Integer::sum);
    }
    assertEquals(6, seen.size(), seen.toString());
    double expected = draws / 6.0;
    double square =
        seen.values().stream().mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
    assertTrue(square < 40, () -> "chi-square of 5 degrees " + square); // once in 10^7 runs
  }

  /** Tables of 10 and of 4,000 rows take the same rounds and bytes. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNumberOfRowsIsNotInTheTranscript(boolean mixed) throws Exception {
    int capacity = 4_096;
    VerifiedProgram program =
        compile(
            mixed,
            b -> {
              Table t =
                  new Tables(b)
                      .input("t", 0, capacity)
                      .column("x", IntType.unsigned(8))
                      .padded()
                      .table();
              b.output("sum", t.valid().asInts().dot(t.values("x")));
            });
    List<List<Long>> transcripts = new ArrayList<>();
    for (int rows : new int[] {10, 4_000}) {
      BigInteger[] x = new BigInteger[capacity];
      BigInteger[] valid = new BigInteger[capacity];
      Arrays.setAll(x, i -> BigInteger.valueOf(i < rows ? 3 : 0));
      Arrays.setAll(valid, i -> BigInteger.valueOf(i < rows ? 1 : 0));
      List<Long> transcript = new ArrayList<>();
      for (VmRun.End end :
          new VmRun(program, Map.of("t_x", x, "t_valid", valid)).run(OpeningMode.ALL)) {
        assertNull(end.failure());
        assertEquals(BigInteger.valueOf(3L * rows), end.outputs().get("sum")[0]);
        transcript.add(end.rounds());
        transcript.add(end.sent());
      }
      transcripts.add(transcript);
    }
    assertEquals(transcripts.get(0), transcripts.get(1));
  }

  /** Cells are bits of their party, and numbers if it is said, or if there is no room for bits. */
  @Test
  void cellsAreBitsUnlessTheyAreSaidToBeNumbers() throws Exception {
    assertEquals(Set.of(1), fieldsOfInputs(t -> t.column("x", IntType.unsigned(8)).padded()));
    assertEquals(
        Set.of(0), fieldsOfInputs(t -> t.overField().column("x", IntType.unsigned(8)).padded()));
    assertEquals(Set.of(0), fieldsOfInputs(t -> t.column("x", IntType.unsigned(100))));
    assertEquals(Set.of(0), fieldsOfInputs(t -> t.column("x", IntType.signed(1))));
  }

  private static Set<Integer> fieldsOfInputs(UnaryOperator<TableInput> columns) throws Exception {
    VerifiedProgram program =
        compile(
            true,
            b -> {
              Table t = columns.apply(new Tables(b).input("t", 0, 3)).table();
              b.output("sum", t.valid().asInts().times(t.values("x")).sum());
            });
    return program.program().inputs().stream().map(Port::field).collect(Collectors.toSet());
  }

  /** Rows of a join are moved when a cell is asked for, and then the columns that are left. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void columnsThatAreLeftOutAreNotMoved(boolean mixed) throws Exception {
    long all = products(mixed, t -> t.b().output("x", t.joined().values("x")));
    long some = products(mixed, t -> t.b().output("x", t.joined().select("x").values("x")));
    long size = products(mixed, t -> t.b().output("n", t.joined().revealSize()));
    long twice =
        products(
            mixed,
            t -> {
              t.b().output("x", t.joined().select("x").values("x"));
              t.b().output("id", t.joined().rename("id", "key").select("key").values("key"));
            });
    assertTrue(size < some && (mixed ? some < all : some == all), size + " " + some + " " + all);
    assertTrue(twice < 2 * all - size, "what is exchanged is found out once: " + twice);
  }

  private record JoinOf(ProgramBuilder b, Table joined) {}

  private static long products(boolean mixed, Consumer<JoinOf> use) throws Exception {
    VerifiedProgram program =
        compile(
            mixed,
            b -> {
              Tables tables = new Tables(b);
              IntType key = IntType.unsigned(30);
              Table t = tables.input("t", 0, 8).column("id", key).column("x", key).table();
              Table u = tables.input("u", 1, 8).column("id", key).sortedUnique("id").table();
              use.accept(new JoinOf(b, t.join(u, "id")));
            });
    Counts items = CostReport.of(program).total().items();
    return mixed ? items.mixed().ands() : items.triples();
  }
}
