package org.schurmpc.service.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.service.config.Rate;

/** Tests counters and numbers against lists of everything that happened. */
class CountersTest {
  /** No span of the rate's length has more than its count, wherever it begins. */
  @Test
  void noSpanHasMoreThanItsCount() {
    for (Rate rate :
        List.of(new Rate(5, Rate.Per.MIN), new Rate(7, Rate.Per.HOUR), new Rate(3, Rate.Per.DAY))) {
      long length = rate.per().length().toMillis();
      Random random = new Random(rate.count());
      RateCounters counters = new RateCounters();
      List<Long> times = new ArrayList<>();
      long now = 1_700_000_000_000L;
      for (int i = 0; i < 20_000; i++) {
        now += random.nextLong(length / 50);
        if (counters.wait("k", rate, now).isEmpty()) {
          counters.count("k", now);
          times.add(now);
        }
        if (i % 100 == 0) {
          RateCounters copy = new RateCounters();
          for (String line : counters.lines(now)) {
            copy.restore(line.split(" "), 0);
          }
          counters = copy;
        }
      }
      for (int i = rate.count(); i < times.size(); i++) {
        assertTrue(
            times.get(i) - times.get(i - rate.count()) >= length,
            "%s: %d".formatted(rate, times.get(i) - times.get(i - rate.count())));
      }
      // Nor is it much stricter than it says.
      assertTrue(
          times.size() >= 0.9 * rate.count() * (now - times.get(0)) / (length * 62.0 / 60),
          times.size() + " in " + (now - times.get(0)) / length);
    }
  }

  @Test
  void theWaitThatIsNamedIsEnough() {
    Random random = new Random(5);
    Rate rate = new Rate(4, Rate.Per.MIN);
    RateCounters counters = new RateCounters();
    long now = 1_700_000_000_000L;
    for (int i = 0; i < 5_000; i++) {
      now += random.nextLong(5_000);
      var wait = counters.wait("k", rate, now);
      if (wait.isPresent()) {
        assertTrue(wait.get().toMillis() <= 61_000);
        now += wait.get().toMillis();
        assertTrue(counters.wait("k", rate, now).isEmpty());
      }
      counters.count("k", now);
    }
  }

  @Test
  void reservedCountsCount() {
    RateCounters counters = new RateCounters();
    Rate rate = new Rate(2, Rate.Per.DAY);
    counters.reserve("k");
    counters.reserve("k");
    assertTrue(counters.wait("k", rate, 1_700_000_000_000L).isPresent());
    counters.release("k");
    assertTrue(counters.wait("k", rate, 1_700_000_000_000L).isEmpty());
  }

  @Test
  void numbersAreTakenOnceInAnyOrder() {
    Random random = new Random(9);
    Numbers numbers = new Numbers();
    Set<Long> taken = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      long number = random.nextInt(3_000);
      assertEquals(taken.contains(number), numbers.isTaken(number));
      numbers.take(number);
      taken.add(number);
    }
    numbers.take(0);
    numbers.take(Long.MAX_VALUE);
    Numbers copy = new Numbers();
    for (String line : numbers.lines()) {
      copy.restore(line.split(" "), 0);
    }
    assertTrue(numbers.lines().size() < 10);
    for (long number = 0; number < 3_001; number++) {
      assertEquals(taken.contains(number) || number == 0, copy.isTaken(number));
    }
    assertTrue(copy.isTaken(Long.MAX_VALUE));
    numbers.reserve(5_000);
    assertTrue(!numbers.isFree(5_000) && !numbers.isTaken(5_000));
    numbers.release(5_000);
    assertTrue(numbers.isFree(5_000));
  }
}
