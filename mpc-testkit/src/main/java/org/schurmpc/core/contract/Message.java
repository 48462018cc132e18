package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Set;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.CheatedRun.Outcome;

/**
 * A message of a protocol's online phase, as {@link CheatingContract} changes it.
 *
 * @param name what it is
 * @param verdict what a changed byte must lead to
 * @param proof whether its last {@value #PROOF_BYTES} bytes are a hash of MACs, which a peer must
 *     not be able to echo or replay
 */
public record Message(String name, Verdict verdict, boolean proof) {
  static final int PROOF_BYTES = 32;

  /** Judges how the parties ended. */
  @FunctionalInterface
  public interface Verdict {
    /**
     * Fails unless the changed byte was found as it must be.
     *
     * @param at where in the message the byte is
     */
    void require(CheatedRun cheated, List<Outcome> outcomes, int at) throws Exception;
  }

  /** A message whose change these checks find, at every honest party. */
  public static Message caught(String name, Check... checks) {
    return new Message(
        name, (cheated, outcomes, at) -> cheated.requireCaughtByAll(outcomes, checks), false);
  }

  /** A message that ends in a hash of MACs. */
  public static Message proof(String name) {
    return new Message(name, caught(name, Check.MAC).verdict, true);
  }

  /** The comparison of public inputs and positions in the store, before any input. */
  public static Message agreement() {
    return new Message(
        "positions and public inputs",
        (cheated, outcomes, at) -> {
          for (int party = 0; party < outcomes.size(); party++) {
            if (party != cheated.cheater) {
              assertNull(outcomes.get(party).output());
              assertInstanceOf(Disagreement.class, outcomes.get(party).failure());
            }
          }
        },
        false);
  }

  /**
   * Masked inputs of two parties. A changed one is another input for the receiver than for the
   * sender, so that either one's check may be first.
   *
   * @param atHonest the checks that may find it at the honest party
   */
  public static Message inputs(Check... atHonest) {
    return caughtByEither("inputs", Set.of(atHonest), Set.of(Check.MAC));
  }

  /** A message that leads the sender's own check to fail, too, if that comes first. */
  public static Message caughtByEither(String name, Set<Check> atHonest, Set<Check> atCheater) {
    return new Message(
        name,
        (cheated, outcomes, at) -> {
          Outcome honest = outcomes.get(cheated.honest());
          if (honest.failure() instanceof ConnectionLost) {
            assertNull(honest.output());
            PeerCheated first =
                assertInstanceOf(
                    PeerCheated.class, outcomes.get(cheated.cheater).failure(), "" + cheated.run);
            if (!atCheater.contains(first.check())) {
              throw new AssertionError(first.check() + " and not " + atCheater, first);
            }
          } else {
            cheated.requireCaughtByAll(outcomes, atHonest.toArray(Check[]::new));
          }
        },
        false);
  }

  @Override
  public String toString() {
    return name;
  }
}
