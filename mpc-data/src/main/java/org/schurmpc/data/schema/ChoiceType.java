package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * One of a few words, as its number in the list from 0 on; booleans are those of two, false and
 * true.
 *
 * @param words the words
 * @param truth whether the words are false and true
 */
public record ChoiceType(List<String> words, boolean truth) implements ColumnType {
  private static final List<List<String>> TRUTHS =
      List.of(List.of("false", "f", "0"), List.of("true", "t", "1"));

  /** Creates a type. */
  public ChoiceType {
    words = List.copyOf(words);
  }

  /** Returns the type of booleans. */
  public static ChoiceType booleans() {
    return new ChoiceType(List.of("false", "true"), true);
  }

  @Override
  public List<Span> spans() {
    return List.of(Span.of(0, words.size() - 1L));
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    return new BigInteger[] {BigInteger.valueOf(number(text))};
  }

  private int number(String text) throws Misfit {
    if (truth) {
      String word = text.strip().toLowerCase(Locale.ROOT);
      for (int i = 0; i < TRUTHS.size(); i++) {
        if (TRUTHS.get(i).contains(word)) {
          return i;
        }
      }
      throw new Misfit("is neither true nor false");
    }
    int number = words.indexOf(text);
    if (number < 0) {
      throw new Misfit("is none of the words that are listed");
    }
    return number;
  }

  @Override
  public Object decode(BigInteger[] parts) {
    int number = parts[0].intValueExact();
    return truth ? (Object) (number == 1) : words.get(number);
  }

  @Override
  public String describe() {
    return truth ? "boolean" : "one of " + String.join(", ", words);
  }

  @Override
  public int width(BigInteger[] parts) {
    return parts[0].bitLength();
  }

  @Override
  public String widthUnit() {
    return "of %s"
        .formatted(spans().get(0).bits() == 1 ? "1 bit" : spans().get(0).bits() + " bits");
  }
}
