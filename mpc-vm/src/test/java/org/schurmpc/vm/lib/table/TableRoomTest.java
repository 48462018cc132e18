package org.schurmpc.vm.lib.table;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lib.MaskRoom;

/** Whatever tables parties give, each opening of functions on them is hidden by its mask. */
class TableRoomTest {
  /** A function on two tables. */
  private interface Body {
    Table of(Table x, Table y);
  }

  private static Map<String, Body> functions() {
    Map<String, Body> functions = new LinkedHashMap<>();
    functions.put("sort", (x, y) -> x.sort(Key.descending("id"), Key.ascending("x")));
    functions.put("union", (x, y) -> x.union(y.rename("y", "x")).sort(Key.descending("x")));
    functions.put("top", (x, y) -> x.topOfGroups(2, List.of("id"), Key.descending("x")));
    functions.put("distinct", (x, y) -> x.distinct("id").front());
    functions.put(
        "groups",
        (x, y) ->
            x.groupBy(
                List.of("id"),
                Aggregate.count("x", "n"),
                Aggregate.sum("x", "sum"),
                Aggregate.min("x", "min"),
                Aggregate.max("x", "max")));
    functions.put("mean", (x, y) -> x.groupBy(List.of("id"), Aggregate.mean("x", "mean", 1)));
    functions.put("join", (x, y) -> x.join(unique(y), "id").sort(Key.ascending("y")));
    functions.put("pairs", (x, y) -> x.joinAll(y, 30, "id").groupBy(List.of("y"), sum()));
    functions.put("some", (x, y) -> x.semiJoin(y, "id").groupBy(List.of("id"), sum()));
    functions.put("none", (x, y) -> x.antiJoin(y, "id").select("x").sort(Key.ascending("x")));
    return functions;
  }

  private static Table unique(Table y) {
    return y.groupBy(List.of("id"), Aggregate.max("y", "y"));
  }

  private static Aggregate sum() {
    return Aggregate.sum("x", "sum");
  }

  private static Table table(Tables tables, String name, int party, int rows) {
    return tables
        .input(name, party, rows)
        .nullable("id", IntType.signed(5))
        .nullable(name, IntType.signed(6))
        .padded()
        .table();
  }

  private static void requireRoom(int seeds) throws Exception {
    for (Map.Entry<String, Body> each : functions().entrySet()) {
      for (boolean mixed : new boolean[] {false, true}) {
        MaskRoom room =
            new MaskRoom(
                each.getKey(),
                "p128",
                b -> {
                  Tables tables = new Tables(b);
                  Table x = table(tables, "x", 0, 6);
                  each.getValue().of(x, table(tables, "y", 1, 5)).reveal("out");
                },
                mixed);
        // As bits in TinyOT, some functions open nothing that a mask hides.
        assertTrue(room.masked() > 0 || mixed, each.getKey());
        room.requireRoomAtCorners();
        room.requireRoom(seeds);
      }
    }
  }

  @Test
  void openingsOfTablesHaveRoom() throws Exception {
    requireRoom(2);
  }

  @Test
  @Tag("slow")
  void openingsOfManyTablesHaveRoom() throws Exception {
    requireRoom(100);
  }
}
