package org.schurmpc.bench.control;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Objects;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Task;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;

/**
 * A control message. A party's conversation, in order: {@link Hello}, {@link Welcome} and the
 * circuit if it goes along, {@link Prepared}, {@link Connect}, {@link Established}; then for each
 * run, for each pass {@link Ready}, {@link Go}, {@link Done} and the outputs, if any, as bytes, and
 * after the passes {@link RunDone}, or {@link Enough} in place of a run's first {@link Go}; last
 * {@link Finished} and {@link Dismissed}. The dealer's is the same up to {@link Connect}, and from
 * {@link Finished} on. In place of any message a child may send {@link Failed}, and in place of
 * {@link Welcome} the Monitor {@link Denied}.
 *
 * <p>A party and its dealer: {@link Hello}, then {@link Admitted} or {@link Denied}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = Message.Denied.class, name = "denied"),
  @JsonSubTypes.Type(value = Message.Admitted.class, name = "admitted"),
  @JsonSubTypes.Type(value = Message.Welcome.class, name = "welcome"),
  @JsonSubTypes.Type(value = Message.Prepared.class, name = "prepared"),
  @JsonSubTypes.Type(value = Message.Connect.class, name = "connect"),
  @JsonSubTypes.Type(value = Message.Established.class, name = "established"),
  @JsonSubTypes.Type(value = Message.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = Message.Go.class, name = "go"),
  @JsonSubTypes.Type(value = Message.Enough.class, name = "enough"),
  @JsonSubTypes.Type(value = Message.Done.class, name = "done"),
  @JsonSubTypes.Type(value = Message.RunDone.class, name = "run"),
  @JsonSubTypes.Type(value = Message.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = Message.Dismissed.class, name = "dismissed"),
  @JsonSubTypes.Type(value = Message.Failed.class, name = "failed")
})
public sealed interface Message {
  /**
   * A child introduces itself.
   *
   * @param release must be that of the other side, see {@link Release}
   * @param token proves that it belongs here; empty where its certificate does
   */
  @JsonIgnoreProperties(ignoreUnknown = true) // those of other releases, who are to be told
  record Hello(String release, String token, Role role) implements Message {
    /** The token is secret. */
    @Override
    public String toString() {
      return "Hello[" + role + ", " + release + "]";
    }
  }

  /** Why a child is not let in. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Denied(int exitCode, String sentence) implements Message {
    public Denied {
      sentence = Printable.of(sentence);
    }

    /** What the child ends with. */
    MpcException exception() {
      return switch (ExitCode.ofProcess(exitCode)) {
        case REFUSED -> new Refused(sentence);
        case BAD_FILE -> new BadFile(sentence);
        case EXHAUSTED -> new Exhausted(sentence);
        case DISAGREEMENT -> new Disagreement(sentence);
        case OK, CONNECTION_LOST, PEER_CHEATED -> new ConnectionLost(sentence);
      };
    }
  }

  /** The dealer lets a party in. */
  record Admitted() implements Message {}

  /**
   * What is to be done.
   *
   * @param seeds null for the dealer, and where nobody gives inputs
   * @param circuitBytes the length of the circuit's text, which follows; 0 if it is in the library
   */
  record Welcome(Task task, int instances, InputSeeds seeds, long circuitBytes)
      implements Message {}

  /**
   * A child has rehearsed and is ready to connect.
   *
   * @param at where others reach it; null for the last party of an instance, which calls all others
   */
  record Prepared(Endpoint at) implements Message {}

  /**
   * All are prepared: connect.
   *
   * @param dealer null if there is none, and for the dealer
   * @param parties where the parties of the instance listen, in their order, without the last, who
   *     does not; none for the dealer
   */
  record Connect(Endpoint dealer, List<Endpoint> parties) implements Message {
    public Connect {
      parties = List.copyOf(parties);
    }
  }

  /**
   * A party has a session with its peers.
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
      implements Message {
    public Established {
      jvm = Printable.orUnknown(jvm);
      jvmOptions = Printable.orUnknown(jvmOptions);
      kernels = Printable.orUnknown(kernels);
      kernelsReason = Printable.orUnknown(kernelsReason);
      preprocessing = Printable.orUnknown(preprocessing);
    }
  }

  /** A party holds material and inputs for a pass. */
  record Ready(int run, int pass) implements Message {}

  /** Compute! */
  record Go(int run, int pass) implements Message {}

  /** The time is up: there are no further runs. */
  record Enough() implements Message {}

  /** A party has computed; its outputs follow, in frames of bytes. */
  record Done(int run, int pass) implements Message {}

  /** A party's counters of a run. */
  record RunDone(RunFigures figures) implements Message {
    public RunDone {
      Objects.requireNonNull(figures, "figures");
    }
  }

  /**
   * A child has done all.
   *
   * @param peakRssBytes its largest resident set; 0 if the system does not say
   */
  record Finished(long peakRssBytes) implements Message {}

  /**
   * The Monitor has all that it wants from a child, and from the dealer's parties: they hang up on
   * the dealer in the same way when they are done and when they are ended early.
   */
  record Dismissed() implements Message {}

  /** A child cannot go on: the exit code with which it ends and one sentence. */
  record Failed(int exitCode, String sentence) implements Message {
    public Failed {
      sentence = Printable.of(sentence);
    }
  }
}
