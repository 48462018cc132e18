package org.schurmpc.core.prep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Lists the material that one evaluation consumes at each party: the number of items of each kind.
 * Where material depends on the function, the demand carries the layered circuit, and items of a
 * kind are in the order in which the circuit consumes them.
 *
 * <p>A demand is derived from public data alone, so that all parties and the dealer derive equal
 * demands.
 */
public final class Demand {
  private final String protocol;
  private final Map<MaterialKind, Long> quotas;
  private final Optional<LayeredCircuit> circuit;
  private final List<Set<Integer>> contributors;
  private final Map<MaterialKind, LookupTable> tables;

  private Demand(
      String protocol,
      Map<MaterialKind, Long> quotas,
      Optional<LayeredCircuit> circuit,
      List<Set<Integer>> contributors,
      Map<MaterialKind, LookupTable> tables) {
    this.protocol = protocol;
    this.quotas = Collections.unmodifiableMap(quotas);
    this.circuit = circuit;
    this.contributors = contributors;
    this.tables = Collections.unmodifiableMap(tables);
  }

  /**
   * Begins a demand.
   *
   * @param protocol the protocol and all parameters on which the material depends, as one text
   */
  public static Builder of(String protocol) {
    return new Builder(protocol);
  }

  public String protocol() {
    return protocol;
  }

  /**
   * Returns the number of items by kind, each at least one, in the order in which the kinds were
   * added.
   */
  public Map<MaterialKind, Long> quotas() {
    return quotas;
  }

  /** Returns the function, if the material depends on it. */
  public Optional<LayeredCircuit> circuit() {
    return circuit;
  }

  /**
   * Returns, for each input value of {@link #circuit}, the parties that contribute to the value:
   * the value is the sum of their inputs. The set of a public value is empty. The whole list is
   * empty if the material does not depend on the contributors.
   */
  public List<Set<Integer>> contributors() {
    return contributors;
  }

  /**
   * Returns the public tables of those kinds whose items depend on a table alone and on no circuit.
   * The name of such a kind has a digest of its table.
   */
  public Map<MaterialKind, LookupTable> tables() {
    return tables;
  }

  /** Returns the size of the material at one party, in bytes. */
  public long bytes() {
    long total = 0;
    for (Map.Entry<MaterialKind, Long> quota : quotas.entrySet()) {
      long itemBytes = (long) quota.getKey().longsPerItem() * Long.BYTES;
      total = Math.addExact(total, Math.multiplyExact(itemBytes, quota.getValue()));
    }
    return total;
  }

  /** Returns the demand of {@code evaluations} evaluations, one after the other. */
  public Demand times(long evaluations) {
    if (evaluations < 1) {
      throw new IllegalArgumentException(evaluations + " evaluations");
    }
    LinkedHashMap<MaterialKind, Long> more = new LinkedHashMap<>();
    quotas.forEach((kind, items) -> more.put(kind, Math.multiplyExact(items, evaluations)));
    return new Demand(protocol, more, circuit, contributors, tables);
  }

  /**
   * Returns a demand of everything in this one and in another one of the same material.
   *
   * @throws IllegalArgumentException if the other one is of another material, or depends on a
   *     circuit
   */
  public Demand and(Demand more) {
    if (!more.protocol.equals(protocol) || more.circuit.isPresent()) {
      throw new IllegalArgumentException("material of " + more.protocol + " beside " + protocol);
    }
    LinkedHashMap<MaterialKind, Long> sum = new LinkedHashMap<>(quotas);
    more.quotas.forEach((kind, items) -> sum.merge(kind, items, Math::addExact));
    LinkedHashMap<MaterialKind, LookupTable> all = new LinkedHashMap<>(tables);
    all.putAll(more.tables);
    return new Demand(protocol, sum, circuit, contributors, all);
  }

  /**
   * Returns the larger number of items of each kind, for material that is not tied to a circuit.
   */
  public Demand orMore(Demand other) {
    LinkedHashMap<MaterialKind, Long> most = new LinkedHashMap<>(quotas);
    other.quotas.forEach((kind, items) -> most.merge(kind, items, Math::max));
    LinkedHashMap<MaterialKind, LookupTable> all = new LinkedHashMap<>(tables);
    all.putAll(other.tables);
    return new Demand(protocol, most, circuit, contributors, all);
  }

  /**
   * Returns what of this demand is left to generate.
   *
   * @param there the number of items of each kind that are there already
   * @throws IllegalStateException if the material depends on a circuit: its kinds belong together
   */
  public Demand beyond(ToLongFunction<MaterialKind> there) {
    if (circuit.isPresent()) {
      throw new IllegalStateException("material for a circuit is generated by evaluations");
    }
    LinkedHashMap<MaterialKind, Long> lacking = new LinkedHashMap<>();
    quotas.forEach(
        (kind, items) -> {
          long lack = items - there.applyAsLong(kind);
          if (lack > 0) {
            lacking.put(kind, lack);
          }
        });
    return new Demand(protocol, lacking, circuit, contributors, tables);
  }

