package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.service.state.Delivery;

class MaskStockTest {
  private static final KeyName KEY = KeyName.ofBatch("5e".repeat(32));

  private final MaskStock stock = new MaskStock();

  private void make(long run, String job, long... numbers) {
    for (long number : numbers) {
      stock.apply(MaskStock.made(number, run, job, "blob" + number, KEY));
    }
  }

  private void hold(long... numbers) {
    for (long number : numbers) {
      stock.hold(new Delivery(number, new byte[32], "bits", 1, 64, 2, new byte[8]));
    }
  }

  private List<Long> free(String job) {
    List<Long> all = new ArrayList<>();
    stock.count(job, number -> all.add(number));
    return all;
  }

  /** A mask is given away once its run has committed and its delivery is at hand. */
  @Test
  void masksAreReadyWhenBothAreThere() {
    make(1, "a", 5, 6, 9);
    make(2, "b", 7);
    hold(5, 9);
    assertEquals(List.of(), free("a"));
    stock.apply(MaskStock.ready(1));
    assertEquals(List.of(5L, 9L), free("a"));
    hold(6, 7);
    assertEquals(List.of(5L, 6L, 9L), free("a"));
    assertEquals(List.of(), free("b"));
    stock.apply(MaskStock.ready(2));
    assertEquals(List.of(7L), free("b"));
    stock.apply(MaskStock.gone(6));
    stock.apply(MaskStock.gone(6));
    assertEquals(List.of(5L, 9L), free("a"));
    assertTrue(stock.delivery("a", 6).isEmpty());
  }

  /** A key is needed as long as one of its masks is there. */
  @Test
  void keysAreThoseOfTheMasksLeft() {
    KeyName other = KeyName.ofStore("a1".repeat(32));
    make(1, "a", 5, 6);
    stock.apply(MaskStock.made(7, 2, "b", "blob7", other));
    assertEquals(Set.of(KEY, other), stock.keys());
    stock.apply(MaskStock.gone(5));
    stock.apply(MaskStock.gone(5));
    stock.apply(MaskStock.gone(7));
    assertEquals(Set.of(KEY), stock.keys());
    stock.apply(MaskStock.gone(6));
    assertEquals(Set.of(), stock.keys());
  }

  @Test
  void theFirstUsableMaskIsGiven() {
    make(1, "a", LongStream.range(0, 100).toArray());
    stock.apply(MaskStock.ready(1));
    hold(LongStream.range(0, 100).toArray());
    assertEquals(OptionalLong.of(0), stock.free("a", number -> true));
    assertEquals(OptionalLong.of(42), stock.free("a", number -> number >= 42));
    assertEquals(OptionalLong.empty(), stock.free("a", number -> false));
    assertEquals(OptionalLong.empty(), stock.free("b", number -> true));
    assertEquals(58, stock.count("a", number -> number >= 42));
  }

  @Test
  void aCheckpointBringsTheSameMasks() {
    make(1, "a", 5, 6);
    stock.apply(MaskStock.ready(1));
    make(3, "a", 8);
    MaskStock again = new MaskStock();
    stock.state().forEachRemaining(again::apply);
    for (long number : List.of(5L, 8L)) {
      again.hold(new Delivery(number, new byte[32], "bits", 1, 64, 2, new byte[8]));
    }
    assertEquals(OptionalLong.of(5), again.free("a", number -> true));
    assertEquals(1, again.count("a", number -> true));
  }

  @Test
  void eachChangeIsSeen() {
    long before = stock.changes();
    make(1, "a", 5);
    stock.apply(MaskStock.ready(1));
    long made = stock.changes();
    assertNotEquals(before, made);
    hold(5);
    long held = stock.changes();
    assertNotEquals(made, held);
    assertEquals(held, stock.changes());
    stock.apply(MaskStock.gone(5));
    assertNotEquals(held, stock.changes());
  }
}
