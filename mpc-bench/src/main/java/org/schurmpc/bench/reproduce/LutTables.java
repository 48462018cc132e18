package org.schurmpc.bench.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.CipherRuns.Kind;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Measures and computes the tables and the figure of KORSVV17. */
public final class LutTables {
  private static final double BYTES_PER_KB = 1e3;
  private static final double BYTES_PER_MB = 1e6;

  /** The table whose rows are the methods, and its rows for masked tables. */
  private static final String METHODS = "2";

  private static final int TABLE_BITS = 40;
  private static final Map<Integer, String> BY_ENTRIES = Map.of(256, "AES-LT", 64, "3DES-LT");

  private final CipherRuns runs;
  private final TripleRuns triples;
  private final Path stores;
  private final NotRunNotes notRun = new NotRunNotes();
  private Optional<String> hugePages = Optional.empty();

  /**
   * Prepares the tables.
   *
   * @param stores a folder that does not exist, for material on disk
   */
  public LutTables(CipherRuns runs, TripleRuns triples, Path stores) {
    this.runs = runs;
    this.triples = triples;
    this.stores = stores;
  }

  /** Fills a row. */
  private interface Filler {
    /** Puts what is measured and computed for a row. */
    void fill(PaperRow row, Map<String, Object> here)
        throws MpcException, RunFailed, InterruptedException;
  }

  /** Measures a table; the first run that fails ends it. */
  public TableResult run(PaperTable table) throws MpcException, RunFailed, InterruptedException {
    return switch (table.label()) {
      case "Table 1" -> run(table, LutTables::multiplications);
      case "Table 2" -> run(table, this::costs);
      case "Table 3" -> run(table, this::timings);
      case "Table 4" -> run(table, this::kilobytes);
      case "Table 5" -> run(table, this::comparison);
      case "Figure 3" -> run(table, this::parties);
      default -> throw new IllegalArgumentException(table.label() + " of KORSVV17");
    };
  }

  private TableResult run(PaperTable table, Filler filler)
      throws MpcException, RunFailed, InterruptedException {
    List<RowResult> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (PaperRow row : table.rows()) {
      Map<String, Object> here = new LinkedHashMap<>();
      filler.fill(row, here);
      String label = row.has("name") ? row.text("name") : "N = " + row.text("N");
      List<String> lacking = notRun.take(label);
      notes.addAll(lacking);
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("label", label);
      fields.put("paper", row.fields());
      fields.put("here", here);
      fields.put("not_run", lacking.isEmpty() ? null : String.join("; ", lacking));
      rows.add(new RowResult(row, label, "", fields));
    }
    hugePages.ifPresent(pages -> notes.add("Huge pages: " + pages + "."));
    hugePages = Optional.empty();
    TableResult result = TableResult.of(table, List.of(), rows);
    return new TableResult(table, result.fields(), List.of(), Map.of(), rows, notes);
  }

  private static void multiplications(PaperRow row, Map<String, Object> here) {
    int entries = row.integer("N").orElseThrow();
    int k = row.integer("k").orElseThrow();
    here.put("computed", TableCost.multiplications(entries, k));
    boolean known = k == 1 || k >= TABLE_BITS; // there is no smaller field
    here.put(
        "multiplications",
        known ? TableCost.multiplications(entries, TableCost.coefficients(k)) : null);
  }

  private void costs(PaperRow row, Map<String, Object> here)
      throws MpcException, RunFailed, InterruptedException {
    CipherSetting setting = setting(row);
    int k = row.integer("k").orElseThrow();
    putMaterial(setting, k, here);
    here.put("paper_megabytes", paperMegabytes(row, k));
    CipherFigures.putOnline(here, measure(setting, Kind.ONLINE));
    CipherFigures.putOwn(here, measure(setting, Kind.OWN));
  }

  private static CipherSetting setting(PaperRow row) throws Refused {
    return CipherSetting.of(row).orElseThrow();
  }

  private void putMaterial(CipherSetting setting, int k, Map<String, Object> here)
      throws MpcException {
    try {
      CipherFigures.Material material = CipherFigures.Material.of(runs.demand(setting), k);
      int sigma = setting.protocol().configured().sigma();
      here.put("openings", material.openings());
      here.put("triples", material.triples());
      here.put("bits", material.bits());
      here.put(
          "megabytes",
          TableCost.here(k, sigma).bytes(material.triples(), material.bits()) / BYTES_PER_MB);
    } catch (Refused e) {
      notRun.add("material", e.getMessage());
    }
  }

  private static Double paperMegabytes(PaperRow row, int k) {
    OptionalInt paperTriples = Korsvv17.count(row, "triples");
    OptionalInt paperBits = Korsvv17.count(row, "bits");
    return paperTriples.isEmpty()
        ? null
        : Double.valueOf(
            TableCost.ofPaper(k).bytes(paperTriples.getAsInt(), paperBits.orElse(0))
                / BYTES_PER_MB);
  }

