package org.schurmpc.core.contract;

import java.util.List;
import java.util.Random;
import org.schurmpc.core.abort.PeerCheated.Check;

/**
 * A cheat that stays well-formed: the cheater follows the protocol on material that is wrong
 * somewhere, so that all of its messages are as the protocol wants them, and so is its transcript.
 *
 * @param what the part of the material that is wrong, and how
 * @param hook makes it wrong
 * @param check the check that must find it
 */
public record Lie(String what, Hook hook, Check check) {
  /** Makes a cheater's material wrong. */
  @FunctionalInterface
  public interface Hook {
    /** Alters the cheater's store by {@link CheatedRun#alter}. */
    void apply(CheatedRun cheated, Random random) throws Exception;
  }

  /** A lie that the comparison of MACs must find. */
  public Lie(String what, Hook hook) {
    this(what, hook, Check.MAC);
  }

  /**
   * A configuration with all lies that are told in it. Its messages do not matter.
   *
   * @param liar the configuration
   * @param lies each told in a run of its own
   */
  public record Told(CheatCase liar, List<Lie> lies) {}
}
