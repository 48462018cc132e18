package org.schurmpc.core.eval;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/** Creates everything that an evaluation needs: a protocol with fixed parameters. */
public interface ConfiguredProtocol {
  /** Returns the protocol's name. */
  String protocol();

  /** Returns the number of parties. */
  default int parties() {
    return 2;
  }

  /** Returns the number of instances of a circuit in one evaluation. */
  int lanes();

  /**
   * Returns this protocol for evaluations of fewer instances, with which all else is the same: its
   * evaluations take material of the same stores, in sessions that were agreed on this protocol.
   *
   * @param lanes from 1 to {@link #lanes}
   * @throws Refused if the number of lanes is fixed
   */
  default ConfiguredProtocol ofLanes(int lanes) throws Refused {
    if (lanes != lanes()) {
      throw new Refused(
          "%s as it is set up evaluates %d instances at once, not %d"
              .formatted(protocol(), lanes(), lanes));
    }
    return this;
  }

  /** Returns the statistical security in bits. */
  int sigma();

  /**
   * Returns whether a party that deviates from the protocol is detected, with the probability given
   * by {@link #sigma}. {@link SecurityFloor} relies on this answer for any value of {@link #sigma}.
   */
  boolean activelySecure();

  /**
   * Returns the field of values and MACs if the caller's options named one; empty for the default.
   */
  default Optional<String> namedField() {
    return Optional.empty();
  }

  /** Returns the parameters that all parties must share, by name; part of the session's terms. */
  SortedMap<String, String> terms();

  /**
   * Returns what parties must share in order to prepare material without a dealer, and no later use
   * of it depends on: part of the terms of such sessions, but not of stores.
   */
  default SortedMap<String, String> preparationTerms() {
    return Collections.emptySortedMap();
  }

  /**
   * Returns further parameters that all parties must share for one circuit, by name; part of the
   * terms of its sessions, but not of stores.
   */
  default SortedMap<String, String> circuitTerms(LayeredCircuit circuit) {
    return Collections.emptySortedMap();
  }

  /**
   * Returns the material that one evaluation of a circuit consumes.
   *
   * @throws Refused if the protocol cannot evaluate this circuit with this map; thrown before any
   *     I/O
   */
  Demand demand(LayeredCircuit circuit, IoMap io) throws Refused;

  /**
   * Refuses a circuit with lookups, for {@link #demand} of a protocol without lookups.
   *
   * @param protocol the protocol's name
   */
  static void requireNoLookups(String protocol, LayeredCircuit circuit) throws Refused {
    if (circuit.lookupCount() > 0) {
      throw new Refused(
          "%s evaluates no lookups in tables; this circuit has %,d"
              .formatted(protocol, circuit.lookupCount()));
    }
  }

  /**
   * Returns whether evaluators keep values: load kept inputs, keep outputs, and deliver them to
   * clients.
   */
  default boolean keepsValues() {
    return false;
  }

  /**
   * Refuses a map with kept inputs or outputs if the protocol keeps no values.
   *
   * @throws Refused before any I/O
   */
  default void requireKeeps(IoMap io) throws Refused {
    if (io.keeps() && !keepsValues()) {
      throw keepsNone();
    }
  }

  /**
   * Returns the material that {@link InputMaskMaker} consumes for input masks.
   *
   * @param deliveries the number of masks, at least one
   * @param bits the number of bits of each, at least one
   * @throws Refused if the protocol keeps no values
   */
  default Demand inputMasks(int deliveries, int bits) throws Refused {
    throw keepsNone();
  }

  /**
   * Returns whether kept values can be moved from one MAC key to another, because stores have
   * batches with keys of their own. A protocol with one key in a store's life has no need of it.
   */
  default boolean movesValues() {
    return false;
  }

  /**
   * Returns the material that {@link KeptMover#keepKey} consumes.
   *
   * @param spares at least one
   * @throws Refused if the protocol moves no values
   */
  default Demand spares(int spares) throws Refused {
    throw ValueKeeper.movesNone();
  }

  /**
   * Returns the material that one move consumes.
   *
   * @param counts the number of each of the values
   * @throws Refused if the protocol moves no values
   */
  default Demand moves(List<Integer> counts) throws Refused {
    throw ValueKeeper.movesNone();
  }

  private Refused keepsNone() {
    return new Refused(
        protocol() + " as it is set up keeps no values and delivers none: tinyot and spdz do");
  }

