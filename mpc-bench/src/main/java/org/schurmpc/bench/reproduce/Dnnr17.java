package org.schurmpc.bench.reproduce;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Refused;

/**
 * The measurements of Damgård, Nielsen, Nielsen and Ranellucci: The TinyTable Protocol for 2-Party
 * Secure Computation, or: Gate-Scrambling Revisited (DNNR17), section 5. All figures are those of
 * the paper's tables, to the digit.
 */
public final class Dnnr17 {
  /** The name of the study on the command line, and of its files. */
  public static final String NAME = "tinytable";

  /** The paper, for people. */
  public static final String CITATION =
      "DNNR17: Damgård, Nielsen, Nielsen, Ranellucci, The TinyTable Protocol for 2-Party Secure"
          + " Computation, or: Gate-Scrambling Revisited";

  /** What the paper ran on, section 5. */
  public static final String MACHINES =
      "LAN: two i7-3770K 3.5 GHz over gigabit Ethernet; cloud: two Amazon EC2 c4.8xlarge over 10"
          + " gigabit Ethernet";

  /** The paper's circuit has 5,440 ANDs in 40 layers, and so has this one. */
  static final String BINARY = "aes_128_expanded_shallow";

  /** Each of 160 S-boxes a table. */
  static final String OPTIMISED = "aes_128_expanded_sbox";

  /** Of the MACs, in the order of the paper's rows. */
  private static final List<MacChoice> MACS =
      List.of(
          new MacChoice("linear, k = 64", "linear", true),
          new MacChoice("lookup, k = 64", "lookup64", true),
          new MacChoice("lookup, k = 32", "lookup32", false),
          new MacChoice("passive", "passive", false));

  private static final String ORDER =
      "The plain text of the paper has lost the headings of these rows. Their order follows from"
          + " section 5 and from the sizes that it explains: 40 KiB is passive, an entry of an S-box"
          + " takes 257 k more bits with the lookup MAC and little more than 2 k with the linear one.";

  private static final SizeTable SIZES =
      new SizeTable(
          "1",
          "Size of preprocessed data",
          MACS,
          List.of("760.0 KiB", "80.4 MiB", "40.2 MiB", "40.0 KiB"),
          List.of("342.7 KiB", "512.7 KiB", "257.7 KiB", "2.7 KiB"),
          List.of(
              ORDER,
              "Ours are of one AES of 64 at once, per party; the paper counts tables alone.",
              "Binary gates with linear MAC take three authenticated bits here, of which all four"
                  + " entries are sums; entries of larger tables are padded to 32 bytes."));

  private static final List<String> TIMED =
      List.of(
          ORDER,
          "Timed is a whole evaluation, from its inputs to its outputs, at the slower party. Ours"
              + " is dealt fresh material before, which is not timed; the paper uses one instance's"
              + " again and again.");

  private static final List<TimeTable> TIMES =
      List.of(
          new TimeTable(
              "2",
              "Execution times for optimized version",
              OPTIMISED,
              MACS,
              List.of(
                  new PrintedTimes("1.03", "3.15", "1.09", "0.47"),
                  new PrintedTimes("1.03", "3.01", "1.05", "0.45"),
                  new PrintedTimes("1.02", "2.95", "1.05", "0.32"),
                  new PrintedTimes("0.88", "2.89", "0.97", "0.29")),
              TIMED),
          new TimeTable(
              "3",
              "Execution times for binary version",
              BINARY,
              MACS,
              List.of(
                  new PrintedTimes("4.92", "75.36", "2.37", "19.19"),
                  new PrintedTimes("4.38", "54.72", "2.22", "11.90"),
                  new PrintedTimes("4.18", "40.81", "2.18", "9.98"),
                  new PrintedTimes("3.94", "25.50", "1.84", "6.73")),
              TIMED));

  private Dnnr17() {}

  /**
   * A row: how what is opened is authenticated.
   *
   * @param label for people
   * @param option of the protocol
   * @param secure whether anybody but a benchmark should run it
   */
  record MacChoice(String label, String option, boolean secure) {
    /** The protocol's options. */
    Map<String, String> options() {
      return Map.of("mac", option);
    }

    /** For people, with a star where the table has to say that it is insecure. */
    String marked() {
      return secure ? label : label + " *";
    }
  }

  /** Table 1. */
  public static SizeTable sizes() {
    return SIZES;
  }

  /** Tables 2 and 3. */
  public static List<TimeTable> times() {
    return TIMES;
  }

  /**
   * Refuses MACs that the paper has no rows of.
   *
   * @throws Refused naming the first
   */
  public static void requireMacs(Collection<String> options) throws Refused {
    for (String option : options) {
      if (MACS.stream().noneMatch(mac -> mac.option().equals(option))) {
        throw new Refused(
            "DNNR17 has no rows of MACs '%s'; it has %s"
                .formatted(option, MACS.stream().map(MacChoice::option).toList()));
      }
    }
  }

  /**
   * Refuses numbers of tables that are not there.
   *
   * @throws Refused naming the first
   */
  public static void requireTables(Collection<String> ids) throws Refused {
    for (String id : ids) {
      if (!SIZES.id().equals(id) && TIMES.stream().noneMatch(table -> table.id().equals(id))) {
        throw new Refused("DNNR17 has no table '%s'; it has 1, 2 and 3".formatted(id));
      }
    }
  }
}