  /**
   * Returns the number t of evaluations that the given numbers of items correspond to: every kind
   * has t times its quota.
   *
   * @param items the number of items of each kind of this demand
   * @return empty if some number of items is not a multiple of its quota, or if the kinds
   *     correspond to different numbers of evaluations
   */
  public OptionalLong evaluations(ToLongFunction<MaterialKind> items) {
    OptionalLong common = OptionalLong.empty();
    for (Map.Entry<MaterialKind, Long> quota : quotas.entrySet()) {
      long count = items.applyAsLong(quota.getKey());
      long evaluations = count / quota.getValue();
      if (count % quota.getValue() != 0 || common.orElse(evaluations) != evaluations) {
        return OptionalLong.empty();
      }
      common = OptionalLong.of(evaluations);
    }
    return common;
  }

  /**
   * Requires that material whose kinds belong together is leased evaluation by evaluation: masks of
   * one evaluation do not fit tables of another.
   *
   * @param positions the position of a store in each kind of this demand
   * @throws IllegalStateException if the demand depends on a circuit and the positions belong to
   *     different evaluations, or lie inside one
   */
  public void requireTogether(ToLongFunction<MaterialKind> positions) {
    if (circuit.isPresent() && !quotas.isEmpty() && evaluations(positions).isEmpty()) {
      throw new IllegalStateException(
          "the kinds of material for a circuit stand at different evaluations, or inside of one");
    }
  }

  /**
   * Returns a hash of the whole demand, 32 bytes: of protocol, quotas in their order, circuit and
   * contributors.
   */
  public byte[] digest() {
    FieldHash hash = new FieldHash("demand").add(protocol).add(quotas.size());
    quotas.forEach((kind, n) -> hash.add(kind.name()).add(kind.longsPerItem()).add(n));
    circuit.ifPresent(layered -> hash.add(BristolFashion.digest(layered.circuit())));
    if (!contributors.isEmpty()) {
      hash.add(contributors.toString());
    }
    return hash.digest();
  }

  /** Collects a demand. */
  public static final class Builder {
    private final String protocol;
    private final LinkedHashMap<MaterialKind, Long> quotas = new LinkedHashMap<>();
    private Optional<LayeredCircuit> circuit = Optional.empty();
    private List<Set<Integer>> contributors = List.of();
    private final LinkedHashMap<MaterialKind, LookupTable> tables = new LinkedHashMap<>();

    private Builder(String protocol) {
      this.protocol = Objects.requireNonNull(protocol);
    }

    /** Adds {@code items} items of a kind. Zero items add nothing. */
    public Builder add(MaterialKind kind, long items) {
      if (items < 0) {
        throw new IllegalArgumentException(items + " items of " + kind.name());
      }
      if (items > 0) {
        quotas.merge(kind, items, Math::addExact);
      }
      return this;
    }

    /**
     * Adds items of a kind that depend on a table.
     *
     * @param kind named after the table: kinds of two tables are not equal
     */
    public Builder add(MaterialKind kind, long items, LookupTable table) {
      LookupTable before = tables.putIfAbsent(kind, table);
      if (before != null && !before.equals(table)) {
        throw new IllegalArgumentException("two tables of the kind " + kind.name());
      }
      return add(kind, items);
    }

    /** Adds the tables of another demand, for kinds of which this demand may have other numbers. */
    public Builder tablesOf(Demand other) {
      tables.putAll(other.tables);
      return this;
    }

    /** Declares that the material depends on the function. */
    public Builder dependsOn(LayeredCircuit layered) {
      circuit = Optional.of(layered);
      return this;
    }

    /**
     * Declares that the material depends on the function and on the contributors of its inputs.
     *
     * @param inputs as in {@link Demand#contributors()}, a set for each input value
     */
    public Builder dependsOn(LayeredCircuit layered, List<? extends Set<Integer>> inputs) {
      if (inputs.size() != layered.circuit().inputSizes().length) {
        throw new IllegalArgumentException(inputs.size() + " sets of contributors");
      }
      contributors =
          inputs.stream().map(each -> Collections.unmodifiableSet(new TreeSet<>(each))).toList();
      return dependsOn(layered);
    }

    public Demand build() {
      return new Demand(
          protocol,
          new LinkedHashMap<>(quotas),
          circuit,
          contributors,
          new LinkedHashMap<>(tables));
    }
  }
}