  /**
   * Returns the material for multiplications that belong to no circuit, as requested by a benchmark
   * of the preprocessing.
   *
   * @param count AND gates times lanes, at least one
   * @throws Refused if the material depends on the circuit
   */
  default Demand multiplications(long count) throws Refused {
    throw new Refused("the material of " + protocol() + " depends on the circuit");
  }

  /**
   * Returns the demand of material that is not tied to a circuit, for preparing a stock before the
   * circuit is known.
   *
   * @param amounts the number of items, each at least one, by the protocol's own names of their
   *     uses: gates or bits, times lanes
   * @throws Refused if the protocol has no material without a circuit, or no such name
   */
  default Demand stock(SortedMap<String, Long> amounts) throws Refused {
    throw new Refused(protocol() + " has no material for any circuit: say for which one it is");
  }

  /**
   * Returns the number of bytes that a party sends to each peer for an AND gate of all lanes,
   * without framing and without checks that gates share; empty if the number is not fixed.
   */
  default OptionalInt bytesPerAnd(int party) {
    return OptionalInt.empty();
  }

  /** Returns a new dealer for one store of each party. */
  TrustedDealer dealer(SecureRandom random);

  /**
   * Returns the number of multiplications for which the real preprocessing generates material at
   * once, which is the number that exercises it.
   */
  default int preprocessedTogether() {
    return 1 << 14;
  }

  /** Returns whether the protocol has real preprocessing, that is, {@link #preprocessor}. */
  boolean preprocesses();

  /**
   * Returns this protocol for material of its {@link #preprocessor}, which may have another name
   * and less security than a dealer's. Callers use the result for everything: demands, terms,
   * reports and evaluations.
   *
   * @throws Refused if there is no such material with these options, naming what to change; before
   *     any I/O
   */
  default ConfiguredProtocol withOwnMaterial() throws Refused {
    return this;
  }

  /**
   * Returns whether material may be generated while other material with the same MAC keys is in
   * use; by default, whether the protocol {@link #preprocesses}. A protocol returns false if a
   * check of MACs reveals the key to a peer that cheats in the check: while the check is pending,
   * the peer could use the key to forge MACs in another check. Such checks must run one after the
   * other.
   */
  default boolean preprocessesBesideUse() {
    return preprocesses();
  }

  /**
   * Returns this party's side of the real preprocessing.
   *
   * @throws Refused if the protocol has none
   */
  Preprocessor preprocessor(Session session) throws MpcException;

  /**
   * Returns whether {@link #preprocessor(Session, Optional)} generates material under a key of an
   * earlier session. The parties of a store then have one key as long as the store lasts.
   */
  default boolean keepsKey() {
    return false;
  }

  /**
   * Returns this party's side of the real preprocessing, under a key that the parties agreed on.
   *
   * @param key this party's part of the key, not kept; empty to generate a new key
   * @throws Refused if the protocol has no preprocessing
   * @throws IllegalArgumentException if there is a key and the protocol keeps none
   */
  default Preprocessor preprocessor(Session session, Optional<KeptKey> key) throws MpcException {
    if (key.isPresent()) {
      throw new IllegalArgumentException(protocol() + " keeps no key");
    }
    return preprocessor(session);
  }

  /**
   * Returns the material that a {@link #multiplier} consumes from one {@link Multiplier#begin} to
   * the next.
   *
   * @throws Refused as in {@link #multiplier}
   */
  default Demand chain(long batches, int batch) throws Refused {
    throw noMultiplier();
  }

  /**
   * Returns this party's side of products that belong to no circuit.
   *
   * @throws Refused if the protocol has none
   */
  default Multiplier multiplier(Session session, PrepStore store) throws MpcException {
    throw noMultiplier();
  }

  private Refused noMultiplier() {
    return new Refused(protocol() + " multiplies in circuits alone");
  }

  /**
   * Sets up products of random values with the parties' keys, which its own preprocessing makes
   * otherwise.
   *
   * @throws Refused if the protocol has none
   */
  default RandomProducts products(Session session) throws MpcException {
    throw new Refused(protocol() + " has no products with a key to measure");
  }

  /**
   * Returns this party's side of kept values without a circuit; by default an evaluator.
   *
   * @throws Refused if the protocol keeps no values
   */
  default ValueKeeper keeper(Session session, PrepStore store) throws MpcException {
    if (!keepsValues()) {
      throw keepsNone();
    }
    return evaluator(session, store);
  }

  /** Returns this party's evaluator, which consumes material of a store. */
  Evaluator evaluator(Session session, PrepStore store) throws MpcException;
}
