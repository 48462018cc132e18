package org.schurmpc.bench.reproduce;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/** Computes the figures of a block from reports and from material. */
final class CipherFigures {
  private static final double MS_PER_S = 1e3;
  private static final double BYTES_PER_MB = 1e6;

  /** Entries of the S-boxes of DES: 64, each of 6 bits; those of AES are 256. */
  private static final int BITS_OF_GF64 = 6;

  private static final int BITS_OF_A_BYTE = 8;

  private CipherFigures() {}

  /** Puts latency: of the computation, and from inputs to outputs. */
  static void putLatency(Map<String, Object> here, Outcome outcome) {
    here.put("latency_ms", Numbers.orNull(perBlock(outcome, "phases_ms.compute")));
    here.put("evaluation_ms", Numbers.orNull(outcome.number("evaluation_ms.median")));
  }

  /** Puts the throughput of many blocks at once, their rounds, and what a party sends for one. */
  static void putOnline(Map<String, Object> here, Outcome outcome) {
    here.put("blocks_per_s", Numbers.orNull(outcome.number("blocks_per_s")));
    here.put("blocks_per_s_ci95", interval(outcome));
    here.put("rounds", Numbers.ratio(outcome.number("rounds.compute"), outcome.number("passes")));
    here.put("lanes", outcome.value("lanes").orElse(null));
    here.put(
        "online_bytes",
        outcome.value("compute_bytes_per_block").map(CipherFigures::first).orElse(null));
    here.put("huge_pages", outcome.value("huge_pages").orElse(null));
  }

  /** Returns half the width of the throughput's 95 % confidence interval, from that of the time. */
  private static Double interval(Outcome outcome) {
    OptionalDouble half = outcome.number("ci95_ms");
    return half.isEmpty()
        ? null
        : Double.valueOf(
            outcome.number("blocks_per_s").orElseThrow()
                * half.getAsDouble()
                / outcome.number("ms_per_block").orElseThrow());
  }

  /** Puts the throughput of many blocks whose material is in stores. */
  static void putStored(Map<String, Object> here, Outcome outcome) {
    here.put("stored_per_s", Numbers.orNull(outcome.number("blocks_per_s")));
  }

  /** Puts what the preprocessing of a block takes. */
  static void putOwn(Map<String, Object> here, Outcome outcome) {
    OptionalDouble millis = perBlock(outcome, "phases_ms.preprocessing");
    here.put("offline_ms", Numbers.orNull(millis));
    here.put(
        "offline_per_s", millis.isEmpty() ? null : Double.valueOf(MS_PER_S / millis.getAsDouble()));
    here.put(
        "measured_megabytes",
        outcome
            .value("preprocessing_bytes_per_block")
            .map(bytes -> Arrays.stream((double[]) bytes).sum() / BYTES_PER_MB)
            .orElse(null));
  }

  private static Double first(Object bytes) {
    return ((double[]) bytes)[0];
  }

  private static OptionalDouble perBlock(Outcome outcome, String path) {
    OptionalDouble all = outcome.number(path);
    OptionalDouble blocks = outcome.number("blocks");
    return all.isEmpty() || blocks.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(all.getAsDouble() / blocks.getAsDouble());
  }

  /**
   * The material of a block.
   *
   * @param triples those that products take, and those that make tables
   * @param bits those that values are decomposed by, and those that make tables
   * @param openings values opened: two for a product, one for bits of a value and for a table
   * @param tables number of masked tables
   */
  record Material(long triples, long bits, long openings, long tables) {
    /**
     * Returns the material of a demand without inputs.
     *
     * @param k number of bits of the field
     */
    static Material of(Demand demand, int k) {
      long triples = 0;
      long bits = 0;
      long tables = 0;
      long ofTables = 0;
      long bitsOfTables = 0;
      for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
        long items = quota.getValue();
        if (demand.tables().containsKey(quota.getKey())) {
          int inputBits = demand.tables().get(quota.getKey()).inputBits();
          int entries = 1 << inputBits;
          tables += items;
          ofTables += items * TableCost.multiplications(entries, TableCost.coefficients(k));
          bitsOfTables += items * (inputBits + entries);
        } else if (quota.getKey().name().equals("triples")) {
          triples += items;
        } else if (quota.getKey().name().equals("bits")) {
          bits += items;
        }
      }
      int width = k % BITS_OF_GF64 == 0 ? BITS_OF_GF64 : BITS_OF_A_BYTE;
      long openings = 2 * triples + bits / width + tables;
      return new Material(triples + ofTables, bits + bitsOfTables, openings, tables);
    }
  }
}
