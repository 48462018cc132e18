package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * The greatest of secret integers, its place, and a sealed-bid auction at the second price
 * (Vickrey), by a tournament of {@link Comparison comparisons}. Among equal values, the first one
 * wins.
 *
 * <p>A tournament of n values takes n - 1 comparisons in ⌈log2 n⌉ levels; a level takes the rounds
 * of a comparison and one more. The auction carries with each value those that lost against it, one
 * for each level: the second price is the greatest of the winner's. So it takes ⌈log2 n⌉ - 1
 * comparisons more.
 */
public final class Auction {
  private final ProgramBuilder b;
  private final Comparison comparison;

  /** Creates the functions for values of a program. */
  public Auction(ProgramBuilder b) {
    this.b = b;
    comparison = new Comparison(b);
  }

  /**
   * The greatest value and its place.
   *
   * @param value the greatest value
   * @param place the first place where it is, from 0 on
   */
  public record Greatest(SecretInt value, SecretInt place) {}

  /**
   * What an auction ends with.
   *
   * @param winner the first place with the greatest bid, from 0 on
   * @param price the second greatest bid
   */
  public record Sale(SecretInt winner, SecretInt price) {}

  /** Those who are left: their values, places, and what lost against each on every level. */
  private record Field(SecretInts values, SecretInts places, List<SecretInts> losers) {
    int size() {
      return values.size();
    }
  }

  /** Returns the greatest of the values, without its place. */
  public SecretInt max(SecretInts values) {
    return tournament(values, false).values.get(0);
  }

  /** Returns the greatest of the values and its place. */
  public Greatest argmax(SecretInts values) {
    Field end = tournament(values, false);
    return new Greatest(end.values.get(0), end.places.get(0));
  }

  /**
   * Returns the winner of an auction and the price.
   *
   * @param bids at least 2
   */
  public Sale vickrey(SecretInts bids) {
    if (bids.size() < 2) {
      throw new IllegalArgumentException("an auction has 2 bids or more");
    }
    Field end = tournament(bids, true);
    SecretInts losers = SecretInts.join(end.losers.toArray(SecretInts[]::new));
    return new Sale(end.places.get(0), max(losers));
  }

  private Field tournament(SecretInts values, boolean withLosers) {
    SecretInts[] places = new SecretInts[values.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = b.secret(i).asVector();
    }
    Field field = new Field(values, SecretInts.join(places), List.of());
    while (field.size() > 1) {
      field = level(field, withLosers);
    }
    return field;
  }

  private Field level(Field field, boolean withLosers) {
    SecretInts first = every(field.values, 0);
    SecretInts second = every(field.values, 1);
    SecretBitVector secondWins = comparison.lessThan(first, second);
    SecretInts values = secondWins.choose(second, first);
    SecretInts places = secondWins.choose(every(field.places, 1), every(field.places, 0));
    List<SecretInts> losers = new ArrayList<>();
    if (withLosers) {
      for (SecretInts each : field.losers) {
        losers.add(withBye(secondWins.choose(every(each, 1), every(each, 0)), each));
      }
      SecretInts lost = first.plus(second).minus(values);
      losers.add(withBye(lost.assumeFits(IntType.signed(field.values.width())), lowest(field)));
    }
    return new Field(withBye(values, field.values), withBye(places, field.places), losers);
  }

  /** Returns vectors of the least value, which lost against those who had no opponent. */
  private SecretInts lowest(Field field) {
    BigInteger least = BigInteger.TWO.pow(field.values.width() - 1).negate();
    SecretInt value = b.clear(least).toSecret();
    SecretInts[] all = new SecretInts[field.size()];
    Arrays.fill(all, value.asVector());
    return SecretInts.join(all);
  }

  /** Returns the elements 2i + parity, without the last one if the number is odd. */
  private static SecretInts every(SecretInts vector, int parity) {
    SecretInts[] some = new SecretInts[vector.size() / 2];
    for (int i = 0; i < some.length; i++) {
      some[i] = vector.slice(2 * i + parity, 1);
    }
    return SecretInts.join(some);
  }

  /** Returns a level's vector, with the last element of the one before if its number is odd. */
  private static SecretInts withBye(SecretInts next, SecretInts before) {
    int n = before.size();
    return n % 2 == 0 ? next : SecretInts.join(next, before.slice(n - 1, 1));
  }
}
