package org.schurmpc.bench.reproduce;

import java.util.Collection;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * The measurements of Keller, Scholl and Smart: An Architecture for Practical Actively Secure MPC
 * with Dishonest Majority (KSS13), section 6; {@code kss13.toml} has the paper's numbers.
 */
public final class Kss13 {
  /** The name of the study on the command line. */
  public static final String NAME = "spdz";

  /** The paper, its tables and figures. */
  public static final Paper PAPER = PaperReader.resource("kss13.toml");

  private static final String TABLE = "Table ";

  private Kss13() {}

  /**
   * Returns the tables with these numbers.
   *
   * @throws Refused naming the first number that there is none of
   */
  public static List<PaperTable> tables(Collection<String> ids) throws Refused {
    return numbered("table", ids, tables());
  }

  /** Returns all tables. */
  public static List<PaperTable> tables() {
    return PAPER.tables().stream().filter(each -> each.label().startsWith(TABLE)).toList();
  }

  /**
   * Returns the figures with these numbers.
   *
   * @throws Refused naming the first number that there is none of
   */
  public static List<PaperTable> figures(Collection<String> ids) throws Refused {
    return numbered("figure", ids, figures());
  }

  /** Returns all figures. */
  public static List<PaperTable> figures() {
    return PAPER.tables().stream().filter(each -> !each.label().startsWith(TABLE)).toList();
  }

  private static List<PaperTable> numbered(
      String what, Collection<String> ids, List<PaperTable> all) throws Refused {
    Paper.requireAmong(
        ids,
        all.stream().map(PaperTable::id).toList(),
        "KSS13 has no " + what + " '%s' that is reproduced; it has %s",
        ", ");
    return all.stream().filter(each -> ids.contains(each.id())).toList();
  }

  /** Returns a table with what the compiler counts. */
  public static TableResult costs(PaperTable table) throws MpcException {
    return CostTable.compute(table);
  }
}
