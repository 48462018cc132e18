package org.schurmpc.spdz.material;

import java.util.Locale;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.core.field.Gf2To42Embedding;

/**
 * A public span over F2 of d elements B_0 to B_{d-1} of a field of characteristic 2: the values Σ
 * c_i B_i. An element of the span is written as its coordinates, the d bits c_i, the first one in
 * bit 0.
 *
 * <p>Coordinates are those of a projection of the whole field onto the span, which is linear over
 * F2. If the shares of a value of the span are projected, they still add up to the value.
 *
 * @see "KORSVV17, section 5, Packing optimization"
 */
public final class Span {
  /** Maximum number of coordinates. */
  public static final int MOST = 32;

  private final Field field;
  private final int dimension;
  private final Basis basis;

  /** How the elements B_i are chosen. */
  private enum Basis {
    POWERS {
      @Override
      long embed(long coordinates) {
        return coordinates;
      }

      @Override
      long extract(long element) {
        return element;
      }
    },
    BYTES {
      @Override
      long embed(long coordinates) {
        return Gf2To40Embedding.embed(coordinates);
      }

      @Override
      long extract(long element) {
        return Gf2To40Embedding.extract(element);
      }
    },
    SEXTETS {
      @Override
      long embed(long coordinates) {
        return Gf2To42Embedding.embed(coordinates);
      }

      @Override
      long extract(long element) {
        return Gf2To42Embedding.extract(element);
      }
    };

    /** Returns the first limb of the element with some coordinates; its other limbs are zero. */
    abstract long embed(long coordinates);

    /**
     * Returns the coordinates of an element, by its first limb; bits beyond the coordinates may
     * follow.
     */
    abstract long extract(long element);
  }

  private Span(Field field, int dimension, Basis basis) {
    if (!field.isBinary() || dimension < 1 || dimension > Math.min(MOST, field.bits())) {
      throw new IllegalArgumentException(
          "a span of %d elements over %s".formatted(dimension, field.name()));
    }
    this.field = field;
    this.dimension = dimension;
    this.basis = basis;
  }

  /** Returns the span of 1, X, ..., X^(d-1), for d up to {@value #MOST}. */
  public static Span powers(Field field, int dimension) {
    return new Span(field, dimension, Basis.POWERS);
  }

  /**
   * Returns the image of GF(2^8), the span of the images of its 1, X, ..., X^7.
   *
   * @param field gf2_40
   * @see Gf2To40Embedding
   */
  public static Span bytes(Field field) {
    return bytes(field, Byte.SIZE);
  }

  /**
   * Returns the span of the images of 1, X, ..., X^(d-1) of GF(2^8).
   *
   * @param field gf2_40
   * @param dimension d, up to 8
   */
  public static Span bytes(Field field, int dimension) {
    if (!holdsBytes(field) || dimension > Byte.SIZE) {
      throw new IllegalArgumentException(
          "bytes of %d bits are not embedded in %s".formatted(dimension, field.name()));
    }
    return new Span(field, dimension, Basis.BYTES);
  }

  /**
   * Returns the image of GF(2^6), the span of the images of its 1, X, ..., X^5.
   *
   * @param field gf2_42
   * @see Gf2To42Embedding
   */
  public static Span sextets(Field field) {
    if (!field.name().equals("gf2_42")) {
      throw new IllegalArgumentException("GF(2^6) is not embedded in " + field.name());
    }
    return new Span(field, Gf2To42Embedding.BITS, Basis.SEXTETS);
  }

  /** Whether {@link #bytes} is defined. */
  public static boolean holdsBytes(Field field) {
    return field.name().equals("gf2_40");
  }

  public Field field() {
    return field;
  }

  /** Returns d, the number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** Returns the number of bytes that hold the coordinates of a value. */
  public int coordinateBytes() {
    return (dimension + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the bits of the coordinates. */
  public long mask() {
    return (1L << dimension) - 1;
  }

  /** Returns the element B_i. */
  public long[] basis(int i) {
    return field.element(basis.embed(1L << i));
  }

  /** Writes n elements Σ c_i B_i, {@link Field#limbs} longs each. */
  public void elements(long[] coordinates, int at, long[] to, int toAt, int n) {
    int limbs = field.limbs();
    for (int i = 0; i < n; i++) {
      long c = coordinates[at + i];
      int element = toAt + i * limbs;
      for (int limb = 1; limb < limbs; limb++) {
        to[element + limb] = 0;
      }
      to[element] = basis.embed(c);
    }
  }

  /** Writes the coordinates of the projections of n elements, a long each. */
  public void coordinates(long[] elements, int at, long[] to, int toAt, int n) {
    int limbs = field.limbs();
    for (int i = 0; i < n; i++) {
      long element = elements[at + i * limbs];
      to[toAt + i] = basis.extract(element) & mask();
    }
  }

  /** Whether n elements are in the span; for public elements. */
  public boolean contains(long[] elements, int at, int n) {
    int limbs = field.limbs();
    long[] coordinates = new long[1];
    long[] back = new long[limbs];
    long rest = 0;
    for (int i = 0; i < n; i++) {
      coordinates(elements, at + i * limbs, coordinates, 0, 1);
      elements(coordinates, 0, back, 0, 1);
      for (int limb = 0; limb < limbs; limb++) {
        rest |= back[limb] ^ elements[at + i * limbs + limb];
      }
    }
    return rest == 0;
  }

  @Override
  public String toString() {
    return dimension + " " + basis.name().toLowerCase(Locale.ROOT) + " in " + field.name();
  }
}
