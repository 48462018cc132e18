package org.schurmpc.tinytable.material;

import java.util.List;
import java.util.Set;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;

/**
 * Caches the material of the last requested function, since the digest of a circuit takes time.
 * Thread-safe.
 */
public final class LatestMaterial {
  private record Function(
      LayeredCircuit circuit, List<Set<Integer>> contributors, Material material) {}

  private final Scheme scheme;
  private final LaneLayout layout;
  private Function last;

  public LatestMaterial(TableParameters parameters) {
    this.scheme = parameters.scheme();
    this.layout = parameters.layout();
  }

  /**
   * Returns the material for a circuit with inputs of these parties. Returns the cached object as
   * long as the function stays the same.
   */
  public synchronized Material of(LayeredCircuit circuit, List<Set<Integer>> contributors) {
    if (last == null || last.circuit != circuit || !last.contributors.equals(contributors)) {
      Material made = Material.of(scheme, layout, circuit, contributors);
      last = new Function(circuit, contributors, made);
    }
    return last.material;
  }
}