  private void timings(PaperRow row, Map<String, Object> here)
      throws MpcException, RunFailed, InterruptedException {
    CipherSetting setting = setting(row);
    CipherFigures.putLatency(here, measure(setting, Kind.LATENCY));
    CipherFigures.putOnline(here, measure(setting, Kind.ONLINE));
    if (setting.readsTables()) {
      CipherFigures.putStored(here, measure(setting, Kind.STORED));
    }
    CipherFigures.putOwn(here, measure(setting, Kind.OWN));
  }

  private void kilobytes(PaperRow row, Map<String, Object> here)
      throws MpcException, RunFailed, InterruptedException {
    int entries = row.integer("N").orElseThrow();
    int k = row.integer("k").orElseThrow();
    String protocol = row.required("protocol");
    long multiplications = TableCost.multiplications(entries, TableCost.coefficients(k));
    if (!protocol.equals(TripleRuns.TINY_OT)) {
      long printed = TableCost.multiplications(entries, k);
      here.put("paper_kilobytes", TableCost.ofPaper(k).bytes(printed, 0) / BYTES_PER_KB);
      int sigma = new ProtocolChoice(Kos16.NAME, Map.of("field", protocol)).configured().sigma();
      here.put("kilobytes", TableCost.here(k, sigma).bytes(multiplications, 0) / BYTES_PER_KB);
    }
    here.put("multiplications", multiplications);
    putMeasuredTriples(protocol, multiplications, here);
    if (k == TABLE_BITS && BY_ENTRIES.containsKey(entries)) {
      here.put("table_kilobytes", tableKilobytes(BY_ENTRIES.get(entries)));
    }
  }

  private void putMeasuredTriples(String protocol, long multiplications, Map<String, Object> here)
      throws MpcException, RunFailed, InterruptedException {
    Outcome outcome = triples.measure(protocol, runs.isTimeUp());
    if (outcome.notRun() != null) {
      notRun.add("triples of " + protocol, outcome.notRun());
      return;
    }
    double bytes = outcome.number("bytes").orElseThrow();
    here.put("measured_kilobytes", multiplications * bytes / BYTES_PER_KB);
  }

  /** Returns what both parties send for a table of a method, all included; null if not measured. */
  private Double tableKilobytes(String method)
      throws MpcException, RunFailed, InterruptedException {
    CipherSetting setting = null;
    for (PaperRow row : Korsvv17.numbered(List.of(METHODS), List.of()).get(0).rows()) {
      if (row.text("name").equals(method)) {
        setting = setting(row);
      }
    }
    Map<String, Object> own = new LinkedHashMap<>();
    CipherFigures.putOwn(own, measure(setting, Kind.OWN));
    OptionalDouble megabytes = RowResult.number(own, "measured_megabytes");
    if (megabytes.isEmpty()) {
      return null;
    }
    long tables = CipherFigures.Material.of(runs.demand(setting), TABLE_BITS).tables();
    return megabytes.getAsDouble() * BYTES_PER_MB / BYTES_PER_KB / tables;
  }

  private void comparison(PaperRow row, Map<String, Object> here)
      throws MpcException, RunFailed, InterruptedException {
    Optional<CipherSetting> setting = CipherSetting.of(row);
    if (setting.isEmpty()) {
      return;
    }
    CipherFigures.putLatency(here, measure(setting.get(), Kind.LATENCY));
    CipherFigures.putOnline(here, measure(setting.get(), Kind.ONLINE));
    if (setting.get().own() > 0) {
      CipherFigures.putOwn(here, measure(setting.get(), Kind.OWN));
    }
  }

  private void parties(PaperRow row, Map<String, Object> here)
      throws MpcException, RunFailed, InterruptedException {
    int parties = row.integer("parties").orElseThrow();
    here.put("parties", parties);
    if (parties > runs.effort().parties()) {
      notRun.add("all", "--quick has fewer parties");
      return;
    }
    CipherSetting setting = setting(row).withParties(parties);
    CipherFigures.putOnline(here, measure(setting, Kind.ONLINE));
    CipherFigures.putOwn(here, measure(setting, Kind.OWN));
  }

  private Outcome measure(CipherSetting setting, Kind kind)
      throws MpcException, RunFailed, InterruptedException {
    Outcome outcome = runs.measure(setting, kind, stores);
    if (outcome.notRun() != null) {
      notRun.add(kind.text(), outcome.notRun());
    }
    outcome.value("huge_pages").ifPresent(pages -> hugePages = Optional.of(pages.toString()));
    return outcome;
  }
}
