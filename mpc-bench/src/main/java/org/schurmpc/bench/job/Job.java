package org.schurmpc.bench.job;

import java.util.List;
import java.util.Map;
import org.schurmpc.cli.circuit.CircuitSource;

/**
 * A benchmark, as the Monitor tells it to the children.
 *
 * @param protocol the protocol's name
 * @param options its options
 * @param parties how many evaluate a circuit together
 * @param circuit what is evaluated
 * @param circuitSha256 the digest that the circuit must have, in hex
 * @param sources who supplies each input value, see {@link IoNames}
 * @param blocks evaluations of the circuit by each instance in each run; 0 for one pass
 * @param warmup runs that do not count
 * @param runs runs that count
 * @param rehearsalMillis how long each party exercises the protocol by itself before it connects
 * @param material source of the material that evaluations consume
 * @param timeoutMillis how long a party waits for a silent peer
 * @param line what the connections between parties imitate, or null
 * @param inARow whole evaluations, one after the other, at each word of the Monitor, with material
 *     that is there before; 0 for the compute phase of one, whose inputs are given before the
 *     Monitor's word and whose outputs are opened after its time is taken
 * @param wallMillis if above 0, for how long runs that count are begun: {@link #runs} is the most
 */
public record Job(
    String protocol,
    Map<String, String> options,
    int parties,
    CircuitSource circuit,
    String circuitSha256,
    List<String> sources,
    int blocks,
    int warmup,
    int runs,
    long rehearsalMillis,
    MaterialSource material,
    long timeoutMillis,
    Line line,
    int inARow,
    long wallMillis)
    implements Task {
  public Job {
    options = Map.copyOf(options);
    sources = List.copyOf(sources);
  }

  /** Evaluations at each word of the Monitor. */
  public int evaluationsPerPass() {
    return Math.max(1, inARow);
  }

  /** Returns this job with whole evaluations in a row. */
  public Job inARow(int evaluations) {
    return timed(evaluations, wallMillis);
  }

  /** Returns this job with runs that are begun during a time in milliseconds. */
  public Job forMillis(long millis) {
    return timed(inARow, millis);
  }

  private Job timed(int evaluations, long millis) {
    return new Job(
        protocol,
        options,
        parties,
        circuit,
        circuitSha256,
        sources,
        blocks,
        warmup,
        runs,
        rehearsalMillis,
        material,
        timeoutMillis,
        line,
        evaluations,
        millis);
  }

  /** In which compute phases are timed, and all runs are run. */
  public Job(
      String protocol,
      Map<String, String> options,
      int parties,
      CircuitSource circuit,
      String circuitSha256,
      List<String> sources,
      int blocks,
      int warmup,
      int runs,
      long rehearsalMillis,
      MaterialSource material,
      long timeoutMillis,
      Line line) {
    this(
        protocol,
        options,
        parties,
        circuit,
        circuitSha256,
        sources,
        blocks,
        warmup,
        runs,
        rehearsalMillis,
        material,
        timeoutMillis,
        line,
        0,
        0);
  }

  /** Creates a job of two parties. */
  public Job(
      String protocol,
      Map<String, String> options,
      CircuitSource circuit,
      String circuitSha256,
      List<String> sources,
      int blocks,
      int warmup,
      int runs,
      long rehearsalMillis,
      MaterialSource material,
      long timeoutMillis,
      Line line) {
    this(
        protocol,
        options,
        2,
        circuit,
        circuitSha256,
        sources,
        blocks,
        warmup,
        runs,
        rehearsalMillis,
        material,
        timeoutMillis,
        line);
  }
}
