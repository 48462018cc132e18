package org.schurmpc.core.eval;

/** Names the parties that know an input value of a circuit. */
public sealed interface InputSource {
  /** Returns whether a party supplies a value or a share that its peers do not know. */
  boolean contributes(int party);

  /** Returns a text without spaces that no other source has, for the handshake. */
  String describe();

  /**
   * Known to one party.
   *
   * @param party the party's index
   */
  record Private(int party) implements InputSource {
    @Override
    public boolean contributes(int other) {
      return other == party;
    }

    @Override
    public String describe() {
      return "party" + (party + 1);
    }
  }

  /** Known to every party; the parties compare the value before use. */
  record Public() implements InputSource {
    @Override
    public boolean contributes(int party) {
      return false;
    }

    @Override
    public String describe() {
      return "public";
    }
  }

  /** Known to no party: each party holds a share, and the value is the XOR of all shares. */
  record Shared() implements InputSource {
    @Override
    public boolean contributes(int party) {
      return true;
    }

    @Override
    public String describe() {
      return "shared";
    }
  }

  /**
   * Known to no party: the parties hold authenticated shares since before the evaluation, to which
   * they add public bits. All input values of one set take its bits in turn, wire by wire.
   *
   * @param set names the bits among those of the evaluation
   */
  record Kept(String set) implements InputSource {
    public Kept {
      KeptNames.require(set);
    }

    @Override
    public boolean contributes(int party) {
      return false;
    }

    @Override
    public String describe() {
      return "kept:" + set;
    }
  }
}
