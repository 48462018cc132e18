package org.schurmpc.bench.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import org.schurmpc.core.net.Link;

/** A task of the Monitor for its children: warm-up runs, then runs that the Monitor times. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task")
@JsonSubTypes({
  @JsonSubTypes.Type(value = EvaluationTask.class, name = "evaluation"),
  @JsonSubTypes.Type(value = ProgramTask.class, name = "program"),
  @JsonSubTypes.Type(value = OtTask.class, name = "ot"),
  @JsonSubTypes.Type(value = TriplesTask.class, name = "triples"),
  @JsonSubTypes.Type(value = MulTask.class, name = "mul")
})
public sealed interface Task permits EvaluationTask, ProgramTask, ThroughputTask {
  /** The minimum of {@link #startMillis}: a JVM starts slowly on a busy machine. */
  long LEAST_START_MILLIS = 30_000;

  /** The time limit of a service, as a multiple of that of a peer. */
  int SERVICE_FACTOR = 10;

  /** Returns the number of parties, at least two. */
  int parties();

  /** Returns the number of runs and the time limits. */
  Schedule schedule();

  /** Returns the link that the connections between parties emulate; null for none. */
  Line line();

  /** Returns {@link #line} as an option of the network. */
  default Optional<Link> link() {
    return Optional.ofNullable(line()).map(Line::link);
  }

  /** Returns the time that processes wait for each other to start, in milliseconds. */
  default long startMillis() {
    return Math.max(LEAST_START_MILLIS, schedule().timeoutMillis());
  }

  /**
   * Returns the time that a party waits for the dealer, and the Monitor for a party while others
   * are ready, in milliseconds. It is longer than for a peer, since both serve several parties.
   */
  default long serviceMillis() {
    return SERVICE_FACTOR * schedule().timeoutMillis();
  }

  /** Returns the number of all runs, warm-up runs included. */
  default int allRuns() {
    return schedule().warmup() + schedule().runs();
  }
}
