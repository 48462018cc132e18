package org.schurmpc.core.eval;

/** Names the parties that learn an output value of a circuit. */
public sealed interface OutputTarget {
  /** Returns whether a party learns the value. */
  boolean includes(int party);

  /** Returns a text without spaces that no other target has, for the handshake. */
  String describe();

  /** Learnt by every party. */
  record All() implements OutputTarget {
    @Override
    public boolean includes(int party) {
      return true;
    }

    @Override
    public String describe() {
      return "all";
    }
  }

  /**
   * Learnt by one party.
   *
   * @param party the party's index
   */
  record Only(int party) implements OutputTarget {
    @Override
    public boolean includes(int other) {
      return other == party;
    }

    @Override
    public String describe() {
      return "party" + (party + 1);
    }
  }

  /**
   * Learnt by no party: the parties keep authenticated shares, and may deliver them to clients. The
   * wires of all output values of one set become its bits in turn.
   *
   * @param set names the bits among those of the evaluation
   * @param deliveries the number of clients to whom the set can be delivered in each lane
   */
  record Kept(String set, int deliveries) implements OutputTarget {
    public Kept {
      KeptNames.require(set);
      if (deliveries < 0) {
        throw new IllegalArgumentException(deliveries + " deliveries");
      }
    }

    @Override
    public boolean includes(int party) {
      return false;
    }

    @Override
    public String describe() {
      return "kept:" + set + "*" + deliveries;
    }
  }
}
