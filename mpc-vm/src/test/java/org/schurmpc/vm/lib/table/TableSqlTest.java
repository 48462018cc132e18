package org.schurmpc.vm.lib.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Source;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ProgramWriter;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Shuffle;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Functions on random tables give what SQLite's SQL gives. */
class TableSqlTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A function on two tables, the same in SQL, and the columns of its result. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Query(String name, Secure secure, String sql, String... columns) {}

  private interface Secure {
    Table of(Table visits, Table wards);
  }

  private static List<Query> queries() {
    return List.of(
        new Query(
            "filter",
            (v, w) -> v.filter("cost", x -> new Comparison(v.tables().builder()).lessThan(x, 3)),
            "select ward, age, cost from visits where cost < 3 order by place",
            "ward",
            "age",
            "cost"),
        new Query(
            "sort",
            (v, w) -> v.sort(Key.descending("ward"), Key.ascending("cost"), Key.descending("age")),
            "select ward, age, cost from visits"
                + " order by ward desc nulls last, cost nulls last, age desc, place",
            "ward",
            "age",
            "cost"),
        new Query(
            "stable sort",
            (v, w) -> v.sort(Key.ascending("ward")),
            "select ward, age, cost from visits order by ward nulls last, place",
            "ward",
            "age",
            "cost"),
        new Query(
            "top",
            (v, w) -> v.top(3, Key.descending("cost"), Key.ascending("age")),
            "select ward, age, cost from visits"
                + " order by cost desc nulls last, age, place limit 3",
            "ward",
            "age",
            "cost"),
        new Query(
            "top of groups",
            (v, w) -> v.topOfGroups(2, List.of("ward"), Key.descending("cost")),
            "select ward, age, cost from (select *, row_number() over"
                + " (partition by ward order by cost desc nulls last, place) as r from visits)"
                + " where r <= 2 order by ward nulls last, cost desc nulls last, place",
            "ward",
            "age",
            "cost"),
        new Query(
            "distinct",
            (v, w) -> v.distinct("ward", "cost"),
            "select distinct ward, cost from visits order by ward nulls last, cost nulls last",
            "ward",
            "cost"),
        new Query(
            "union",
            (v, w) ->
                v.select("ward", "age").union(w.select("ward", "floor").rename("floor", "age")),
            "select ward, age from (select 0 as t, place, ward, age from visits"
                + " union all select 1 as t, place, ward, floor from wards) order by t, place",
            "ward",
            "age"),
        new Query(
            "union that is sorted",
            (v, w) ->
                v.select("ward", "age")
                    .union(w.select("ward", "floor").rename("floor", "age"))
                    .sort(Key.ascending("ward")),
            "select ward, age from (select 0 as t, place, ward, age from visits"
                + " union all select 1 as t, place, ward, floor from wards)"
                + " order by ward nulls last, t, place",
            "ward",
            "age"),
        new Query(
            "group by",
            (v, w) ->
                v.groupBy(
                    List.of("ward"),
                    Aggregate.count("n"),
                    Aggregate.count("cost", "costs"),
                    Aggregate.sum("cost", "total"),
                    Aggregate.sum("age", "ages"),
                    Aggregate.min("cost", "least"),
                    Aggregate.max("cost", "most"),
                    Aggregate.min("age", "youngest"),
                    Aggregate.max("age", "oldest")),
            "select ward, count(*), count(cost), sum(cost), sum(age), min(cost), max(cost),"
                + " min(age), max(age) from visits group by ward order by ward nulls last",
            "ward",
            "n",
            "costs",
            "total",
            "ages",
            "least",
            "most",
            "youngest",
            "oldest"),
        new Query(
            "mean",
            (v, w) ->
                v.groupBy(
                    List.of("cost"),
                    Aggregate.mean("age", "age", 1),
                    Aggregate.mean("ward", "w", 0)),
            "select cost, sum(age) * 10 / count(age), cast(floor(1.0 * sum(ward) / count(ward))"
                + " as integer) from visits group by cost order by cost nulls last",
            "cost",
            "age",
            "w"),
        new Query(
            "group by of two columns",
            (v, w) ->
                v.sort(Key.descending("cost"), Key.ascending("ward"), Key.ascending("age"))
                    .groupBy(List.of("ward", "cost"), Aggregate.sum("age", "ages")),
            "select ward, cost, sum(age) from visits group by ward, cost"
                + " order by cost desc nulls last, ward nulls last",
            "ward",
            "cost",
            "ages"),
        new Query(
            "join",
            (v, w) -> v.join(w, "ward"),
            "select v.ward, age, cost, floor, beds from visits v join wards w on v.ward = w.ward"
                + " order by v.ward, v.place",
            "ward",
            "age",
            "cost",
            "floor",
            "beds"),
        new Query(
            "join of all",
            (v, w) ->
                v.joinAll(
                    v.select("age", "ward").rename("age", "other"),
                    Math.min(v.rows() * v.rows(), 20 * v.rows()),
                    "ward"),
            "select v.ward, v.age, v.cost, u.age from visits v join visits u on v.ward = u.ward"
                + " order by v.ward, v.place, u.place",
            "ward",
            "age",
            "cost",
            "other"),
        new Query(
            "join of all with few",
            (v, w) -> w.joinAll(v, v.rows() + 1, "ward"),
            "select w.ward, floor, beds, age, cost from wards w join visits v on v.ward = w.ward"
                + " order by v.ward, v.place",
            "ward",
            "floor",
            "beds",
            "age",
            "cost"),
        new Query(
            "join and group by",
            (v, w) ->
                v.join(w, "ward")
                    .groupBy(List.of("ward"), Aggregate.sum("beds", "beds"), Aggregate.count("n")),
            "select v.ward, sum(beds), count(*) from visits v join wards w on v.ward = w.ward"
                + " group by v.ward order by v.ward",
            "ward",
            "beds",
            "n"),
        new Query(
            "semi-join",
            (v, w) -> v.semiJoin(w, "ward"),
            "select ward, age, cost from visits v where exists"
                + " (select 1 from wards w where w.ward = v.ward) order by ward, place",
            "ward",
            "age",
            "cost"),
        new Query(
            "semi-join of two columns",
            (v, w) -> v.rename("cost", "floor").semiJoin(w, "ward", "floor"),
            "select ward, age, cost from visits v where exists (select 1 from wards w where"
                + " w.ward = v.ward and w.floor = v.cost) order by ward, cost, place",
            "ward",
            "age",
            "floor"),
        new Query(
            "semi-join with duplicates",
            (v, w) -> w.semiJoin(v, "ward"),
            "select ward, floor, beds from wards w where exists"
                + " (select 1 from visits v where w.ward = v.ward) order by ward, place",
            "ward",
            "floor",
            "beds"),
        new Query(
            "anti-join",
            (v, w) -> v.antiJoin(w, "ward"),
            "select ward, age, cost from visits v where not exists"
                + " (select 1 from wards w where w.ward = v.ward) order by ward nulls last, place",
            "ward",
            "age",
            "cost"));
  }

  private static Ward visits(int rows) {
    return new Ward("visits", 0, rows)
        .column("ward", IntType.signed(3), true)
        .column("age", IntType.unsigned(4), false)
        .column("cost", IntType.signed(3), true);
  }

  private static Ward wards(int rows) {
    return new Ward("wards", 1, rows)
        .column("ward", IntType.unsigned(3), true)
        .column("floor", IntType.unsigned(2), false)
        .column("beds", IntType.unsigned(4), true);
  }

  /** How the parties give their tables. */
  private enum Given {
    FULL,
    PADDED,
    SORTED;

    Ward visits(int rows) {
      Ward ward = TableSqlTest.visits(rows);
      return switch (this) {
        case FULL -> ward;
        case PADDED -> ward.padded();
        case SORTED -> ward.padded().sorted(Key.ascending("ward"));
      };
    }

    Ward wards(int rows) {
      Ward ward = TableSqlTest.wards(rows);
      return switch (this) {
        case FULL -> ward;
        case PADDED -> ward.padded();
        case SORTED -> ward.padded().sorted(Key.ascending("ward"));
      };
    }
  }

  private static VerifiedProgram compile(Query query, Given given, boolean mixed, int n, int m)
      throws Exception {
    return Ward.compile(
        mixed,
        b -> {
          Tables tables = new Tables(b);
          return query.secure.of(given.visits(n).input(tables), given.wards(m).input(tables));
        });
  }

  private static int compare(Query query, Given given, boolean mixed, int n, int m, int draws)
      throws Exception {
    VerifiedProgram program = compile(query, given, mixed, n, m);
    Random random = new Random(31L * n + m);
    try (Sql sql = new Sql()) {
      for (int draw = 0; draw < draws; draw++) {
        Ward visits = given.visits(n).draw(random, null);
        Ward wards = given.wards(m).draw(random, "ward");
        Map<String, BigInteger[]> numbers = new HashMap<>(visits.inputs());
        numbers.putAll(wards.inputs());
        Values inputs = Interpreter.inputs(program.program());
        for (Map.Entry<String, BigInteger[]> each : numbers.entrySet()) {
          inputs.set(each.getKey(), each.getValue());
        }
        Shuffle.fill(inputs, RANDOM);
        Values outputs = Interpreter.run(program, inputs, draw).outputs();
        sql.put(visits);
        sql.put(wards);
        assertEquals(
            sql.query(query.sql),
            Ward.revealed(outputs, Arrays.asList(query.columns)),
            () ->
                "%s, %s, %s rows %d and %d, draw".formatted(query.name, given, mixed, n, m)
                    + visits.rows.stream().map(Arrays::toString).toList()
                    + wards.rows.stream().map(Arrays::toString).toList());
      }
    }
    return draws;
  }

  private static int compare(int n, int m, int draws) throws Exception {
    int all = 0;
    for (Query query : queries()) {
      for (Given given : Given.values()) {
        all += compare(query, given, false, n, m, draws);
        all += compare(query, given, true, n, m, draws);
      }
    }
    return all;
  }

  /** Each function over the field and with bits in TinyOT, on tables that are given in turns. */
  @Test
  void randomTablesAreAsInSql() throws Exception {
    int next = 0;
    for (Query query : queries()) {
      for (boolean mixed : new boolean[] {false, true}) {
        int turn = next++;
        compare(query, Given.values()[turn % 3], mixed, 7 - turn % 4, 4 - turn % 5 / 2, 6);
      }
    }
  }

  @Test
  void tablesOfARowAreAsInSql() throws Exception {
    for (Query query : queries()) {
      compare(query, Given.PADDED, true, query.name.startsWith("top") ? 3 : 1, 1, 3);
    }
  }

  @Test
  @Tag("slow")
  void thousandsOfTablesAreAsInSql() throws Exception {
    int all = 0;
    for (int[] rows : new int[][] {{3, 1}, {4, 8}, {5, 2}, {8, 3}, {13, 6}, {16, 5}, {31, 8}}) {
      all += compare(rows[0], rows[1], 6);
    }
    assertTrue(all >= 4000, all + " tables");
  }

  /** Parties that compute together have what one database has. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void realPartiesReveal(boolean mixed) throws Exception {
    for (String name : List.of("top of groups", "join and group by")) {
      Query query = queries().stream().filter(e -> e.name.equals(name)).findAny().orElseThrow();
      VerifiedProgram program = compile(query, Given.SORTED, mixed, 4, 3);
      Random random = new Random(5);
      Ward visits = Given.SORTED.visits(4).draw(random, null);
      Ward wards = Given.SORTED.wards(3).draw(random, "ward");
      Map<String, BigInteger[]> inputs = new HashMap<>(visits.inputs());
      inputs.putAll(wards.inputs());
      for (Port port : program.program().inputs()) {
        assertTrue(inputs.containsKey(port.name()), port.name());
      }
      List<VmRun.End> ends = new VmRun(program, inputs).run(OpeningMode.ALL);
      try (Sql sql = new Sql()) {
        sql.put(visits);
        sql.put(wards);
        for (VmRun.End end : ends) {
          assertNull(end.failure());
          List<String> columns = Arrays.asList(query.columns);
          assertEquals(sql.query(query.sql), Ward.revealed(end.outputs(), columns));
        }
      }
    }
  }

  /** Each function by two parties whose material is from oblivious transfer. */
  @Test
  @Tag("slow")
  void fortyTablesOverMascotAreAsInSql(@TempDir Path folder) throws Exception {
    List<Query> all = queries();
    for (int i = 0; i < Math.max(40, 2 * all.size()); i++) {
      Query query = all.get(i / 2 % all.size());
      overMascot(folder.resolve(i + ".vm"), query, Given.values()[i % 3], i % 2 == 1, 4 + i % 3);
    }
  }

  private static void overMascot(Path file, Query query, Given given, boolean mixed, int n)
      throws Exception {
    Files.write(file, ProgramWriter.write(compile(query, given, mixed, n, 3).program()));
    ConfiguredProgram program = ProgramLanguages.only().read(file).configure(new TreeMap<>(), 1);
    Random random = new Random(n);
    Ward[] wards = {
      given.visits(n).draw(random, null), given.wards(3).draw(random, "ward"),
    };
    List<SortedMap<String, BigInteger[]>> ends =
        Parties.run(
            2,
            LIMIT,
            network -> {
              SortedMap<String, BigInteger[]> mine = new TreeMap<>(wards[network.party()].inputs());
              try (OpenRun run = program.plan().connect(network, List.of(new Source.Own()))) {
                return program.work(mine, line -> {}).run(run);
              }
            });
    try (Sql sql = new Sql()) {
      sql.put(wards[0]);
      sql.put(wards[1]);
      for (SortedMap<String, BigInteger[]> end : ends) {
        assertEquals(
            sql.query(query.sql), Ward.revealed(end, Arrays.asList(query.columns)), query.name);
      }
    }
  }
}
