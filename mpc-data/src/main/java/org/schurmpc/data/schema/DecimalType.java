package org.schurmpc.data.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * Decimals with a fixed number of digits behind the point, as numbers of units of 10^-scale.
 *
 * @param precision number of digits, at most 36
 * @param scale number of digits behind the point
 */
public record DecimalType(int precision, int scale) implements ColumnType {
  private BigInteger bound() {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
  }

  @Override
  public List<Span> spans() {
    return List.of(new Span(bound().negate(), bound()));
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    BigInteger units = Numbers.units(text, scale);
    if (units.abs().compareTo(bound()) > 0) {
      throw new Misfit("has more than %d digits before its point".formatted(precision - scale));
    }
    return new BigInteger[] {units};
  }

  @Override
  public Object decode(BigInteger[] parts) {
    return new BigDecimal(parts[0], scale);
  }

  @Override
  public String describe() {
    return "decimal of %d digits, %d of them behind the point".formatted(precision, scale);
  }

  @Override
  public int width(BigInteger[] parts) {
    return Numbers.digits(parts[0]);
  }

  @Override
  public String widthUnit() {
    return "of %d digits".formatted(precision);
  }
}
