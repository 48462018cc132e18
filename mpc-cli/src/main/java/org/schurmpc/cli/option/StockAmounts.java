package org.schurmpc.cli.option;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;

/**
 * Parses the value of {@code --demand}: names and numbers, for example {@code
 * and=1000000,input1=4096}.
 */
public final class StockAmounts {
  /**
   * Maximum amount. It corresponds to petabytes of material, so a larger amount is a typing error.
   */
  public static final long MOST = 1L << 40;

  private static final Pattern AMOUNT = Pattern.compile("([a-z][a-z0-9_]*)=([0-9]{1,13})");

  private StockAmounts() {}

  /**
   * Parses amounts. The names are not checked here, because the protocol defines them.
   *
   * @return the amounts by name
   * @throws Refused naming the amount and the error in it
   */
  public static SortedMap<String, Long> parse(String text) throws Refused {
    TreeMap<String, Long> amounts = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = AMOUNT.matcher(part);
      if (!matcher.matches()) {
        throw new Refused(
            "--demand is written like and=1000000,input1=4096,input2=4096: '"
                + part
                + "' is no name and number");
      }
      long amount = Long.parseLong(matcher.group(2));
      if (amount < 1 || amount > MOST) {
        throw new Refused(
            "--demand wants %s of '%s': 1 to %d are possible"
                .formatted(matcher.group(2), matcher.group(1), MOST));
      }
      if (amounts.put(matcher.group(1), amount) != null) {
        throw new Refused("--demand names '" + matcher.group(1) + "' twice");
      }
    }
    return amounts;
  }
}
