package org.schurmpc.bench.control;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Who a child is.
 *
 * @param instance the pair that a party belongs to, from 0; 0 for the dealer
 * @param party 0 or 1; {@value #DEALER} for the dealer
 */
public record Role(int instance, int party) {
  public static final int DEALER = -1;

  /** The dealer of all instances. */
  public static Role dealer() {
    return new Role(0, DEALER);
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
