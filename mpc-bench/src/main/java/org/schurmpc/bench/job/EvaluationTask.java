package org.schurmpc.bench.job;

/**
 * Evaluates a circuit.
 *
 * @param protocol the protocol of each instance
 * @param material the source of the material that evaluations consume
 * @param line the link that the connections between parties emulate; null for none
 */
public record EvaluationTask(
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
  public EvaluationTask inARow(int number) {
    return new EvaluationTask(protocol, evaluations.inARow(number), material, schedule, line);
  }

  /** Returns this job with another schedule. */
  public EvaluationTask with(Schedule other) {
    return new EvaluationTask(protocol, evaluations, material, other, line);
  }
}
