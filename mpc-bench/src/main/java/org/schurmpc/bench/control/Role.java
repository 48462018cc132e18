package org.schurmpc.bench.control;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Who a child is.
 *
 * @param instance the group that a party belongs to, from 0; 0 for the dealer
 * @param party its index in the group; {@value #DEALER} for the dealer
 */
public record Role(int instance, int party) {
  public static final int DEALER = -1;

  /** The dealer of all instances. */
  public static Role dealer() {
    return new Role(0, DEALER);
  }

  /** The party at this place in the list of all parties, instance by instance. */
  public static Role at(int index, int partiesOfEach) {
    return new Role(index / partiesOfEach, index % partiesOfEach);
  }

  /** A party's place in that list; -1 if there can be no such party. */
  public int index(int partiesOfEach) {
    boolean possible = instance >= 0 && party >= 0 && party < partiesOfEach;
    long index = possible ? (long) instance * partiesOfEach + party : -1;
    return (int) Math.min(index, Integer.MAX_VALUE);
  }

  @JsonIgnore
  public boolean isDealer() {
    return party == DEALER;
  }

  /** For people, who count from 1: "party 2 of instance 1". */
  @Override
  public String toString() {
    return isDealer() ? "the dealer" : "party " + (party + 1) + " of instance " + (instance + 1);
  }
}
