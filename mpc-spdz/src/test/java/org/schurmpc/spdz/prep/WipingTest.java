package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;

/** Seeds, and products with the key, do not outlive what they were made for, however it ends. */
class WipingTest {
  private static final int ITEMS = 20;
  private static final TamperingNetwork.Hook HONEST = (peer, index, frame) -> frame;

  /** The products of one element with others: where these were and where they went. */
  private static final class Product {
    final long[] factor;
    final long[] of;
    final long[] to;

    Product(long[] factor, long[] of, long[] to) {
      this.factor = factor.clone();
      this.of = of;
      this.to = to;
    }
  }

  private final Queue<Product> products = new ConcurrentLinkedQueue<>();

  /** Where combinations of products went. */
  private final Queue<long[]> combinations = new ConcurrentLinkedQueue<>();

  /** A field that takes down where products of single elements go. */
  private Field recording(Field field) {
    return (Field)
        Proxy.newProxyInstance(
            Field.class.getClassLoader(),
            new Class<?>[] {Field.class},
            (proxy, method, arguments) -> {
              if (List.of("scale", "multiply").contains(method.getName())) {
                long[] factor = (long[]) arguments[0];
                if (factor.length == field.limbs()) {
                  // Single products are with constants, too, which are no secret.
                  long[] of =
                      method.getName().equals("scale") ? (long[]) arguments[2] : new long[0];
                  products.add(new Product(factor, of, (long[]) arguments[4]));
                }
              }
              if (method.getName().equals("innerProduct")
                  && products.stream().anyMatch(each -> each.to == arguments[2])) {
                combinations.add((long[]) arguments[4]);
              }
              try {
                return method.invoke(field, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private List<MascotRun.Outcome> run(String name, TamperingNetwork.Hook first) throws Exception {
    Field field = recording(Fields.named(name));
    var setting = new MascotParameters(field, Material.usualSigma(field), 4, 1, 64);
    MascotRun run = new MascotRun(field, 2, setting);
    Demand.Builder demand =
        Demand.of(run.material.storeName())
            .add(run.material.bits(), ITEMS)
            .add(run.material.inputs(0), ITEMS);
    if (!field.isBinary()) {
      demand.add(run.material.ownBits(1), ITEMS);
    }
    return run.run(demand.build(), first, HONEST);
  }

  private void assertProductsWiped(List<MascotRun.Outcome> outcomes) {
    for (MascotRun.Outcome outcome : outcomes) {
      long[] key = outcome.kept().key;
      int count = 0;
      for (Product product : products) {
        if (Arrays.equals(product.factor, key)) {
          assertArrayEquals(new long[product.of.length], product.of, "values " + count);
          assertArrayEquals(new long[product.to.length], product.to, "product " + count);
          count++;
        }
      }
      assertTrue(count > 0, "some products with the key");
    }
    combinations.forEach(each -> assertArrayEquals(new long[each.length], each, "combination"));
  }

  @ParameterizedTest
  @CsvSource({"gf2_40", "p128"})
  void keyTimesValue(String field) throws Exception {
    List<MascotRun.Outcome> outcomes = run(field, HONEST);
    outcomes.forEach(outcome -> assertNull(outcome.failure()));
    assertProductsWiped(outcomes);
    assertFalse(combinations.isEmpty());
  }

  /** The first party is silent from the moment on when it should give values to authenticate. */
  @Test
  void keyTimesValueIfThePeerLeaves() throws Exception {
    Field field = Fields.named("gf2_40");
    int given = ITEMS + 1;
    long length = Cope.bytes(field, 4, given);
    AtomicInteger seen = new AtomicInteger();
    List<MascotRun.Outcome> outcomes =
        run(
            "gf2_40",
            (peer, index, frame) -> {
              if (frame.length == length) {
                seen.incrementAndGet();
                throw new IllegalStateException("silent");
              }
              return frame;
            });
    assertEquals(1, seen.get());
    outcomes.forEach(outcome -> assertNotNull(outcome.failure()));
    assertProductsWiped(outcomes);
  }

  @Test
  void copesGiveUpTheirGenerators() throws Exception {
    Field field = Fields.named("gf2_64");
    long[] seeds = new Random(1).longs(2L * field.bits()).toArray();
    SessionPairs.run(
        session -> {
          Cope cope =
              Cope.begin(session, field, new long[] {3}, 4, seeds, new long[][] {seeds, seeds}, 8);
          long[] x = new long[8];
          byte[] message = new byte[cope.messageBytes(8)];
          cope.give(x, 0, 8, message, x, 0);
          cope.wipe();
          assertThrows(
              IllegalStateException.class, () -> cope.give(x, 0, 8, message, new long[8], 0));
          assertThrows(IllegalStateException.class, () -> cope.hold(message, 8, new long[8], 0));
          return null;
        });
  }
}
