package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.field.Gf2To42Embedding;
import org.schurmpc.spdz.cipher.PulkusVivek.Polynomial;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.Shares;

/** The polynomials of S-boxes in the clear, at all elements. */
class SboxAlgebraTest {
  @Test
  void pulkusVivekInAllPlaces() {
    Polynomial q = PulkusVivek.q1();
    for (int box = 0; box < DesTables.BOXES; box++) {
      LookupTable table = DesTables.sboxes().get(box);
      for (int x = 0; x < table.entries(); x++) {
        int value = Gf256.mul(PulkusVivek.p1(box).at(x), q.at(x)) ^ PulkusVivek.p2(box).at(x);
        assertEquals(table.entry(x), value & 0xf, "S" + (box + 1) + " at " + x);
      }
    }
  }

  /** The constants are those that the search prints. */
  @Test
  void pulkusVivekIsFoundAgain() {
    byte[] q = PulkusVivekSearch.q1();
    assertEquals(PulkusVivek.Q1, HexFormat.of().formatHex(q));
    for (int box = 0; box < DesTables.BOXES; box++) {
      byte[] found = PulkusVivekSearch.solution(DesTables.sboxes().get(box), q);
      assertEquals(PulkusVivek.coefficients(box), HexFormat.of().formatHex(found), "S" + (box + 1));
    }
  }

  /** A polynomial is the sum of linear maps of x, x^3 and x^7. */
  @Test
  void classesOfMonomials() {
    int[] exponents = new int[PulkusVivek.MONOMIALS];
    for (int i = 1; i < exponents.length; i++) {
      exponents[i] = (PulkusVivek.CLASSES[(i - 1) / 8] << (i - 1) % 8) % 255;
    }
    assertEquals(exponents.length, Arrays.stream(exponents).distinct().count());
    byte[] coefficients =
        HexFormat.of().parseHex(PulkusVivek.coefficients(0), 0, exponents.length * 2);
    for (int x = 0; x < Gf256.ORDER; x++) {
      int sum = 0;
      for (int i = 0; i < exponents.length; i++) {
        sum ^= Gf256.mul(coefficients[i] & 0xff, Gf256.pow(x, exponents[i]));
      }
      assertEquals(sum, PulkusVivek.p1(0).at(x));
    }
  }

  @Test
  void interpolationInAllPlaces() {
    int[][] all = DesPolynomials.all();
    for (int box = 0; box < DesTables.BOXES; box++) {
      LookupTable table = DesTables.sboxes().get(box);
      assertEquals(DesPolynomials.DEGREE + 1, all[box].length);
      for (int x = 0; x < table.entries(); x++) {
        int sum = 0;
        for (int j = DesPolynomials.DEGREE; j >= 0; j--) {
          sum = DesPolynomials.Gf64.mul(sum, x) ^ all[box][j];
        }
        assertEquals(table.entry(x), sum, "S" + (box + 1) + " at " + x);
      }
    }
  }

  /** X has order 63; products are those of the images. */
  @Test
  void sextets() throws Exception {
    assertEquals(
        63, IntStream.range(0, 63).map(e -> DesPolynomials.Gf64.pow(2, e)).distinct().count());
    Field field = Fields.named("gf2_42");
    for (int a = 0; a < DesPolynomials.Gf64.ORDER; a++) {
      for (int b = 0; b < DesPolynomials.Gf64.ORDER; b++) {
        long[] product = {Gf2To42Embedding.embed(a)};
        field.multiply(product, 0, new long[] {Gf2To42Embedding.embed(b)}, 0, product, 0, 1);
        assertEquals(Gf2To42Embedding.embed(DesPolynomials.Gf64.mul(a, b)), product[0]);
        assertEquals(DesPolynomials.Gf64.mul(a, b), Gf2To42Embedding.extract(product[0]));
      }
    }
  }

  /** The coordinates of elements outside of the span are linear. */
  @Test
  void sextetsAreASpan() throws Exception {
    Span span = Span.sextets(Fields.named("gf2_42"));
    assertEquals(6, span.dimension());
    assertEquals("6 sextets in gf2_42", span.toString());
    Random random = new Random(42);
    for (int i = 0; i < 100; i++) {
      long[] a = {random.nextLong() >>> 22, random.nextLong() >>> 22, 0};
      a[2] = a[0] ^ a[1];
      long[] coordinates = new long[3];
      span.coordinates(a, 0, coordinates, 0, 3);
      assertEquals(coordinates[2], coordinates[0] ^ coordinates[1]);
      long[] elements = new long[3];
      span.elements(coordinates, 0, elements, 0, 3);
      assertTrue(span.contains(elements, 0, 3));
      long[] again = new long[3];
      span.coordinates(elements, 0, again, 0, 3);
      assertArrayEquals(coordinates, again);
    }
  }

  @Test
  void chainsOfPowers() {
    for (int x = 0; x < Gf256.ORDER; x++) {
      int[] squares = new int[8];
      for (int i = 0; i < squares.length; i++) {
        squares[i] = Gf256.pow(x, 1 << i);
      }
      int left = Gf256.mul(Gf256.mul(squares[1], squares[2]), Gf256.mul(squares[3], squares[4]));
      int right = Gf256.mul(Gf256.mul(squares[5], squares[6]), squares[7]);
      assertEquals(Gf256.pow(x, 254), Gf256.mul(left, right));
      int third = Gf256.mul(x, squares[1]);
      int twelfth = Gf256.pow(third, 4);
      int fourteenth = Gf256.mul(squares[1], twelfth);
      int fifteenth = Gf256.mul(third, twelfth);
      assertEquals(Gf256.pow(x, 254), Gf256.mul(fourteenth, Gf256.pow(fifteenth, 16)));
    }
  }

  /** Maps of bits against products in the field, for a number of elements that is no block's. */
  @Test
  void sumsOfBits() throws Exception {
    Random random = new Random(7);
    int n = 131;
    for (Span span :
        new Span[] {Span.bytes(Fields.named("gf2_40")), Span.sextets(Fields.named("gf2_42"))}) {
      Field field = span.field();
      int bits = span.dimension() - 1;
      int[] images = random.ints(bits, 0, 1 << span.dimension()).toArray();
      BitSum map = BitSum.of(span, bits, b -> images[Integer.numberOfTrailingZeros(b)]);
      Shares from = new Shares(field, 2 + bits * 150);
      for (int i = 0; i < from.count(); i++) {
        from.values()[i] = random.nextInt(2);
        from.macs()[i] = random.nextLong() >>> (Long.SIZE - field.bits());
      }
      Shares to = new Shares(field, n + 1);
      map.set(from, 2, 150, to, 1, n);
      map.add(from, 2, 150, to, 1, 1);
      for (int j = 0; j < n; j++) {
        long[] sums = new long[2];
        for (int i = 0; i < bits; i++) {
          long[] weight = new long[1];
          span.elements(new long[] {images[i]}, 0, weight, 0, 1);
          int at = 2 + i * 150 + j;
          field.addScaled(weight, 0, from.values(), at, sums, 0, 1);
          field.addScaled(weight, 0, from.macs(), at, sums, 1, 1);
        }
        assertEquals(j == 0 ? 0 : sums[0], to.values()[1 + j]);
        assertEquals(j == 0 ? 0 : sums[1], to.macs()[1 + j]);
      }
    }
  }
}
