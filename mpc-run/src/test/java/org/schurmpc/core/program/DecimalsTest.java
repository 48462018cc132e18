package org.schurmpc.core.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0, 16, 0",
    "-7, 0, -7",
    "65536, 16, 1",
    "-98304, 16, -1.5",
    "21845, 16, 0.33333",
    "1, 16, 0.00002",
    "-1, 16, -0.00002",
    "1073741823, 16, 16383.99998",
    "655360, 16, 10",
    "1, 1, 0.5",
    "1, 2, 0.2",
    "3, 2, 0.8"
  })
  void writesTheDigitsThatTellUnitsApart(long units, int fraction, String text) {
    assertEquals(text, Decimals.text(BigInteger.valueOf(units), fraction));
  }

  @Test
  void roundsToTheNearestUnit() {
    assertEquals(BigInteger.valueOf(98304), Decimals.units(new BigDecimal("1.5"), 16));
    assertEquals(BigInteger.valueOf(21845), Decimals.units(new BigDecimal("0.3333333"), 16));
    assertEquals(BigInteger.TWO, Decimals.units(new BigDecimal("0.74"), 1).add(BigInteger.ONE));
    assertEquals(BigInteger.TWO, Decimals.units(new BigDecimal("0.75"), 1));
    assertEquals(BigInteger.ZERO, Decimals.units(new BigDecimal("-0.25"), 1));
    assertEquals(BigInteger.ONE.negate(), Decimals.units(new BigDecimal("-0.26"), 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 10, 13, 16, 20, 32, 63})
  void textIsReadAsTheSameUnits(int fraction) {
    Random random = new Random(fraction);
    for (int i = 0; i < 300; i++) {
      BigInteger units = new BigInteger(fraction + 5, random).subtract(BigInteger.TEN);
      BigDecimal read = new BigDecimal(Decimals.text(units, fraction));
      assertEquals(units, Decimals.units(read, fraction));
    }
  }
}
