package org.schurmpc.bench.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import org.schurmpc.core.net.Link;

/** What the Monitor has its children do: runs that it times, before which come some to warm up. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Job.class, name = "evaluation"),
  @JsonSubTypes.Type(value = OtTask.class, name = "ot"),
  @JsonSubTypes.Type(value = TriplesTask.class, name = "triples"),
  @JsonSubTypes.Type(value = MulTask.class, name = "mul")
})
public sealed interface Task permits Job, ThroughputTask {
  /** The least of {@link #startMillis}: a JVM takes its time on a busy machine. */
  long LEAST_START_MILLIS = 30_000;

  /** How much longer a service may take than a peer. */
  int SERVICE_FACTOR = 10;

  /** How many parties work together, at least two. */
  int parties();

  /** How often the task is run, and how long its parts may take. */
  Schedule schedule();

  /** The line that the peers' connections imitate, or null. */
  Line line();

  /** Returns the line for the options of the network. */
  default Optional<Link> link() {
    return Optional.ofNullable(line()).map(Line::link);
  }

  /** How long processes wait for each other to start, in milliseconds. */
  default long startMillis() {
    return Math.max(LEAST_START_MILLIS, schedule().timeoutMillis());
  }

  /**
   * How long a party waits for the dealer, and the Monitor for a party when others are ready, in
   * milliseconds: longer than for a peer, since both have others to serve.
   */
  default long serviceMillis() {
    return SERVICE_FACTOR * schedule().timeoutMillis();
  }

  /** Warm-up and counted runs together. */
  default int allRuns() {
    return schedule().warmup() + schedule().runs();
  }
}
