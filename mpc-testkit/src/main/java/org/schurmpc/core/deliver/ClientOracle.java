package org.schurmpc.core.deliver;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a client computes of the bodies of a delivery: an oracle that shares no code with the
 * parties, in big integers.
 *
 * @param domain "bits" or the name of a field
 * @param m number of elements before the masks
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record ClientOracle(byte[] sid, long number, String domain, int m, int parties) {
  private static final Map<String, String> PRIMES =
      Map.of(
          "p128", "340282366920938463463374607431768211297",
          "p192", "6277101735386680763835789423207666416102355444464034512659",
          "p256", "115792089237316195423570985008687907853269984665640564039457584007913129639747");

  /** Moduli of binary fields. */
  private static final Map<String, BigInteger> POLYNOMIALS =
      Map.of(
          "gf2_40", polynomial(40, 20, 15, 10, 0),
          "gf2_42", polynomial(42, 7, 0),
          "gf2_64", polynomial(64, 4, 3, 1, 0),
          "gf2_128", polynomial(128, 7, 2, 1, 0));

  /** A refusal, with the reason that a real client keeps to itself. */
  public static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(String reason) {
      super(reason);
    }
  }

  private static BigInteger polynomial(int... exponents) {
    BigInteger sum = BigInteger.ZERO;
    for (int each : exponents) {
      sum = sum.setBit(each);
    }
    return sum;
  }

  private boolean bits() {
    return domain.equals("bits");
  }

  private boolean binary() {
    return bits() || domain.startsWith("gf2_");
  }

  private BigInteger modulus() {
    if (binary()) {
      return POLYNOMIALS.get(bits() ? "gf2_64" : domain);
    }
    return new BigInteger(PRIMES.getOrDefault(domain, domain));
  }

  /** Bits of a field's element. */
  private int size() {
    return binary() ? modulus().bitLength() - 1 : modulus().bitLength();
  }

  private int coefficientBits() {
    return binary() ? size() : size() - 1;
  }

  /** The number c of masks. */
  public int masks() {
    return (119 + coefficientBits()) / coefficientBits();
  }

  private BigInteger add(BigInteger a, BigInteger b) {
    return binary() ? a.xor(b) : a.add(b).mod(modulus());
  }

  private BigInteger multiply(BigInteger a, BigInteger b) {
    if (!binary()) {
      return a.multiply(b).mod(modulus());
    }
    BigInteger product = BigInteger.ZERO;
    for (int i = 0; i < b.bitLength(); i++) {
      product = b.testBit(i) ? product.xor(a.shiftLeft(i)) : product;
    }
    for (int i = product.bitLength() - 1; i >= size(); i--) {
      product = product.testBit(i) ? product.xor(modulus().shiftLeft(i - size())) : product;
    }
    return product;
  }

  /** The factor of elements on the wire over a prime. */
  private BigInteger factor() {
    BigInteger p = modulus();
    BigInteger below = BigInteger.ONE.shiftLeft(128).subtract(p);
    if (below.signum() > 0 && below.bitLength() <= 28) {
      return BigInteger.ONE;
    }
    int r = p.bitLength() <= 64 ? 64 : p.bitLength() <= 128 ? 156 : 260;
    return BigInteger.ONE.shiftLeft(r).mod(p);
  }

  /** The values, after everything is checked: bits, or elements as numbers. */
  public List<BigInteger> accept(List<byte[]> bodies) throws Refusal {
    require(bodies.size() == parties, "bodies");
    List<byte[]> own = new ArrayList<>();
    byte[] common = null;
    for (int j = 0; j < parties; j++) {
      ByteBuffer body = ByteBuffer.wrap(bodies.get(j));
      int bytes = 32 + 32 * parties;
      require(body.remaining() >= bytes + 4, "length");
      int sums = body.getInt(bytes);
      require(sums == (bits() ? parties : 1) * masks() * elementBytes(), "length of sums");
      byte[] head = new byte[bytes + 4 + sums];
      body.get(head);
      require(body.getInt() == ownBytes(), "length of values");
      byte[] values = new byte[ownBytes()];
      byte[] randomness = new byte[32];
      body.get(values).get(randomness);
      require(body.remaining() == 0, "length");
      common = common == null ? head : common;
      require(Arrays.equals(common, head), "seed, lists or sums differ");
      byte[] listed = Arrays.copyOfRange(head, 32 + 32 * j, 64 + 32 * j);
      byte[] expected =
          hash(
              text("commitment"),
              sid,
              text("delivery"),
              number(j),
              number(number),
              values,
              randomness);
      require(Arrays.equals(listed, expected), "commitment");
      own.add(values);
    }
    ByteBuffer head = ByteBuffer.wrap(common);
    byte[] seed = new byte[32];
    head.get(seed).position(32 + 32 * parties + 4);
    BigInteger[][] rho = coefficients(seed);
    return bits() ? acceptBits(own, head, rho) : acceptElements(own, head, rho);
  }

  private List<BigInteger> acceptBits(List<byte[]> own, ByteBuffer sums, BigInteger[][] rho)
      throws Refusal {
    BigInteger[] y = new BigInteger[m];
    Arrays.fill(y, BigInteger.ZERO);
    boolean padding = true;
    for (byte[] values : own) {
      for (int a = 0; a < masks(); a++) {
        BigInteger sum = word(values, (m + 7) / 8 + 8 * a);
        for (int i = 0; i < m; i++) {
          sum = (values[i / 8] >>> i % 8 & 1) == 1 ? sum.xor(rho[a][i]) : sum;
        }
        byte[] expected = new byte[8];
        sums.get(expected);
        require(sum.equals(word(expected, 0)), "combination");
      }
      for (int i = 0; i < 8 * ((m + 7) / 8); i++) {
        BigInteger bit = BigInteger.valueOf(values[i / 8] >>> i % 8 & 1);
        if (i < m) {
          y[i] = y[i].xor(bit);
        } else {
          padding &= bit.signum() == 0;
        }
      }
    }
    require(padding, "padding");
    return List.of(y);
  }

  private List<BigInteger> acceptElements(List<byte[]> own, ByteBuffer sums, BigInteger[][] rho)
      throws Refusal {
    List<BigInteger> total = new ArrayList<>();
    for (int i = 0; i < m + masks(); i++) {
      BigInteger sum = BigInteger.ZERO;
      for (byte[] values : own) {
        sum = add(sum, element(values, i * elementBytes()));
      }
      total.add(sum);
    }
    byte[] expected = new byte[masks() * elementBytes()];
    sums.get(expected);
    for (int a = 0; a < masks(); a++) {
      BigInteger sum = total.get(m + a);
      for (int i = 0; i < m; i++) {
        sum = add(sum, multiply(rho[a][i], total.get(i)));
      }
      require(sum.equals(element(expected, a * elementBytes())), "combination");
    }
    if (!binary()) {
      BigInteger inverse = factor().modInverse(modulus());
      total.replaceAll(each -> each.multiply(inverse).mod(modulus()));
    }
    return total.subList(0, m);
  }

  /** The bits of packed elements. */
  public static boolean[] unpack(List<BigInteger> elements, int k, int bits) throws Refusal {
    boolean[] all = new boolean[bits];
    for (int i = 0; i < elements.size(); i++) {
      int used = Math.min(k, bits - i * k);
      require(elements.get(i).bitLength() <= used, "range");
      for (int b = 0; b < used; b++) {
        all[i * k + b] = elements.get(i).testBit(b);
      }
    }
    return all;
  }

  private static BigInteger word(byte[] bytes, int at) {
    return new BigInteger(1, Arrays.copyOfRange(bytes, at, at + 8));
  }

  private BigInteger element(byte[] bytes, int at) throws Refusal {
    byte[] reversed = new byte[elementBytes()];
    for (int i = 0; i < reversed.length; i++) {
      reversed[reversed.length - 1 - i] = bytes[at + i];
    }
    BigInteger element = new BigInteger(1, reversed);
    boolean canonical = binary() ? element.bitLength() <= size() : element.compareTo(modulus()) < 0;
    require(canonical, "element");
    return element;
  }

  private int elementBytes() {
    return (size() + 7) / 8;
  }

  private int ownBytes() {
    return bits() ? (m + 7) / 8 + 8 * masks() : (m + masks()) * elementBytes();
  }

  private BigInteger[][] coefficients(byte[] seed) {
    byte[] key = Arrays.copyOf(hash(text("delivery coefficients"), seed, number(number)), 16);
    int words = (coefficientBits() + 63) / 64;
    byte[] stream;
    try {
      Cipher aes = Cipher.getInstance("AES/CTR/NoPadding");
      aes.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
      stream = aes.doFinal(new byte[masks() * m * words * 8]);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    BigInteger[][] all = new BigInteger[masks()][m];
    BigInteger mask = BigInteger.ONE.shiftLeft(coefficientBits()).subtract(BigInteger.ONE);
    int at = 0;
    for (BigInteger[] combination : all) {
      for (int i = 0; i < m; i++) {
        byte[] reversed = new byte[8 * words];
        for (int b = 0; b < reversed.length; b++) {
          reversed[reversed.length - 1 - b] = stream[at + b];
        }
        combination[i] = new BigInteger(1, reversed).and(mask);
        at += reversed.length;
      }
    }
    return all;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  private static byte[] hash(byte[]... fields) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (byte[] each : fields) {
        sha.update(ByteBuffer.allocate(4).putInt(each.length).array());
        sha.update(each);
      }
      return sha.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void require(boolean holds, String what) throws Refusal {
    if (!holds) {
      throw new Refusal(what);
    }
  }
}
