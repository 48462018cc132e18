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
  private static final int MANY = 1000; // ones, as good as a random row
  private static final double LOG_Q = 64; // of the smallest field

  private static final List<LpnParameters> TABLE =
      List.of(
          LpnParameters.STARTING.get(0),
          LpnParameters.STARTING.get(1),
          LpnParameters.FIRST,
          LpnParameters.SMALL,
          LpnParameters.MEDIUM,
          LpnParameters.LARGE,
          LpnParameters.HUGE);

  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 642048",
    "1700, 16, 9, 870400",
    "2340, 17, 10, 2396160",
    "3040, 18, 11, 6225920",
    "3800, 19, 12, 15564800"
  })
  void sizes(int t, int logK, int h, int outputs) {
    LpnParameters row = row(t, logK, h);
    assertEquals(outputs, row.outputs());
    assertEquals(1 << logK, row.k());
    assertEquals((1 << logK) + t + 1, row.kept());
    assertEquals(outputs, row.kept() + row.used());
    assertTrue(LpnParameters.FIRST.outputs() > row.kept(), "the first round starts every row");
  }

  /** Attacks on the local code of the rows that start a VOLE, which are over large fields alone. */
  @ParameterizedTest
  @CsvSource({"400, 11, 4, 217.75, 201.31, 166.83", "1200, 12, 5, 178.58, 163.43, 134.35"})
  void localCodeOfStartingRows(
      int t, int logK, int h, double plain, double elements, double bound) {
    LocalAttacks local = new LocalAttacks(row(t, logK, h), LpnParameters.ONES);
    check(plain, local.plain());
    check(elements, local.elements());
    check(bound, local.boundOfElements());
  }

  /** Each row of those that start a VOLE has the values that the next one takes. */
  @Test
  void startingRowsStartOneAnother() {
    List<LpnParameters> rows = LpnParameters.STARTING;
    assertEquals(List.of(row(400, 11, 4), row(1200, 12, 5), LpnParameters.FIRST), rows);
    for (int i = 1; i < rows.size(); i++) {
      assertTrue(rows.get(i - 1).outputs() > rows.get(i).kept(), "row " + i);
    }
  }

  /** Attacks on random codes over F_2: Gauss, statistical, Stern and Dumer, BJMM, and regular. */
  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 217.41, 367.08, 204.77, 200.78, 165.97, 170.90",
    "1700, 16, 9, 232.08, 391.11, 219.29, 215.23, 211.36, 200.36",
    "2340, 17, 10, 234.23, 390.57, 223.16, 219.08, 199.70, 197.04",
    "3040, 18, 11, 236.92, 391.22, 227.45, 223.37, 190.96, 194.38",
    "3800, 19, 12, 239.70, 392.10, 231.45, 227.69, 189.26, 191.94"
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
    LpnParameters row = row(t, logK, h);
    DenseAttacks dense = DenseAttacks.bits(row);
    RegularAttacks regular = new RegularAttacks(row, true);
    check(gauss, dense.gauss());
    check(statistical, dense.statisticalBits());
    check(sternDumer, dense.sternDumer(0));
    check(bjmm, dense.bjmm());
    check(algebraic, regular.algebraic());
    check(hybrid, regular.hybrid());
  }

  /** Attacks on random codes over large fields: as over F_2, without BJMM. */
  @ParameterizedTest
  @CsvSource({
    "400, 11, 4, 262.28, 474.25, 265.26, 253.83, 233.75",
    "1200, 12, 5, 232.18, 409.25, 240.19, 203.81, 195.62",
    "2508, 15, 8, 231.92, 394.86, 243.46, 180.04, 186.34",
    "1700, 16, 9, 236.98, 400.37, 246.97, 216.20, 205.50",
    "2340, 17, 10, 237.60, 397.01, 249.10, 203.04, 200.01",
    "3040, 18, 11, 239.11, 395.43, 251.87, 191.18, 195.66",
    "3800, 19, 12, 241.07, 394.74, 254.92, 190.61, 191.95"
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
    LpnParameters row = row(t, logK, h);
    DenseAttacks dense = DenseAttacks.elements(row);
    RegularAttacks regular = new RegularAttacks(row, false);
    check(gauss, dense.gauss());
    check(statistical, dense.statisticalElements());
    check(sternDumer, dense.sternDumer(LOG_Q));
    check(algebraic, regular.algebraic());
    check(hybrid, regular.hybrid());
  }

  /**
   * Attacks on the local code, and over F_2 on one with so many ones that all rows of the code are
   * drawn for each try.
   */
  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 0.719, 169.14, 146.53, 154.37, 200.96",
    "1700, 16, 9, 0.750, 178.69, 156.48, 163.64, 205.49",
    "2340, 17, 10, 0.724, 174.41, 153.49, 159.58, 206.00",
    "3040, 18, 11, 0.703, 171.73, 152.04, 157.07, 207.47",
    "3800, 19, 12, 0.686, 170.00, 151.07, 155.48, 209.48"
  })
  void localCode(
      int t,
      int logK,
      int h,
      double share,
      double plain,
      double bits,
      double elements,
      double fresh) {
    LpnParameters row = row(t, logK, h);
    LocalAttacks local = new LocalAttacks(row, LpnParameters.ONES);
    assertEquals(share, local.values(0) / row.k(), 0.001);
    check(plain, local.plain());
    check(bits, local.bits());
    check(elements, local.elements());
    check(fresh, new LocalAttacks(row, MANY).bits());
  }

  /**
   * Bounds on sets of values that nobody knows how to find. They are no attacks, and not all are
   * 128; the Javadoc of the table names those that are less.
   */
  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 120.02, 126.55",
    "1700, 16, 9, 129.02, 135.21",
    "2340, 17, 10, 126.52, 131.65",
    "3040, 18, 11, 125.40, 129.50",
    "3800, 19, 12, 124.14, 128.20"
  })
  void bestValues(int t, int logK, int h, double bits, double elements) {
    LpnParameters row = row(t, logK, h);
    LocalAttacks local = new LocalAttacks(row, LpnParameters.ONES);
    assertEquals(bits, local.boundOfBits(), ROUNDING);
    assertEquals(elements, local.boundOfElements(), ROUNDING);
    assertEquals(row.equals(LpnParameters.SMALL), local.boundOfBits() >= SECURITY);
    assertEquals(!row.equals(LpnParameters.FIRST), local.boundOfElements() >= SECURITY);
  }

  @ParameterizedTest
  @CsvSource({
    "2508, 15, 8, 2898, 3692, 32.8",
    "1700, 16, 9, 6560, 7990, 37.3",
    "2340, 17, 10, 11834, 14962, 33.5",
    "3040, 18, 11, 21800, 28456, 30.8",
    "3800, 19, 12, 40710, 54650, 28.8"
  })
  void leastWeightsInTheDualCode(
      int t, int logK, int h, int distance, int randomDistance, double advantage) {
    LpnParameters row = row(t, logK, h);
    int local = new LocalAttacks(row, LpnParameters.ONES).dualDistance();
    assertEquals(distance, local, 0.002 * distance);
    int random = new LocalAttacks(row, MANY).dualDistance();
    assertEquals(randomDistance, random, 0.002 * randomDistance);
    assertEquals(-advantage, t * Log2.onePlus(-2.0 * distance / row.outputs()), ROUNDING);
  }

  /**
   * Rows that fell: as long as those of the table, with half the noise. Estimators for random codes
   * give about 128 bits, and attacks on the local code cost about 2^91 over F_2.
   */
  @ParameterizedTest
  @CsvSource({
    "850, 16, 10, 128.69, 130.50, 107.38, 91.12, 95.33",
    "1170, 17, 11, 128.19, 128.97, 106.19, 90.86, 94.36",
    "1520, 18, 12, 128.09, 128.03, 105.81, 90.70, 94.15",
    "1900, 19, 13, 128.17, 127.42, 105.91, 90.97, 94.39"
  })
  void rejectedRows(
      int t,
      int logK,
      int h,
      double hybridBits,
      double hybridElements,
      double plain,
      double bits,
      double elements) {
    LpnParameters rejected = new LpnParameters(t, logK, h);
    LpnParameters adopted = row(2 * t, logK, h - 1);
    assertEquals(rejected.outputs(), adopted.outputs());
    assertEquals(hybridBits, new RegularAttacks(rejected, true).hybrid(), ROUNDING);
    assertEquals(hybridElements, new RegularAttacks(rejected, false).hybrid(), ROUNDING);
    LocalAttacks local = new LocalAttacks(rejected, LpnParameters.ONES);
    fell(plain, local.plain());
    fell(bits, local.bits());
    fell(elements, local.elements());
  }

  /** Rejected rows with 16, 32 and 1,000 ones in a row of the code, over F_2. */
  @ParameterizedTest
  @CsvSource({
    "850, 16, 10, 99.66, 107.12, 115.70",
    "1170, 17, 11, 100.40, 108.46, 117.30",
    "1520, 18, 12, 101.08, 110.31, 119.43",
    "1900, 19, 13, 101.76, 111.78, 121.88"
  })
  void moreOnesDoNotSaveRejectedRows(
      int t, int logK, int h, double sixteen, double thirtyTwo, double thousand) {
    LpnParameters rejected = new LpnParameters(t, logK, h);
    fell(sixteen, new LocalAttacks(rejected, 16).bits());
    fell(thirtyTwo, new LocalAttacks(rejected, 32).bits());
    fell(thousand, new LocalAttacks(rejected, MANY).bits());
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

  private static LpnParameters row(int t, int logK, int h) {
    LpnParameters row = new LpnParameters(t, logK, h);
    assertTrue(TABLE.contains(row), row + " is not in the table");
    return row;
  }

  private static void check(double expected, double cost) {
    assertEquals(expected, cost, ROUNDING);
    assertTrue(cost >= SECURITY, cost + " bits");
  }

  private static void fell(double expected, double cost) {
    assertEquals(expected, cost, ROUNDING);
    assertTrue(cost < SECURITY, cost + " bits");
  }
}
