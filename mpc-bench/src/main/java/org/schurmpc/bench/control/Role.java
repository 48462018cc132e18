package org.schurmpc.bench.control;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Identifies the role of a child: the dealer, or a party of an instance.
 *
 * @param instance the index of the party's instance; 0 for the dealer
 * @param party the index of the party in its instance; {@value #DEALER} for the dealer
 */
public record Role(int instance, int party) {
  public static final int DEALER = -1;

  /** Returns the role of the dealer of all instances. */
  public static Role dealer() {
    return new Role(0, DEALER);
  }

  /** Returns the party at a position of the list of all parties, instance by instance. */
  public static Role at(int index, int partiesOfEach) {
    return new Role(index / partiesOfEach, index % partiesOfEach);
  }

  /**
   * Returns the position of the party in the list of all parties; -1 if such a party cannot exist.
   */
  public int index(int partiesOfEach) {
    boolean possible = instance >= 0 && party >= 0 && party < partiesOfEach;
    long index = possible ? (long) instance * partiesOfEach + party : -1;
    return (int) Math.min(index, Integer.MAX_VALUE);
  }

  @JsonIgnore
  public boolean isDealer() {
    return party == DEALER;
  }

  /** Returns the role in words, with numbers counted from 1: "party 2 of instance 1". */
  @Override
  public String toString() {
    return isDealer() ? "the dealer" : "party " + (party + 1) + " of instance " + (instance + 1);
  }
}
