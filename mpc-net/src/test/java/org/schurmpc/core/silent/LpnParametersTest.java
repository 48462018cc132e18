package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recomputes what attacks on the rows of the table cost. Formulas and their sources are in {@link
 * DenseAttacks}, {@link RegularAttacks} and {@link LocalAttacks}; decision 56 shows the numbers.
 */
class LpnParametersTest {
  private static final double SECURITY = 128;
  private static final double ROUNDING = 0.06;
  private static final double LOG_Q = 64; // of the smallest field

  /** Rows with twice the noise: as long as the rows of the table, and with as long a secret. */
  private static final List<LpnParameters> DOUBLED =
      List.of(
          new LpnParameters(1700, 16, 9),
          new LpnParameters(2340, 17, 10),
          new LpnParameters(3040, 18, 11),
          new LpnParameters(3800, 19, 12));

  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 642048",
    "850, 16, 10, 870400",
    "1170, 17, 11, 2396160",
    "1520, 18, 12, 6225920",
    "1900, 19, 13, 15564800"
  })
  void sizes(int t, int logK, int h, int outputs) {
    LpnParameters row = new LpnParameters(t, logK, h);
    assertTrue(table().contains(row));
    assertEquals(outputs, row.outputs());
    assertEquals(1 << logK, row.k());
    assertEquals((1 << logK) + t + 1, row.kept());
    assertEquals(outputs, row.kept() + row.used());
    assertTrue(LpnParameters.FIRST.outputs() > row.kept(), "the first round starts every row");
  }

  /** Attacks on random codes over F_2: Gauss, statistical, Stern and Dumer, BJMM, and regular. */
  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 217.41, 367.08, 204.77, 200.78, 165.97, 170.90",
    "850, 16, 10, 139.59, 205.77, 131.35, 128.57, 145.09, 128.69",
    "1170, 17, 11, 141.72, 205.34, 135.03, 132.47, 144.38, 128.19",
    "1520, 18, 12, 144.19, 205.63, 138.78, 136.57, 143.88, 128.09",
    "1900, 19, 13, 146.78, 206.20, 142.49, 140.73, 143.50, 128.17"
  })
  void randomCodesOverBits(
      int t,
      int logK,
      int h,
      double gauss,
      double statistical,
      double sternDumer,
      double bjmm,
      double algebraic,
      double hybrid) {
    LpnParameters row = new LpnParameters(t, logK, h);
    DenseAttacks dense = DenseAttacks.bits(row);
    RegularAttacks regular = new RegularAttacks(row, true);
    check(gauss, dense.gauss());
    check(statistical, dense.statisticalBits());
    check(sternDumer, dense.sternDumer(0));
    check(bjmm, dense.bjmm());
    check(algebraic, regular.algebraic());
    check(hybrid, regular.hybrid());
  }

  /**
   * Attacks on random codes over large fields. The hybrid attack on the longest row costs 2^127.42
   * by its formula, half a bit less than wanted.
   */
  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 231.92, 394.86, 243.46, 180.04, 186.34",
    "850, 16, 10, 140.84, 208.09, 150.83, 146.43, 130.50",
    "1170, 17, 11, 142.58, 206.96, 154.07, 145.22, 128.97",
    "1520, 18, 12, 144.74, 206.69, 157.50, 144.40, 128.03",
    "1900, 19, 13, 147.13, 206.86, 160.98, 143.83, 127.42"
  })
  void randomCodesOverElements(
      int t,
      int logK,
      int h,
      double gauss,
      double statistical,
      double sternDumer,
      double algebraic,
      double hybrid) {
    LpnParameters row = new LpnParameters(t, logK, h);
    DenseAttacks dense = DenseAttacks.elements(row);
    RegularAttacks regular = new RegularAttacks(row, false);
    check(gauss, dense.gauss());
    check(statistical, dense.statisticalElements());
    check(sternDumer, dense.sternDumer(LOG_Q));
    check(algebraic, regular.algebraic());
    assertEquals(hybrid, regular.hybrid(), ROUNDING);
    assertEquals(!row.equals(LpnParameters.HUGE), regular.hybrid() >= SECURITY);
  }

  /**
   * Attacks on the local code. All rows but the first cost less than 2^128: the table assumes that
   * ten ones a row are as good as a random code, which these formulas deny.
   */
  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 0.719, 169.14, 146.53, 154.37, 2898, 3692",
    "850, 16, 10, 0.750, 107.38, 91.12, 95.33, 6560, 7990",
    "1170, 17, 11, 0.724, 106.19, 90.86, 94.36, 11834, 14962",
    "1520, 18, 12, 0.703, 105.81, 90.70, 94.15, 21800, 28456",
    "1900, 19, 13, 0.686, 105.91, 90.97, 94.39, 40710, 54650"
  })
  void localCode(
      int t,
      int logK,
      int h,
      double share,
      double plain,
      double bits,
      double elements,
      int distance,
      int randomDistance) {
    LpnParameters row = new LpnParameters(t, logK, h);
    LocalAttacks local = new LocalAttacks(row, LpnParameters.ONES);
    assertEquals(share, local.values(0) / row.k(), 0.001);
    assertEquals(plain, local.plain(), ROUNDING);
    assertEquals(bits, local.bits(), ROUNDING);
    assertEquals(elements, local.elements(), ROUNDING);
    assertEquals(distance, local.dualDistance(), 0.002 * distance);
    int random = new LocalAttacks(row, 1000).dualDistance();
    assertEquals(randomDistance, random, 0.002 * randomDistance);
    assertEquals(row.equals(LpnParameters.FIRST), bits >= SECURITY && elements >= SECURITY);
  }

  @ParameterizedTest
  @CsvSource({
    "850, 16, 10, 99.66, 107.12, 115.70",
    "1170, 17, 11, 100.40, 108.46, 117.30",
    "1520, 18, 12, 101.08, 110.31, 119.43",
    "1900, 19, 13, 101.76, 111.78, 121.88"
  })
  void moreOnesDoNotHelpEnough(
      int t, int logK, int h, double sixteen, double thirtyTwo, double thousand) {
    LpnParameters row = new LpnParameters(t, logK, h);
    assertEquals(sixteen, new LocalAttacks(row, 16).bits(), ROUNDING);
    assertEquals(thirtyTwo, new LocalAttacks(row, 32).bits(), ROUNDING);
    assertEquals(thousand, new LocalAttacks(row, 1000).bits(), ROUNDING);
  }

  @Test
  void twiceTheNoiseWithstandsAllAttacks() {
    double[][] expected = {
      {156.48, 163.64, 129.02},
      {153.49, 159.58, 126.52},
      {152.04, 157.07, 125.40},
      {151.07, 155.48, 124.14}
    };
    for (int i = 0; i < expected.length; i++) {
      LpnParameters row = DOUBLED.get(i);
      LpnParameters single = table().get(i + 1);
      assertEquals(single.outputs(), row.outputs());
      assertEquals(single.k(), row.k());
      LocalAttacks local = new LocalAttacks(row, LpnParameters.ONES);
      check(expected[i][0], local.bits());
      check(expected[i][1], local.elements());
      assertEquals(expected[i][2], local.boundOfBits(), ROUNDING);
      for (double cost :
          new double[] {
            DenseAttacks.bits(row).gauss(),
            DenseAttacks.bits(row).sternDumer(0),
            DenseAttacks.bits(row).bjmm(),
            DenseAttacks.elements(row).gauss(),
            DenseAttacks.elements(row).sternDumer(LOG_Q),
            new RegularAttacks(row, true).algebraic(),
            new RegularAttacks(row, true).hybrid(),
            new RegularAttacks(row, false).algebraic(),
            new RegularAttacks(row, false).hybrid()
          }) {
        assertTrue(cost >= 189, row + ": " + cost);
      }
    }
  }

  @Test
  void rowsAreChosenByWork() {
    assertEquals(LpnParameters.SMALL, LpnParameters.forOutputs(0));
    assertEquals(LpnParameters.SMALL, LpnParameters.forOutputs(1));
    assertEquals(LpnParameters.SMALL, LpnParameters.forOutputs(LpnParameters.SMALL.used()));
    assertEquals(LpnParameters.SMALL, LpnParameters.forOutputs(1_000_000));
    assertEquals(LpnParameters.MEDIUM, LpnParameters.forOutputs(2_200_000));
    assertEquals(LpnParameters.LARGE, LpnParameters.forOutputs(5_900_000));
    assertEquals(LpnParameters.HUGE, LpnParameters.forOutputs(15_000_000));
    assertEquals(LpnParameters.HUGE, LpnParameters.forOutputs(Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> LpnParameters.forOutputs(-1));
  }

  @ParameterizedTest
  @CsvSource({"0, 16, 10", "850, 0, 10", "850, 25, 10", "850, 16, 0", "850, 16, 25", "64, 16, 10"})
  void impossibleRowsAreRefused(int t, int logK, int h) {
    assertThrows(IllegalArgumentException.class, () -> new LpnParameters(t, logK, h));
  }

  private static List<LpnParameters> table() {
    return List.of(
        LpnParameters.FIRST,
        LpnParameters.SMALL,
        LpnParameters.MEDIUM,
        LpnParameters.LARGE,
        LpnParameters.HUGE);
  }

  private static void check(double expected, double cost) {
    assertEquals(expected, cost, ROUNDING);
    assertTrue(cost >= SECURITY, cost + " bits");
  }
}
