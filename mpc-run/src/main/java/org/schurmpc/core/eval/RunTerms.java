package org.schurmpc.core.eval;

import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.prep.Demand;

/**
 * Collects the terms of a run, on which its parties agree in the handshake. All runs take their
 * terms from here, so that each has one name and one way to write it. Every method but {@link
 * #terms} adds terms and returns this object; a name that is there already is an
 * IllegalArgumentException.
 */
public final class RunTerms {
  private static final String STORE = "preprocessing store";

  private final SortedMap<String, String> terms = new TreeMap<>();

  /** Adds what all parties must know of a protocol: its name, its security and its own terms. */
  public RunTerms protocol(ConfiguredProtocol protocol) {
    with("protocol", protocol.protocol());
    with("sigma", Integer.toString(protocol.sigma()));
    protocol.terms().forEach(this::with);
    return this;
  }

  /** Adds the terms of material that the protocol's own preprocessing makes. */
  public RunTerms preparation(ConfiguredProtocol protocol) {
    protocol
        .preparationTerms()
        .forEach(
            (name, value) -> {
              if (!value.equals(terms.get(name))) { // some are the protocol's anyway
                with(name, value);
              }
            });
    return this;
  }

  /** Adds the store of the material, as {@link org.schurmpc.core.prep.Preprocessor#storeId}. */
  public RunTerms store(String id) {
    return with(STORE, id);
  }

  /** Adds a circuit, its inputs and outputs, and the instances of one evaluation. */
  public RunTerms circuit(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io) {
    with("circuit", BristolFashion.hexDigest(circuit.circuit()));
    with("input/output map", io.describe());
    with("lanes", Integer.toString(protocol.lanes()));
    protocol.circuitTerms(circuit).forEach(this::with);
    return this;
  }

  /** Adds the material that is made or consumed at a time. */
  public RunTerms demand(Demand demand) {
    return with("demand", HexFormat.of().formatHex(demand.digest()));
  }

  /** Adds terms of another run, behind a prefix. */
  public RunTerms with(String prefix, SortedMap<String, String> others) {
    others.forEach((name, value) -> with(prefix + name, value));
    return this;
  }

  /** Adds a term. */
  public RunTerms with(String name, String value) {
    if (terms.putIfAbsent(name, value) != null) {
      throw new IllegalArgumentException("'" + name + "' is agreed on anyway");
    }
    return this;
  }

  /** Returns the terms by name, a copy. */
  public SortedMap<String, String> terms() {
    return new TreeMap<>(terms);
  }

  /** Returns the store's identity in terms; empty if they name none. */
  static String storeOf(SortedMap<String, String> terms) {
    return terms.getOrDefault(STORE, "");
  }
}
