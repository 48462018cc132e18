package org.schurmpc.core.prep;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says where material comes from, for reports.
 *
 * @param source the word for programs: {@link #DEALER}, {@link #OWN} or {@link #STORE}, as in the
 *     option {@code --preprocessing}
 * @param terms the parameters by name, each a text, a number or a truth value
 * @param text the sentence for people, which has the word INSECURE if the material is insecure
 */
public record Origin(String source, SortedMap<String, Object> terms, String text) {
  /** The source that is a trusted dealer. */
  public static final String DEALER = "dealer";

  /** The source that is the parties' own preprocessing. */
  public static final String OWN = "ot";

  /** The source that is a store on disk. */
  public static final String STORE = "store";

  private static final String INSECURE = "INSECURE";

  public Origin {
    Objects.requireNonNull(source);
    terms = Collections.unmodifiableSortedMap(new TreeMap<>(terms));
    Objects.requireNonNull(text);
  }

  /** Returns the origin of material that the parties generate themselves. */
  public static Origin own(String text, Map<String, ?> terms) {
    return new Origin(OWN, new TreeMap<>(terms), text);
  }

  /** Returns this origin with another sentence and one more term. */
  public Origin with(String name, Object value, String sentence) {
    SortedMap<String, Object> more = new TreeMap<>(terms);
    more.put(name, value);
    return new Origin(source, more, sentence);
  }

  /** Returns whether anybody who is not a party knows any of the material. */
  public boolean insecure() {
    return text.contains(INSECURE);
  }
}
