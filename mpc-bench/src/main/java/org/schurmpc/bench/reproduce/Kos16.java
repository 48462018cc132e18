package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import org.schurmpc.bench.job.Line;
import org.schurmpc.core.abort.Refused;

/** What KOS16 (MASCOT) prints in section 7, and what here stands beside it. */
public final class Kos16 {
  /** The study, and the protocol that it measures. */
  public static final String NAME = "mascot";

  /** The paper. */
  public static final String CITATION =
      "KOS16: Keller, Orsini, Scholl: MASCOT: Faster Malicious Arithmetic Secure Computation with"
          + " Oblivious Transfer, CCS 2016, eprint 2016/505, section 7";

  /** On what the paper measured. */
  public static final String MACHINES = "eight-core i7 3.1 GHz, 32 GB RAM, in a local network";

  /** The threads of Figure 9 that any machine bears. */
  public static final List<Integer> USUAL_THREADS = List.of(1, 10);

  private static final String TABLE = "2";
  private static final String BY_PARTIES = "9";
  private static final String BY_NETWORK = "10";

  private static final String BINARY = "gf2_128";

  /** The largest prime below 2^256. */
  private static final String P256 =
      "115792089237316195423570985008687907853269984665640564039457584007913129639747";

  private static final OptionalDouble NOTHING = OptionalDouble.empty();

  private Kos16() {}

  /**
   * Refuses numbers of tables that the paper does not have.
   *
   * @throws Refused naming the first
   */
  public static void requireTables(Collection<String> ids) throws Refused {
    requireAmong("table", ids, List.of(TABLE));
  }

  /**
   * Refuses numbers of figures that are not there.
   *
   * @throws Refused naming the first
   */
  public static void requireFigures(Collection<String> ids) throws Refused {
    requireAmong("figure", ids, List.of(BY_PARTIES, BY_NETWORK));
  }

  private static void requireAmong(String what, Collection<String> ids, List<String> known)
      throws Refused {
    for (String id : ids) {
      if (!known.contains(id)) {
        throw new Refused(
            "KOS16 has no %s '%s' that is measured; it has %s"
                .formatted(what, id, String.join(" and ", known)));
      }
    }
  }

  /** All of them; {@code threads} are those of Figure 9. */
  public static List<RateTable> tables(List<Integer> threads, RateEffort effort) throws Refused {
    return List.of(costs(effort), byParties(threads, effort), byNetwork(effort));
  }

  private static RateTable costs(RateEffort effort) {
    List<RateCell> cells = new ArrayList<>();
    cost(cells, 64, "gf2_64", 4.16, 53.25, effort);
    cost(cells, 128, BINARY, 16.51, 180.22, effort);
    cost(cells, 256, P256, 65.79, 622.59, effort);
    cost(cells, 512, "", 262.66, 2293.76, effort);
    return new RateTable(
        TABLE,
        RateTable.About.KBIT,
        "Communication cost of our protocols for various field sizes, with n parties",
        cells,
        List.of(
            "Of triples the figures are by n(n-1), of inputs by n-1; measured with 2 parties, base"
                + " OTs left out, everything else included.",
            "The paper's OT extension sends 128 bits for an OT, the one here 128/k."));
  }

  private static void cost(
      List<RateCell> cells,
      int bits,
      String field,
      double input,
      double triple,
      RateEffort effort) {
    cells.add(cost(bits + " bits, input", field, "input1", 8192, input, effort));
    cells.add(cost(bits + " bits, triple", field, "triple", 4096, triple, effort));
  }

  private static RateCell cost(
      String label, String field, String kind, int count, double printed, RateEffort effort) {
    int items = count / effort.divisor();
    return new RateCell(
        label, field, 2, 1, kind, items, items, null, OptionalDouble.of(printed), NOTHING);
  }

  /** Only what the text says in numbers: the rest of the figure is lines. */
  private static RateTable byParties(List<Integer> threads, RateEffort effort) {
    List<RateCell> cells = new ArrayList<>();
    int most = threads.stream().mapToInt(Integer::intValue).max().orElseThrow();
    for (int count : threads) {
      for (int parties = 2; parties <= effort.parties(); parties++) {
        cells.add(rate("F_2^128", BINARY, parties, count, count == most, effort));
      }
    }
    for (int parties = 2; parties <= effort.parties(); parties++) {
      cells.add(rate("F_p", "p128", parties, most, true, effort));
    }
    return new RateTable(
        BY_PARTIES,
        RateTable.About.RATE,
        "Triple generation throughput for 128-bit fields",
        cells,
        List.of(
            "The paper's most threads are 100, and stand beside the most here; of 3 and 4 parties it"
                + " gives no numbers.",
            "All parties share the processors of this machine here; the paper's have one each.",
            "What is possible at most is what 1 Gbit/s each way for each party would allow."));
  }

  private static RateCell rate(
      String name, String field, int parties, int threads, boolean most, RateEffort effort) {
    long count = 65_536L / ((long) parties * (parties - 1)) / effort.divisor();
    int batch = (int) Math.max(1, Math.min(2048, count / threads));
    String label =
        "%s, %d thread%s, %d parties".formatted(name, threads, threads == 1 ? "" : "s", parties);
    return new RateCell(
        label,
        field,
        parties,
        threads,
        "triple",
        batch,
        (long) batch * Math.max(threads, count / batch),
        null,
        printedRate(field, parties, threads, most),
        mostPrinted(parties));
  }

  /** Of one thread and of 100, and of F_p with 100 alone. */
  private static OptionalDouble printedRate(String field, int parties, int threads, boolean most) {
    if (threads == 1) {
      return parties == 2 && field.equals(BINARY) ? OptionalDouble.of(2000) : NOTHING;
    }
    if (!most) {
      return NOTHING;
    }
    return switch (parties) {
      case 2 -> OptionalDouble.of(4800);
      case 5 -> OptionalDouble.of(1000);
      default -> NOTHING;
    };
  }

  private static OptionalDouble mostPrinted(int parties) {
    return switch (parties) {
      case 2 -> OptionalDouble.of(5500);
      case 5 -> OptionalDouble.of(1400);
      default -> NOTHING;
    };
  }

  private static RateTable byNetwork(RateEffort effort) throws Refused {
    List<RateCell> cells =
        List.of(
            network("50Mbps WAN", "wan", 8192, 241, 275, effort),
            network("1Gbps LAN", "1gbit", 2048, 4828, 5500, effort),
            network("2Gbps LAN", "2gbit", 2048, 9515, 11000, effort));
    return new RateTable(
        BY_NETWORK,
        RateTable.About.RATE,
        "Throughput and maximum possible throughput for different networks with two parties",
        cells,
        List.of(
            "Lines are imitated over loopback, each way for itself; the two threads of a party have"
                + " half of it each, the paper's 100 share it.",
            "What is possible at most is the line's rate by the bits that a party sends for a"
                + " triple: 180.22 kbit in the paper (τ = 3, k = λ = 128)."));
  }

  private static RateCell network(
      String label, String line, int batch, double printed, double most, RateEffort effort)
      throws Refused {
    int threads = 2;
    int items = Math.max(1, batch / effort.divisor());
    return new RateCell(
        label,
        BINARY,
        2,
        threads,
        "triple",
        items,
        (line.equals("wan") ? 1L : 4L) * threads * items,
        Line.parse(line),
        OptionalDouble.of(printed),
        OptionalDouble.of(most));
  }
}
