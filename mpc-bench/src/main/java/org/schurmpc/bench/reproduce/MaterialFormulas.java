package org.schurmpc.bench.reproduce;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.reproduce.Formula.Arguments;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/** Formulas of the material that command lines take, and of what its preprocessing costs. */
final class MaterialFormulas {
  static final Map<String, Formula> ALL = new HashMap<>();

  /** The most material of evaluations in a row at a party, unless one takes more. */
  private static final long MOST_IN_A_ROW = 64L << 20;

  /** Entries of the S-boxes of DES: 64, each of 6 bits; those of AES are 256. */
  private static final int BITS_OF_GF64 = 6;

  private static final int BITS_OF_A_BYTE = 8;

  /** The number of bits of the least field that masked tables are made over. */
  private static final int TABLE_BITS = 40;

  static {
    // lanes RUN MOST: evaluations at once, a power of two, as material and memory allow, if they do
    ALL.put("lanes", MaterialFormulas::lanes);
    // in_a_row RUN LANES: evaluations one after the other, as material allows
    ALL.put("in_a_row", of -> inARow(of, of.integer(1)));
    // all_bytes RUN, table_bytes RUN: the size of a block's material, or of its tables alone
    ALL.put("all_bytes", of -> blockBytes(of, true));
    ALL.put("table_bytes", of -> blockBytes(of, false));
    // pairs KIND PARTIES: by which KOS16 counts, of an input those with its owner
    ALL.put("pairs", MaterialFormulas::pairs);
    // batch DIVISOR PARTIES THREADS: triples that a thread makes at once; count ...: of a run
    ALL.put("batch", of -> batch(of));
    ALL.put("count", of -> batch(of) * Math.max(of.integer(2), ofAll(of) / batch(of)));
    // material RUN K: openings, triples and bits of a plan over a field of K bits; tables RUN
    ALL.put("material", MaterialFormulas::material);
    ALL.put("tables", of -> Material.of(demand(of), TABLE_BITS).tables);
    // sigma RUN: statistical security in bits
    ALL.put("sigma", MaterialFormulas::sigma);
    // demux N K: multiplications for a table of N entries, elements of K coefficients; or K bits
    ALL.put("demux", of -> TableCost.multiplications(of.integer(0), of.integer(1)));
    ALL.put("demux_here", MaterialFormulas::demuxHere);
    // bytes_in_paper K TRIPLES BITS, bytes_here K SIGMA TRIPLES BITS: of MASCOT's preprocessing
    ALL.put("bytes_in_paper", of -> bytes(TableCost.ofPaper(of.integer(0)), of, 1));
    ALL.put("bytes_here", of -> bytes(TableCost.here(of.integer(0), of.integer(1)), of, 2));
  }

  private MaterialFormulas() {}

  private static EvaluationPlan plan(Arguments of, Map<String, String> values) throws MpcException {
    return (EvaluationPlan) of.plan(0, values);
  }

  private static Demand demand(Arguments of) throws MpcException {
    return plan(of, Map.of()).work().demand();
  }

  private static Integer lanes(Arguments of) throws MpcException {
    long material = of.sheet().integer("most_megabytes") * (1L << 20);
    for (int lanes = of.integer(1); lanes >= 1; lanes /= 2) {
      EvaluationPlan plan =
          plan(of, Map.of("lanes", lanes + "", "in_a_row", inARow(of, lanes) + ""));
      boolean moderate = plan.work().demand().bytes() <= material;
      if ((moderate || lanes == 1) && of.sheet().effort().limit().holds(plan.heap())) {
        return lanes;
      }
    }
    return null;
  }

  private static int inARow(Arguments of, int lanes) throws MpcException {
    if (lanes > 1) {
      return 1;
    }
    EvaluationPlan one = plan(of, Map.of("lanes", "1", "in_a_row", "1"));
    long fit = Math.max(1, MOST_IN_A_ROW / one.work().demand().bytes());
    return (int) Math.min(fit, of.sheet().integer("most_in_a_row"));
  }

  private static long blockBytes(Arguments of, boolean all) throws MpcException {
    Workload work = plan(of, Map.of()).work();
    long tables = 0;
    for (Map.Entry<MaterialKind, Long> quota : work.demand().quotas().entrySet()) {
      // The other kinds are the masks of inputs and of outputs.
      if (!quota.getKey().name().contains("mask")) {
        tables += quota.getValue() * quota.getKey().longsPerItem() * Long.BYTES;
      }
    }
    return (all ? work.demand().bytes() : tables) / work.blocks();
  }

  private static Integer pairs(Arguments of) throws MpcException {
    int parties = of.integer(1);
    boolean input = of.value(0).toString().startsWith("input");
    return input ? parties - 1 : parties * (parties - 1);
  }

  private static long batch(Arguments of) throws MpcException {
    return Math.max(1, Math.min(2048, ofAll(of) / of.integer(2)));
  }

  private static long ofAll(Arguments of) throws MpcException {
    int parties = of.integer(1);
    return 65_536L / ((long) parties * (parties - 1)) / of.integer(0);
  }

  private static Map<String, Object> material(Arguments of) throws MpcException {
    Material material = Material.of(demand(of), of.integer(1));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("openings", material.openings);
    fields.put("triples", material.triples);
    fields.put("bits", material.bits);
    return fields;
  }

  private static Integer sigma(Arguments of) throws MpcException {
    Plan plan = of.plan(0, Map.of());
    return plan.task() instanceof TriplesTask task
        ? task.configured().sigma()
        : ((EvaluationPlan) plan).work().protocol().sigma();
  }

  private static Long demuxHere(Arguments of) throws MpcException {
    int k = of.integer(1);
    return k > 1 && k < TABLE_BITS
        ? null
        : TableCost.multiplications(of.integer(0), TableCost.coefficients(k));
  }

  private static Double bytes(TableCost cost, Arguments of, int first) throws MpcException {
    return of.number(first).isEmpty()
        ? null
        : Double.valueOf(cost.bytes(of.integer(first), (long) of.number(first + 1).orElse(0)));
  }

  /**
   * The material of a block without inputs.
   *
   * @param triples those that products take, and those that make tables
   * @param bits those that values are decomposed by, and those that make tables
   * @param openings values opened: two for a product, one for bits of a value and for a table
   * @param tables number of masked tables
   */
  private record Material(long triples, long bits, long openings, long tables) {
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
