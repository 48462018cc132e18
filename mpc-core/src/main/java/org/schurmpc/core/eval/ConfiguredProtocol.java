package org.schurmpc.core.eval;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/** A protocol with its parameters fixed: makes everything that an evaluation needs. */
public interface ConfiguredProtocol {
  /** The protocol's name. */
  String protocol();

  /** How many parties evaluate. */
  default int parties() {
    return 2;
  }

  /** The instances of a circuit that one evaluation holds. */
  int lanes();

  /** The statistical security in bits. */
  int sigma();

  /**
   * Whether a party that deviates from the protocol is found out, with the probability that {@link
   * #sigma} says. {@link SecurityFloor} goes by this answer, whatever {@link #sigma} is.
   */
  boolean activelySecure();

  /** The field of values and MACs, if the caller's options named one; not if it is the default. */
  default Optional<String> namedField() {
    return Optional.empty();
  }

  /** The parameters that all parties must share, by name; part of the session's terms. */
  SortedMap<String, String> terms();

  /**
   * What one evaluation of a circuit consumes.
   *
   * @throws Refused if the protocol cannot evaluate this circuit with this map; said before any I/O
   */
  Demand demand(LayeredCircuit circuit, IoMap io) throws Refused;

  /**
   * Refuses a circuit with lookups: for {@link #demand} of a protocol that has none.
   *
   * @param protocol its name
   */
  static void requireNoLookups(String protocol, LayeredCircuit circuit) throws Refused {
    if (circuit.lookupCount() > 0) {
      throw new Refused(
          "%s evaluates no lookups in tables; this circuit has %,d"
              .formatted(protocol, circuit.lookupCount()));
    }
  }

  /**
   * What so many multiplications consume that belong to no circuit: what a benchmark of the
   * preprocessing asks for.
   *
   * @param count AND gates times lanes, at least one
   * @throws Refused if the material depends on the circuit
   */
  default Demand multiplications(long count) throws Refused {
    throw new Refused("the material of " + protocol() + " depends on the circuit");
  }

  /**
   * Material for no circuit in particular, for who makes it before he knows what is evaluated.
   *
   * @param amounts by the protocol's own names of what they are for, each at least one: gates or
   *     bits, times lanes
   * @throws Refused if there is none without a circuit, or the protocol has no such name
   */
  default Demand stock(SortedMap<String, Long> amounts) throws Refused {
    throw new Refused(protocol() + " has no material for any circuit: say for which one it is");
  }

  /**
   * The bytes that a party sends each peer for an AND gate of all lanes, apart from framing and
   * from checks that gates share; empty where that is no fixed number.
   */
  default OptionalInt bytesPerAnd(int party) {
    return OptionalInt.empty();
  }

  /** A new dealer for one store of each party. */
  TrustedDealer dealer(SecureRandom random);

  /**
   * Multiplications for which the real preprocessing makes the material at once: as many as
   * exercise it.
   */
  default int preprocessedTogether() {
    return 1 << 14;
  }

  /** Whether the protocol has real preprocessing, that is {@link #preprocessor}. */
  boolean preprocesses();

  /**
   * Whether material may be made while other of the same store is used. Not where a check that is
   * under way can show who cheats in it the key, with which it could forge in another one.
   */
  default boolean preprocessesBesideUse() {
    return preprocesses();
  }

  /**
   * This party's side of the real preprocessing.
   *
   * @throws Refused if the protocol has none
   */
  Preprocessor preprocessor(Session session) throws MpcException;

  /**
   * What a {@link #multiplier} consumes from one {@link Multiplier#begin} to the next.
   *
   * @throws Refused as {@link #multiplier}
   */
  default Demand chain(long batches, int batch) throws Refused {
    throw noMultiplier();
  }

  /**
   * This party's side of products that belong to no circuit.
   *
   * @throws Refused if the protocol has none
   */
  default Multiplier multiplier(Session session, PrepStore store) throws MpcException {
    throw noMultiplier();
  }

  private Refused noMultiplier() {
    return new Refused(protocol() + " multiplies in circuits alone");
  }

  /** This party's evaluator, which consumes material of a store. */
  Evaluator evaluator(Session session, PrepStore store) throws MpcException;
}
