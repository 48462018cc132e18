package org.schurmpc.tinytable.prep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * The content of a demand for tables.
 *
 * @param contributors of each input value, see {@link Demand#contributors}
 * @param evaluations number of evaluations of the circuit
 */
record CircuitMaterial(
    LayeredCircuit circuit, List<Set<Integer>> contributors, Material material, long evaluations) {

  /**
   * Reads a demand.
   *
   * @throws IllegalArgumentException if the demand is not for whole evaluations under this scheme
   */
  static CircuitMaterial of(Demand demand, Scheme scheme, LaneLayout layout) {
    LayeredCircuit circuit =
        demand
            .circuit()
            .orElseThrow(() -> new IllegalArgumentException("tables depend on a circuit"));
    List<Set<Integer>> contributors = demand.contributors();
    if (contributors.size() != circuit.circuit().inputSizes().length) {
      throw new IllegalArgumentException("tables depend on whose the inputs are");
    }
    Material material = Material.of(scheme, layout, circuit, contributors);
    CircuitMaterial one = new CircuitMaterial(circuit, contributors, material, 1);
    Map<MaterialKind, Long> each = one.quotas(layout);
    long evaluations = 0;
    for (Map.Entry<MaterialKind, Long> kind : each.entrySet()) {
      evaluations = demand.quotas().getOrDefault(kind.getKey(), 0L) / kind.getValue();
    }
    for (Map.Entry<MaterialKind, Long> kind : each.entrySet()) {
      kind.setValue(kind.getValue() * evaluations);
    }
    if (!each.equals(demand.quotas()) && !demand.quotas().isEmpty()) {
      throw new IllegalArgumentException("a demand that is not for whole evaluations");
    }
    return new CircuitMaterial(circuit, contributors, material, evaluations);
  }

  /** Returns the number of items of each kind that one evaluation consumes. */
  private Map<MaterialKind, Long> quotas(LaneLayout layout) {
    Map<MaterialKind, Long> quotas = new LinkedHashMap<>();
    for (int party = 0; party < 2; party++) {
      add(quotas, material.inputMask(party), layout.words(inputWires(party)));
    }
    if (material.scheme().code().isPresent()) {
      words(layout, material.scheme().code().get()).forEach((kind, n) -> add(quotas, kind, n));
    } else {
      addTables(quotas, layout);
    }
    add(quotas, material.outputMasks(), layout.words(circuit.outputSlots().length));
    return quotas;
  }

  private Map<MaterialKind, Long> words(LaneLayout layout, TableCode code) {
    Demand.Builder words = Demand.of(Material.PROTOCOL);
    WordPlan.of(circuit, layout, code).addTo(words, material);
    return words.build().quotas();
  }

  private void addTables(Map<MaterialKind, Long> quotas, LaneLayout layout) {
    for (int d = 0; d < circuit.depth(); d++) {
      add(quotas, material.andTables(), layout.words(circuit.multiply(d).size()));
      LookupBatch lookups = circuit.lookup(d);
      for (int i = 0; i < lookups.size(); i++) {
        LookupTable table = lookups.table(i);
        add(quotas, material.tables(table.inputBits(), table.outputBits()), layout.lanes());
      }
    }
  }

  private static void add(Map<MaterialKind, Long> quotas, MaterialKind kind, long items) {
    if (items > 0) {
      quotas.merge(kind, items, Math::addExact);
    }
  }

  /** Returns the number of input wires to which a party contributes. */
  int inputWires(int party) {
    int[] sizes = circuit.circuit().inputSizes();
    int wires = 0;
    for (int value = 0; value < sizes.length; value++) {
      wires += contributors.get(value).contains(party) ? sizes[value] : 0;
    }
    return wires;
  }
}
