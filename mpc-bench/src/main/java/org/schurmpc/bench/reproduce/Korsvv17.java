package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import org.schurmpc.core.abort.Refused;

/**
 * The measurements of Keller, Orsini, Rotaru, Scholl, Soria-Vazquez and Vivek: Faster Secure
 * Multi-Party Computation of AES and DES Using Lookup Tables (KORSVV17), sections 4 and 5; {@code
 * korsvv17.toml} has the numbers of the paper's text.
 */
public final class Korsvv17 {
  /** The name of the study on the command line. */
  public static final String NAME = "lut";

  /** The paper, its tables and its figure. */
  public static final Paper PAPER = PaperReader.resource("korsvv17.toml");

  private static final String TABLE = "Table ";

  private Korsvv17() {}

  /** Returns all tables and the figure. */
  public static List<PaperTable> all() {
    return PAPER.tables();
  }

  /**
   * Returns the tables and figures with these numbers, in the order of the paper.
   *
   * @throws Refused naming the first number that the paper does not have
   */
  public static List<PaperTable> numbered(Collection<String> tables, Collection<String> figures)
      throws Refused {
    requireAmong("table", tables, true);
    requireAmong("figure", figures, false);
    List<PaperTable> chosen = new ArrayList<>();
    for (PaperTable each : PAPER.tables()) {
      if ((isTable(each) ? tables : figures).contains(each.id())) {
        chosen.add(each);
      }
    }
    return chosen;
  }

  private static void requireAmong(String what, Collection<String> ids, boolean tables)
      throws Refused {
    List<String> known =
        PAPER.tables().stream()
            .filter(each -> isTable(each) == tables)
            .map(PaperTable::id)
            .toList();
    String complaint = "KORSVV17 has no " + what + " '%s' that is reproduced; it has %s";
    Paper.requireAmong(ids, known, complaint, ", ");
  }

  private static boolean isTable(PaperTable table) {
    return table.label().startsWith(TABLE);
  }

  /**
   * Returns the whole number of a cell that may be marked as computed.
   *
   * @return empty where the paper says nothing
   */
  static OptionalInt count(PaperRow row, String column) {
    String text = row.text(column).replace(" *", "");
    return text.equals(PaperRow.ABSENT)
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(text));
  }
}
