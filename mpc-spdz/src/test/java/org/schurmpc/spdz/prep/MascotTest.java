package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.Material;

/** All kinds of material over all kinds of fields, from base OTs, added up. */
class MascotTest {
  private static final int ITEMS = 70;

  private static MascotParameters setting(Field field, int threads) {
    int sigma = Material.usualSigma(field);
    return new MascotParameters(field, sigma, 4, threads, 64);
  }

  private Field field;
  private Material material;
  private MascotRun run;
  private List<MascotRun.Outcome> outcomes;
  private BigInteger alpha;

  @ParameterizedTest
  @CsvSource({
    "2, gf2_40, 1",
    "2, gf2_42, 1",
    "2, gf2_64, 2",
    "2, gf2_128, 1",
    "2, p128, 3",
    "3, p128, 2",
    "3, gf2_40, 1",
    "2, 18446744073709551557, 1",
    "2, 115792089237316195423570985008687907853269984665640564039457584007908834671663, 1"
  })
  void itemsAddUp(int parties, String name, int threads) throws Exception {
    requireItemsAddUp(parties, name, threads);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"5, gf2_64, 1", "5, p128, 1", "3, 170141183460469231731687303715884105727, 1"})
  void itemsOfManyPartiesAddUp(int parties, String name, int threads) throws Exception {
    requireItemsAddUp(parties, name, threads);
  }

  private void requireItemsAddUp(int parties, String name, int threads) throws Exception {
    field = Fields.named(name);
    material = new Material(field);
    run = new MascotRun(field, parties, setting(field, threads));
    Demand.Builder demand =
        Demand.of(material.storeName())
            .add(material.triples(), 3 * ITEMS)
            .add(material.bits(), ITEMS);
    for (int owner = 0; owner < parties; owner++) {
      demand.add(material.inputs(owner), ITEMS);
    }
    if (!field.isBinary()) {
      demand.add(material.squares(), ITEMS).add(material.inverses(), ITEMS);
      for (int owner = 0; owner < parties; owner++) {
        demand.add(material.ownBits(owner), ITEMS);
      }
    }
    make(demand.build());
    int limbs = field.limbs();
    for (int i = 0; i < 3 * ITEMS; i++) {
      BigInteger[] t = values(material.triples(), i, 3);
      assertEquals(product(t[0], t[1]), t[2]);
    }
    int ones = 0;
    for (int i = 0; i < ITEMS; i++) {
      BigInteger bit = values(material.bits(), i, 1)[0];
      assertTrue(bit.bitLength() <= 1, "a bit is " + bit);
      ones += bit.intValue();
      for (int owner = 0; owner < parties; owner++) {
        MaterialKind kind = material.inputs(owner);
        BigInteger mask = values(kind, i, 1)[0];
        int clear = i * kind.longsPerItem() + 2 * limbs;
        long[] known = outcomes.get(owner).kept().items.get(kind);
        assertEquals(field.toBigInteger(known, clear), mask);
        assertNotEquals(mask, field.toBigInteger(known, clear - 2 * limbs), "not shared");
      }
      if (!field.isBinary()) {
        BigInteger[] square = values(material.squares(), i, 2);
        assertEquals(product(square[0], square[0]), square[1]);
        BigInteger[] inverse = values(material.inverses(), i, 2);
        assertEquals(BigInteger.ONE, product(inverse[0], inverse[1]));
        for (int owner = 0; owner < parties; owner++) {
          MaterialKind kind = material.ownBits(owner);
          BigInteger own = values(kind, i, 1)[0];
          assertTrue(own.bitLength() <= 1, "a bit of a party is " + own);
          int clear = i * kind.longsPerItem() + 2 * limbs;
          long[] known = outcomes.get(owner).kept().items.get(kind);
          assertEquals(field.toBigInteger(known, clear), own);
        }
      }
    }
    assertEquals(ITEMS / 2.0, ones, 25, "bits that are one");
  }

  private void make(Demand demand) throws Exception {
    outcomes = run.run(demand);
    long[] key = new long[field.limbs()];
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      field.add(key, 0, outcome.kept().key, 0, key, 0, 1);
    }
    alpha = field.toBigInteger(key, 0);
  }

  /** Many values, which come from VOLE, in two threads. */
  @Test
  void valuesFromVole() throws Exception {
    field = Fields.named("p128");
    material = new Material(field);
    run = new MascotRun(field, 2, new MascotParameters(field, 64, 4, 2, 4096));
    int n = 20_000;
    make(
        Demand.of(material.storeName())
            .add(material.triples(), ITEMS)
            .add(material.inputs(0), n)
            .add(material.ownBits(1), n)
            .build());
    for (int i = 0; i < ITEMS; i++) {
      BigInteger[] t = values(material.triples(), i, 3);
      assertEquals(product(t[0], t[1]), t[2]);
    }
    for (int i = 0; i < n; i += 61) {
      values(material.inputs(0), i, 1);
      assertTrue(values(material.ownBits(1), i, 1)[0].bitLength() <= 1);
    }
  }

  /** Like before, between three parties, each of which has VOLEs with each other one. */
  @Tag("slow")
  @Test
  void valuesFromVoleOfThreeParties() throws Exception {
    field = Fields.named("18446744073709551557");
    material = new Material(field);
    run = new MascotRun(field, 3, new MascotParameters(field, 40, 4, 2, 2048));
    int n = 20_000;
    make(
        Demand.of(material.storeName())
            .add(material.triples(), ITEMS)
            .add(material.inputs(0), n)
            .add(material.ownBits(1), n)
            .add(material.ownBits(2), n)
            .build());
    for (int i = 0; i < n; i += 61) {
      values(material.inputs(0), i, 1);
      for (int owner = 1; owner < 3; owner++) {
        assertTrue(values(material.ownBits(owner), i, 1)[0].bitLength() <= 1);
      }
    }
  }

  /** Several batches of two threads, which check one after the other. */
  @Test
  void bitsAndSquaresOfTwoThreads() throws Exception {
    field = Fields.named("18446744073709551557");
    material = new Material(field);
    run = new MascotRun(field, 2, setting(field, 2));
    int n = 600;
    make(
        Demand.of(material.storeName()).add(material.bits(), n).add(material.squares(), n).build());
    for (int i = 0; i < n; i++) {
      assertTrue(values(material.bits(), i, 1)[0].bitLength() <= 1);
      BigInteger[] square = values(material.squares(), i, 2);
      assertEquals(product(square[0], square[0]), square[1]);
    }
  }

  /** The values of an item, whose MACs are right. */
  private BigInteger[] values(MaterialKind kind, int item, int count) {
    BigInteger[] values = new BigInteger[count];
    for (int i = 0; i < count; i++) {
      int at = item * kind.longsPerItem() + 2 * i * field.limbs();
      values[i] = run.sum(outcomes, kind, at);
      assertEquals(product(alpha, values[i]), run.sum(outcomes, kind, at + field.limbs()), "MAC");
    }
    return values;
  }

  private BigInteger product(BigInteger a, BigInteger b) {
    long[] product = new long[field.limbs()];
    field.multiply(field.element(a), 0, field.element(b), 0, product, 0, 1);
    return field.toBigInteger(product, 0);
  }
}
