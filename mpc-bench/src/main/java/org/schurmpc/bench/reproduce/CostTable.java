package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.ProgramCost;

/**
 * What functions of the library cost, as the compiler counts: the difference of a program of two
 * batches and the same program of one, which take equally many inputs.
 */
final class CostTable {
  /** The paper's columns, by which a row is judged. */
  private static final List<String> COLUMNS = List.of("rounds", "triples", "bits", "inverses");

  private static final String BATCHES = "batches";

  private CostTable() {}

  /** Compiles the program of each row of a table, and counts. */
  static TableResult compute(PaperTable table) throws MpcException {
    List<RowResult> rows = new ArrayList<>();
    for (PaperRow row : table.rows()) {
      rows.add(row(table, row));
    }
    return TableResult.of(table, List.of(), rows);
  }

  private static RowResult row(PaperTable table, PaperRow row) throws MpcException {
    String label = row.text("function");
    Optional<ReadyCompiler> program = ReadyCompiler.of(row);
    if (program.isEmpty()) {
      return RowResult.notRun(row, label, "there is no such program");
    }
    Map<String, Object> here = fields(batch(program.get()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("label", label);
    fields.put("paper", row.fields());
    fields.put("here", here);
    fields.put("not_run", null);
    fields.put("program", program.get().toString());
    String verdict = verdict(here, judge(table, row));
    fields.put("verdict", verdict);
    return new RowResult(row, label, verdict, fields);
  }

  private static ProgramCost batch(ReadyCompiler program) throws MpcException {
    ProgramCost one = program.with(BATCHES, 1).compile().totalCost();
    return program.with(BATCHES, 2).compile().totalCost().minus(one);
  }

  private static Map<String, Object> fields(ProgramCost cost) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rounds", cost.rounds());
    // The paper has triples alone, and makes a square of one.
    fields.put("triples", cost.triples() + cost.squares());
    fields.put("bits", cost.bits());
    fields.put("inverses", cost.inverses());
    fields.put("checks", cost.checks());
    return fields;
  }

  /** Returns the row of the paper that says what a function may cost; usually its own. */
  private static PaperRow judge(PaperTable table, PaperRow row) {
    return table.rows().stream()
        .filter(each -> each.text("function").equals(row.text("judged_by")))
        .findFirst()
        .orElse(row);
  }

  /** Returns what is more here than the paper prints, or "no more". */
  private static String verdict(Map<String, Object> here, PaperRow paper) {
    List<String> more = new ArrayList<>();
    for (String column : COLUMNS) {
      double most = paper.number(column).orElse(0);
      if (((Number) here.get(column)).longValue() > most) {
        more.add("more " + column);
      }
    }
    return more.isEmpty() ? "no more" : String.join(", ", more);
  }
}
