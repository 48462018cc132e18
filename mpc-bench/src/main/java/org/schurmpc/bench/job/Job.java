package org.schurmpc.bench.job;

/**
 * A benchmark, as the Monitor tells it to the children.
 *
 * @param protocol by which each instance evaluates the circuit
 * @param material source of the material that evaluations consume
 * @param line what the connections between parties imitate, or null
 */
public record Job(
    ProtocolChoice protocol,
    Evaluations evaluations,
    MaterialSource material,
    Schedule schedule,
    Line line)
    implements Task {
  @Override
  public int parties() {
    return protocol.parties();
  }

  /** Returns this job with whole evaluations in a row. */
  public Job inARow(int number) {
    return new Job(protocol, evaluations.inARow(number), material, schedule, line);
  }

  /** Returns this job by another schedule. */
  public Job with(Schedule other) {
    return new Job(protocol, evaluations, material, other, line);
  }
}
