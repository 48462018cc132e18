package org.schurmpc.bench.job;

/**
 * Evaluates a circuit.
 *
 * @param protocol the protocol of each instance
 * @param material the source of the material that evaluations consume
 * @param line the link that the connections between parties emulate; null for none
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

  /** Returns this job with a number of whole evaluations timed together. */
  public Job inARow(int number) {
    return new Job(protocol, evaluations.inARow(number), material, schedule, line);
  }

  /** Returns this job with another schedule. */
  public Job with(Schedule other) {
    return new Job(protocol, evaluations, material, other, line);
  }
}
