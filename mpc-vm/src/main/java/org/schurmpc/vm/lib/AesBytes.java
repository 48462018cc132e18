package org.schurmpc.vm.lib;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.vm.lang.ClearGf2n;
import org.schurmpc.vm.lang.ClearGf2ns;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretGf2nArray;
import org.schurmpc.vm.lang.SecretGf2ns;

/**
 * Bytes as elements of GF(2^8) with the modulus of AES, which is a subfield of GF(2^40) (DKLMS12,
 * section 4; {@link Gf2To40Embedding}). The subfield's elements are the polynomials in X^5, and X^5
 * is the image of the byte 3.
 */
public final class AesBytes {
  /** Number of bytes of a block. */
  public static final int BLOCK = 16;

  static final int BITS = 8;
  static final int AFFINE_CONSTANT = 0x63;
  private static final int AFFINE_BITS = 4;
  private static final int STEP = 5;
  private static final int GENERATOR = 3;
  private static final int MODULUS = 0x11b;
  private static final String FIELD = "gf2_40";

  private final ProgramBuilder b;
  private final SecondField field;

  /**
   * Creates bytes in a program.
   *
   * @throws org.schurmpc.vm.lang.ProgramError if the program has no second field
   * @throws IllegalArgumentException if the second field is not "gf2_40"
   */
  public AesBytes(ProgramBuilder b) {
    this.b = b;
    field = b.secondField();
    if (!field.field().name().equals(FIELD)) {
      throw new IllegalArgumentException(
          "AES needs %s as the second field, not %s".formatted(FIELD, field.field().name()));
    }
  }

  /**
   * Returns blocks of a party, 16 bytes each, which are proven to be bytes.
   *
   * @return the images of the bytes: of all blocks byte 0, then byte 1, and so on
   */
  public SecretGf2ns input(String name, int party, int blocks) {
    int perBlock = BLOCK * BITS;
    SecretGf2ns bits =
        field.inputBits(name, party, BITS, Math.multiplyExact(BLOCK, blocks)).asElements();
    SecretGf2nArray from = field.secretArray(bits.size());
    SecretGf2nArray to = field.secretArray(bits.size());
    from.store(0, bits);
    b.repeat(
        blocks,
        block -> {
          SecretGf2ns own = from.vector(block.times(perBlock), perBlock);
          for (int i = 0; i < perBlock; i++) {
            int row = i % BITS * BLOCK + i / BITS;
            to.part(row * blocks, blocks).store(block, own.slice(i, 1));
          }
        });
    SecretGf2ns sum = null;
    for (int i = 0; i < BITS; i++) {
      ClearGf2n weight = b.clearGf2n(image(1 << i));
      SecretGf2ns part = to.vector((long) i * BLOCK * blocks, BLOCK * blocks).times(weight);
      sum = sum == null ? part : sum.plus(part);
    }
    return sum;
  }

  /**
   * Returns bytes of blocks in the order of the blocks: all bytes of block 0, and so on.
   *
   * @throws IllegalArgumentException unless there are 16 bytes for each block
   */
  public SecretGf2ns byBlock(SecretGf2ns bytes) {
    int blocks = Aes.lanes(bytes, BLOCK);
    SecretGf2nArray from = field.secretArray(bytes.size());
    SecretGf2nArray to = field.secretArray(bytes.size());
    from.store(0, bytes);
    b.repeat(
        blocks,
        block -> {
          SecretGf2ns[] own = new SecretGf2ns[BLOCK];
          for (int i = 0; i < BLOCK; i++) {
            own[i] = from.part(i * blocks, blocks).vector(block, 1);
          }
          to.store(block.times(BLOCK), SecretGf2ns.join(own));
        });
    return to.vector(0, bytes.size());
  }

  /** Returns the bytes whose images elements are; takes nothing. */
  public ClearGf2ns bytes(ClearGf2ns images) {
    ClearGf2ns sum = null;
    for (int i = 0; i < BITS; i++) {
      ClearGf2ns part = images.coefficient(STEP * i).times(b.clearGf2n(power(i)));
      sum = sum == null ? part : sum.plus(part);
    }
    return sum;
  }

  /**
   * Returns the coefficients of X^0, X^5, ..., X^35 of elements of the subfield. Takes a round, and
   * 8 bits for each element.
   */
  SecretGf2ns[] decompose(SecretGf2ns x) {
    int n = x.size();
    SecretGf2ns random = field.randomBits(Math.multiplyExact(BITS, n)).asElements();
    // By Horner's rule from x on, so that the bits are taken when x is there, and not before.
    SecretGf2ns masked = x.times(b.clearGf2n(image(inverse(power(BITS - 1)))));
    for (int i = BITS - 1; i >= 0; i--) {
      SecretGf2ns sum = masked.plus(random.slice(i * n, n));
      masked = i == 0 ? sum : sum.times(b.clearGf2n(image(GENERATOR)));
    }
    ClearGf2ns opened = masked.reveal();
    SecretGf2ns[] bits = new SecretGf2ns[BITS];
    for (int i = 0; i < BITS; i++) {
      bits[i] = random.slice(i * n, n).plus(opened.coefficient(STEP * i));
    }
    return bits;
  }

  /** Returns the images of bytes under a linear map, from the coefficients of their images. */
  SecretGf2ns map(SecretGf2ns[] bits, IntUnaryOperator linear) {
    SecretGf2ns sum = null;
    for (int i = 0; i < BITS; i++) {
      SecretGf2ns part = bits[i].times(b.clearGf2n(image(linear.applyAsInt(power(i)))));
      sum = sum == null ? part : sum.plus(part);
    }
    return sum;
  }

  /** Returns the byte whose image is X^5i. */
  private static int power(int i) {
    int power = 1;
    for (int k = 0; k < i; k++) {
      power = times(power, GENERATOR);
    }
    return power;
  }

  /** Returns the linear part of the S-box's affine map. */
  static int affine(int x) {
    int twice = x | x << BITS;
    int sum = x;
    for (int i = 1; i <= AFFINE_BITS; i++) {
      sum ^= twice >> (BITS - i);
    }
    return sum & 0xff;
  }

  /** Returns the S-box. */
  static LookupTable sBox() {
    int[] entries = new int[1 << BITS];
    Arrays.setAll(entries, x -> affine(inverse(x)) ^ AFFINE_CONSTANT);
    return new LookupTable(BITS, BITS, entries);
  }

  /** Returns x^254. */
  private static int inverse(int x) {
    int inverse = 1;
    for (int i = 0; i < (1 << BITS) - 2; i++) {
      inverse = times(inverse, x);
    }
    return inverse;
  }

  /** Returns the product of two bytes. */
  static int times(int x, int y) {
    int product = 0;
    for (int i = BITS - 1; i >= 0; i--) {
      product <<= 1;
      product ^= product >> BITS == 0 ? 0 : MODULUS;
      product ^= (y >> i & 1) == 0 ? 0 : x;
    }
    return product;
  }

  /** Returns the image of a byte. */
  static long image(int value) {
    long image = 0;
    for (int i = 0; i < BITS; i++) {
      image ^= (value >> i & 1) == 0 ? 0 : Gf2To40Embedding.image(i);
    }
    return image;
  }
}
