package org.schurmpc.vm.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/** Every instruction of arithmetic against big integers; vectors of one, few and many blocks. */
class ElementOpsTest {
  private static final int[] SIZES = {1, 5, 600};
  private static final String HEAD =
      """
      .program arithmetic parties 2
      .field %s sigma_mask 0
      %s.output o party all element count %d
      .tape main s %d c %d i 0
      ldk c0[%d], 0
      share s0[%d], c0
      """;

  private static BigInteger quotient(BigInteger x, BigInteger y) {
    return y.signum() == 0 ? BigInteger.ZERO : x.divide(y);
  }

  private static BigInteger remainder(BigInteger x, BigInteger y) {
    return y.signum() == 0 ? x : x.mod(y);
  }

  /** Returns the expected element; over binary fields, products come from the field itself. */
  private static BigInteger expected(Field field, String op, BigInteger x, BigInteger y) {
    BigInteger p = field.order();
    boolean binary = field.isBinary();
    return switch (op) {
      case "adds", "addm", "addc" -> binary ? x.xor(y) : x.add(y).mod(p);
      case "subs", "subm", "subc" -> binary ? x.xor(y) : x.subtract(y).mod(p);
      case "rsubm" -> binary ? x.xor(y) : y.subtract(x).mod(p);
      case "mulm", "mulc" -> binary ? product(field, x, y) : x.multiply(y).mod(p);
      case "divc" -> {
        if (y.signum() == 0) {
          yield BigInteger.ZERO;
        }
        yield binary ? product(field, x, inverse(field, y)) : x.multiply(y.modInverse(p)).mod(p);
      }
      case "idiv" -> quotient(x, y);
      case "mod" -> remainder(x, y);
      case "and" -> x.and(y);
      case "or" -> x.or(y).mod(p);
      case "xor" -> x.xor(y).mod(p);
      default -> throw new IllegalArgumentException(op);
    };
  }

  private static BigInteger product(Field field, BigInteger x, BigInteger y) {
    long[] product = field.element(x);
    field.multiply(product, 0, field.element(y), 0, product, 0, 1);
    return field.toBigInteger(product, 0);
  }

  private static BigInteger inverse(Field field, BigInteger y) {
    long[] inverse = field.element(y);
    field.invert(inverse, 0, inverse, 0, 1);
    return field.toBigInteger(inverse, 0);
  }

  static Stream<String> fields() {
    return Stream.of(
        "p128",
        "2305843009213693951",
        "6277101735386680763835789423207666416102355444464034512659",
        "gf2_40",
        "gf2_128");
  }

  private static BigInteger[] values(Field field, int n, Random random) {
    BigInteger[] values = new BigInteger[n];
    for (int i = 0; i < n; i++) {
      values[i] =
          switch (random.nextInt(6)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> field.order().subtract(BigInteger.ONE);
            case 2 -> BigInteger.valueOf(1 + random.nextInt(5));
            default -> new BigInteger(field.bits() + 8, random).mod(field.order());
          };
    }
    return values;
  }

  private static String head(String name, BigInteger[] values, int n) {
    StringBuilder constants = new StringBuilder();
    for (BigInteger each : values) {
      constants.append(".const ").append(each).append('\n');
    }
    int all = values.length;
    return HEAD.formatted(name, constants, n, all, all, all, all);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void binaryInstructions(String name) throws Exception {
    Field field = Fields.named(name);
    Random random = new Random(name.hashCode());
    for (String op :
        List.of(
            "adds", "subs", "addm", "subm", "rsubm", "mulm", "addc", "subc", "mulc", "divc", "idiv",
            "mod", "and", "or", "xor")) {
      for (int n : SIZES) {
        for (int flags = 0; flags < 4; flags++) {
          binary(field, op, n, flags, random);
        }
      }
    }
  }

  /** Products with 2 and -1 are sums; in characteristic 2, -1 is 1. */
  @ParameterizedTest
  @MethodSource("fields")
  void clearProductsWithOneElement(String name) throws Exception {
    Field field = Fields.named(name);
    BigInteger minusOne = field.order().subtract(BigInteger.ONE);
    for (BigInteger one :
        List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO, BigInteger.valueOf(3), minusOne)) {
      for (int n : SIZES) {
        for (String sources : List.of("c0, *c%d", "*c%2$d, c0")) {
          BigInteger[] values = values(field, n + 1, new Random(n));
          values[n] = one;
          String text =
              head(name, values, n)
                  + "mulc c0[%d], %s\n".formatted(n, sources.formatted(n, n))
                  + "outputc o, 0, c0[%d]\nend\n.schedule run main 0\n".formatted(n);
          List<BigInteger> expected = new ArrayList<>();
          for (int j = 0; j < n; j++) {
            expected.add(expected(field, "mulc", values[j], one));
          }
          try (Run run = Run.of(text)) {
            assertEquals(expected, run.output("o"), name + ": times " + one + ", " + sources);
          }
        }
      }
    }
  }

