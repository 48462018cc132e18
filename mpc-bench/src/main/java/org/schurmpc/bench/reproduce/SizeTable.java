package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The table of DNNR17 with the sizes of preprocessed data of an AES, a row for each MAC.
 *
 * @param id its number
 * @param caption as printed
 * @param macs row by row
 * @param optimised row by row, as printed: S-boxes as tables
 * @param binary row by row, as printed
 * @param remarks what a reader should know, a sentence each
 */
public record SizeTable(
    String id,
    String caption,
    List<Dnnr17.MacChoice> macs,
    List<String> optimised,
    List<String> binary,
    List<String> remarks) {
  /** A word of lanes, so that no item is partly filled. */
  private static final int LANES = 64;

  public SizeTable {
    macs = List.copyOf(macs);
    optimised = List.copyOf(optimised);
    binary = List.copyOf(binary);
    remarks = List.copyOf(remarks);
    if (macs.size() != optimised.size() || macs.size() != binary.size()) {
      throw new IllegalArgumentException("not a row for each MAC");
    }
  }

  /** For people. */
  String label() {
    return "Table " + id;
  }

  /**
   * What one AES takes here, at each party.
   *
   * @param tables bytes of tables alone
   * @param all bytes, masks of inputs and outputs included
   */
  record Size(long tables, long all) {}

  /** Ours, computed from what the protocol demands. */
  public SizeResult compute() throws MpcException {
    return new SizeResult(this, sizes(Dnnr17.OPTIMISED), sizes(Dnnr17.BINARY));
  }

  private List<Size> sizes(String circuitName) throws MpcException {
    CircuitSource source = new CircuitSource(circuitName, true);
    Circuit circuit = source.read();
    List<String> sources = Workload.defaultSources(circuit, AesConvention.of(circuit), 2);
    Evaluations evaluations = Evaluations.of(source, circuit, sources).withBlocks(LANES);
    List<Size> sizes = new ArrayList<>();
    for (Dnnr17.MacChoice mac : macs) {
      Job job =
          new Job(
              new ProtocolChoice(Dnnr17.NAME, mac.options()),
              evaluations,
              new MaterialSource.Dealer(),
              new Schedule(0, 1, 0, 1),
              null);
      sizes.add(size(Workload.of(job, circuit).demand()));
    }
    return sizes;
  }

  private static Size size(Demand demand) {
    long tables = 0;
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      // The other kinds are the masks of inputs and of outputs.
      if (!quota.getKey().name().contains("mask")) {
        tables += quota.getValue() * quota.getKey().longsPerItem() * Long.BYTES;
      }
    }
    return new Size(tables / LANES, demand.bytes() / LANES);
  }
}
