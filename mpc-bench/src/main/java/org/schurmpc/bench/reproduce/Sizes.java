package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.reproduce.Dnnr17.MacChoice;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Computes the sizes of preprocessed data of an AES that the protocol demands: those of tables
 * alone, and of all, masks of inputs and outputs included.
 */
public final class Sizes {
  /** A word of lanes, so that no item is partly filled. */
  private static final int LANES = 64;

  private Sizes() {}

  /** Computes Table 1 of DNNR17, with S-boxes as tables and as gates. */
  public static TableResult compute() throws MpcException {
    PaperTable table = Dnnr17.sizes();
    List<RowResult> rows = new ArrayList<>();
    List<Demand> optimised = demands(table, Dnnr17.OPTIMISED);
    List<Demand> binary = demands(table, Dnnr17.BINARY);
    for (int i = 0; i < table.rows().size(); i++) {
      PaperRow row = table.rows().get(i);
      MacChoice mac = MacChoice.of(row);
      Map<String, Object> fields = mac.fields();
      fields.put("optimised", sizes(row.text("optimised"), optimised.get(i)));
      fields.put("binary", sizes(row.text("binary"), binary.get(i)));
      rows.add(new RowResult(row, mac.label(), "", fields));
    }
    return new TableResult(table, Dnnr17.fields(table), List.of(), Map.of(), rows, List.of());
  }

  private static List<Demand> demands(PaperTable table, String circuitName) throws MpcException {
    CircuitSource source = new CircuitSource(circuitName, true);
    Circuit circuit = source.read();
    List<String> sources = Workload.defaultSources(circuit, AesConvention.of(circuit), 2);
    Evaluations evaluations = Evaluations.of(source, circuit, sources).withBlocks(LANES);
    List<Demand> demands = new ArrayList<>();
    for (PaperRow row : table.rows()) {
      Job job =
          new Job(
              new ProtocolChoice(Dnnr17.NAME, MacChoice.of(row).options()),
              evaluations,
              new MaterialSource.Dealer(),
              new Schedule(0, 1, 0, 1),
              null);
      demands.add(Workload.of(job, circuit).demand());
    }
    return demands;
  }

  private static Map<String, Object> sizes(String paper, Demand demand) {
    long tables = 0;
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      // The other kinds are the masks of inputs and of outputs.
      if (!quota.getKey().name().contains("mask")) {
        tables += quota.getValue() * quota.getKey().longsPerItem() * Long.BYTES;
      }
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper", paper);
    fields.put("table_bytes", tables / LANES);
    fields.put("all_bytes", demand.bytes() / LANES);
    return fields;
  }
}
