package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.util.List;

/**
 * Whole numbers, which stand for themselves.
 *
 * @param min the least
 * @param max the greatest
 */
public record IntegerType(long min, long max) implements ColumnType {
  @Override
  public List<Span> spans() {
    return List.of(Span.of(min, max));
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    BigInteger number = Numbers.units(text, 0);
    if (number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw new Misfit("is not from %d to %d".formatted(min, max));
    }
    return new BigInteger[] {number};
  }

  @Override
  public Object decode(BigInteger[] parts) {
    return parts[0].longValueExact();
  }

  @Override
  public String describe() {
    return "integer from %d to %d".formatted(min, max);
  }

  @Override
  public int width(BigInteger[] parts) {
    return Numbers.digits(parts[0]);
  }

  @Override
  public String widthUnit() {
    int most = Math.max(Long.toString(max).length(), Numbers.digits(BigInteger.valueOf(min)));
    return "of %d digits".formatted(most);
  }
}
