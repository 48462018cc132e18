package org.schurmpc.bench.job;

import java.util.List;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;

/**
 * Holds the circuit that is evaluated, and the number of evaluations.
 *
 * @param circuit the source of the circuit
 * @param circuitSha256 the digest that the circuit must have, in hex
 * @param sources the party or parties that supply each input value, see {@link IoNames}
 * @param blocks the number of evaluations by each instance in each run; 0 for one pass
 * @param inARow the number of whole evaluations, one after the other, that are timed together, with
 *     material that was fetched before; 0 to time the compute phase of one evaluation, without its
 *     inputs and outputs
 */
public record Evaluations(
    CircuitSource circuit, String circuitSha256, List<String> sources, int blocks, int inARow) {
  public Evaluations {
    sources = List.copyOf(sources);
  }

  /** Returns evaluations of a circuit in one pass per run, of which the compute phase is timed. */
  public static Evaluations of(CircuitSource source, Circuit circuit, List<String> sources) {
    return new Evaluations(source, BristolFashion.hexDigest(circuit), sources, 0, 0);
  }

  /** Returns these evaluations with another number of blocks. */
  public Evaluations withBlocks(int number) {
    return new Evaluations(circuit, circuitSha256, sources, number, inARow);
  }

  /** Returns these evaluations with whole ones in a row. */
  public Evaluations inARow(int number) {
    return new Evaluations(circuit, circuitSha256, sources, blocks, number);
  }

  /** Returns the number of evaluations of a pass. */
  public int perPass() {
    return Math.max(1, inARow);
  }
}
