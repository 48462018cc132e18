package org.schurmpc.bench.job;

import java.util.List;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;

/**
 * Circuit that is evaluated, and how often.
 *
 * @param circuitSha256 the digest that the circuit must have, in hex
 * @param sources who supplies each input value, see {@link IoNames}
 * @param blocks evaluations of the circuit by each instance in each run; 0 for one pass
 * @param inARow whole evaluations, one after the other, at each word of the Monitor, with material
 *     that is there before; 0 for the compute phase of one, whose inputs are given before the
 *     Monitor's word and whose outputs are opened after its time is taken
 */
public record Evaluations(
    CircuitSource circuit, String circuitSha256, List<String> sources, int blocks, int inARow) {
  public Evaluations {
    sources = List.copyOf(sources);
  }

  /** Returns evaluations of a circuit, in one pass of which compute phases are timed. */
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

  /** Evaluations at each word of the Monitor. */
  public int perPass() {
    return Math.max(1, inARow);
  }
}
