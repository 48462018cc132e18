package org.schurmpc.bench.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Task;

/**
 * A control message. A party's conversation, in order: {@link Hello}, {@link Welcome}; of party 1
 * {@link Listening}; {@link Connect}, {@link Established}; then for each run, for each pass {@link
 * Ready}, {@link Go}, {@link Done} and the outputs, if any, as bytes, and after the passes {@link
 * RunDone}; last {@link Finished}. In place of any message a child may send {@link Failed}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = Message.Welcome.class, name = "welcome"),
  @JsonSubTypes.Type(value = Message.Listening.class, name = "listening"),
  @JsonSubTypes.Type(value = Message.Connect.class, name = "connect"),
  @JsonSubTypes.Type(value = Message.Established.class, name = "established"),
  @JsonSubTypes.Type(value = Message.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = Message.Go.class, name = "go"),
  @JsonSubTypes.Type(value = Message.Done.class, name = "done"),
  @JsonSubTypes.Type(value = Message.RunDone.class, name = "run"),
  @JsonSubTypes.Type(value = Message.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = Message.Failed.class, name = "failed")
})
public sealed interface Message {
  /** A child introduces itself; the token proves that the launcher started it. */
  record Hello(String token, Role role) implements Message {}

  /**
   * What is to be done.
   *
   * @param seeds null for the dealer, and where nobody gives inputs
   */
  record Welcome(Task task, int instances, InputSeeds seeds) implements Message {}

  /** Where a child listens: the dealer on a port for each instance, a party on one. */
  record Listening(List<Integer> ports) implements Message {}

  /**
   * Whom a party connects to.
   *
   * @param dealerPort 0 if there is no dealer
   * @param peerPort 0 for the party that listens
   */
  record Connect(int dealerPort, int peerPort) implements Message {}

  /**
   * A party has a session with its peer.
   *
   * @param setupNanos how long that took, and everything else before the first run
   * @param baseOtNanos the base OTs' part of it; 0 if it was not timed apart
   */
  record Established(
      String jvm,
      String jvmOptions,
      String kernels,
      String kernelsReason,
      String preprocessing,
      long setupNanos,
      long baseOtNanos)
      implements Message {}

  /** A party holds material and inputs for a pass. */
  record Ready(int run, int pass) implements Message {}

  /** Compute! */
  record Go(int run, int pass) implements Message {}

  /** A party has computed; its outputs follow, in frames of bytes. */
  record Done(int run, int pass) implements Message {}

  /** A party's counters of a run. */
  record RunDone(RunFigures figures) implements Message {}

  /**
   * A child has done all.
   *
   * @param peakRssBytes its largest resident set; 0 if the system does not say
   */
  record Finished(long peakRssBytes) implements Message {}

  /** A child cannot go on: the exit code with which it ends and one sentence. */
  record Failed(int exitCode, String sentence) implements Message {}
}