  /** The target is the left source as a whole, so that a repeated right element may be in it. */
  private static void binary(Field field, String op, int n, int flags, Random random)
      throws Exception {
    if (n == 600 && (flags == 3 || !List.of("p128", "gf2_40").contains(field.name()))) {
      return; // Blocks do not depend on the field.
    }
    boolean xOne = (flags & 1) != 0;
    boolean yOne = (flags & 2) != 0;
    BigInteger[] values = values(field, 2 * n, random);
    char target = op.endsWith("c") || op.matches("idiv|mod|and|or|xor") ? 'c' : 's';
    char right = op.endsWith("m") ? 'c' : target;
    int y = yOne ? n / 2 : n;
    int x = xOne ? n - 1 : 0;
    String code =
        "%s %c0[%d], %s%c%d, %s%c%d\n"
            .formatted(op, target, n, xOne ? "*" : "", target, x, yOne ? "*" : "", right, y);
    String output = target == 'c' ? "outputc" : "output";
    String text =
        head(field.name(), values, n)
            + code
            + "%s o, 0, %c0[%d]\nend\n.schedule run main 0\n".formatted(output, target, n);
    List<BigInteger> expected = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      BigInteger a = values[xOne ? x : j];
      BigInteger b = values[yOne ? y : n + j];
      expected.add(expected(field, op, a, b));
    }
    try (Run run = Run.of(text)) {
      assertEquals(expected, run.output("o"), field.name() + ": " + code);
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void shifts(String name) throws Exception {
    Field field = Fields.named(name);
    Random random = new Random(3);
    for (String op : List.of("shl", "shr", "mod2k")) {
      for (int k : new int[] {0, 1, 40, 63, 64, 130, 512}) {
        for (boolean one : new boolean[] {false, true}) {
          BigInteger[] values = values(field, 7, random);
          String code = "%s c0[7], %sc%d, %d\n".formatted(op, one ? "*" : "", one ? 3 : 0, k);
          String text =
              head(name, values, 7) + code + "outputc o, 0, c0[7]\nend\n.schedule run main 0\n";
          List<BigInteger> expected = new ArrayList<>();
          for (int j = 0; j < 7; j++) {
            BigInteger x = values[one ? 3 : j];
            expected.add(
                switch (op) {
                  case "shl" -> x.shiftLeft(k).mod(field.order());
                  case "shr" -> x.shiftRight(k);
                  default -> x.mod(BigInteger.ONE.shiftLeft(k));
                });
          }
          try (Run run = Run.of(text)) {
            assertEquals(expected, run.output("o"), name + ": " + code);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void movesAndSums(String name) throws Exception {
    Field field = Fields.named(name);
    BigInteger[] values = values(field, 6, new Random(4));
    String text =
        head(name, values, 6)
            + """
            movs s1[4], s0      ; v0 v0 v1 v2 v3 v5
            movs s2[2], *s3     ; v0 v0 v2 v2 v3 v5
            sums s5, s0
            sums s4[4], s0      ; v0 v0 v2 v2 (2 v0 + 2 v2) v0
            output o, 0, s0[6]
            movc c2[4], c1      ; v0 v1 v1 v2 v3 v4
            movc c0[3], *c4
            ldk c3, 5
            ldk c4[2], *2
            end
            .schedule run main 0
            """;
    BigInteger v0 = values[0];
    BigInteger v2 = values[2];
    BigInteger pair = expected(field, "addc", v0, v2);
    BigInteger sum = expected(field, "addc", pair, pair);
    try (Run run = Run.of(text)) {
      assertEquals(List.of(v0, v0, v2, v2, sum, v0), run.output("o"));
    }
    String clear =
        text.replace("output o, 0, s0[6]\n", "").replace("end", "outputc o, 0, c0[6]\nend");
    try (Run run = Run.of(clear)) {
      assertEquals(List.of(values[3], values[3], values[3], values[5], v2, v2), run.output("o"));
    }
  }

  private static final long[] INTS = {
    0, 1, -1, 2, 7, -7, 63, 64, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private static long expected(String op, long x, long y) {
    BigInteger a = BigInteger.valueOf(x);
    BigInteger b = BigInteger.valueOf(y);
    return switch (op) {
      case "addi" -> a.add(b).longValue();
      case "subi" -> a.subtract(b).longValue();
      case "muli" -> a.multiply(b).longValue();
      case "divi" -> y == 0 ? 0 : a.divide(b).longValue();
      case "modi" -> y == 0 ? x : a.remainder(b).longValue();
      case "shli" -> a.shiftLeft((int) (y & 63)).longValue();
      case "shri" -> a.shiftRight((int) (y & 63)).longValue();
      case "andi" -> a.and(b).longValue();
      case "ori" -> a.or(b).longValue();
      case "xori" -> a.xor(b).longValue();
      case "lti" -> a.compareTo(b) < 0 ? 1 : 0;
      default -> a.equals(b) ? 1 : 0;
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "addi", "subi", "muli", "divi", "modi", "shli", "shri", "andi", "ori", "xori", "lti", "eqi"
      })
  void integers(String op) throws Exception {
    int n = INTS.length;
    StringBuilder text =
        new StringBuilder(
            ".program i parties 2\n.field p128 sigma_mask 0\n.tape main s 0 c 0 i 99\n");
    List<String> expected = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      text.append("int i%d, %d\n".formatted(j, INTS[j]));
    }
    for (int j = 0; j < n; j++) {
      text.append("%s i30[%d], i0, *i%d\n".formatted(op, n, j));
      text.append("%s i50[%d], *i%d, i0\n".formatted(op, n, j));
      text.append("movi i70[%d], i0\n%s i70[%d], *i70, *i%d\n".formatted(n, op, n, j));
      text.append("print i30[%d], i50[%d], i70[%d]\n".formatted(n, n, n));
      expected.add(line(op, j));
    }
    text.append("end\n.schedule run main 0\n");
    try (Run run = Run.of(text.toString())) {
      assertEquals(expected, run.prints);
    }
  }

  /** Returns the print of all x op y_j, of all y_j op x, and n times of x_0 op y_j. */
  private static String line(String op, int j) {
    StringBuilder line = new StringBuilder();
    for (int part = 0; part < 3; part++) {
      for (int k = 0; k < INTS.length; k++) {
        long x = part == 0 ? INTS[k] : part == 1 ? INTS[j] : INTS[0];
        long y = part == 1 ? INTS[k] : INTS[j];
        line.append(k == 0 ? "" : " ").append(expected(op, x, y));
      }
    }
    return line.toString();
  }
}
