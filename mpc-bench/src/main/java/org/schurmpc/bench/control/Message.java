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
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.prep.Origin;

/**
 * Defines the control messages. A party and the Monitor exchange, in this order: {@link Hello},
 * {@link Welcome} and the circuit or program if it is sent, {@link Prepared}, {@link Connect},
 * {@link Established}; then, in each pass of each run, {@link Ready}, {@link Go}, {@link Done} and
 * the outputs, if any, as bytes; after the passes of a run {@link RunDone}, or {@link Enough} in
 * place of a run's first {@link Go}; and finally {@link Finished} and {@link Dismissed}. The dealer
 * and the Monitor exchange these messages up to {@link Connect} and from {@link Finished} on. In
 * place of any message a child may send {@link Failed}, and in place of {@link Welcome} the Monitor
 * may send {@link Denied}.
 *
 * <p>A party and its dealer exchange {@link Hello}, then {@link Admitted} or {@link Denied}.
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
   * Introduces a child.
   *
   * @param release the child's release, which must equal the other side's; see {@link Release}
   * @param token the token that proves that the child takes part; empty if certificates are used
   * @param role the role that the child claims
   */
  @JsonIgnoreProperties(ignoreUnknown = true) // those of other releases, which must be told so
  record Hello(String release, String token, Role role) implements Message {
    /** Returns a description without the token, which is secret. */
    @Override
    public String toString() {
      return "Hello[" + role + ", " + release + "]";
    }
  }

  /**
   * Refuses a child.
   *
   * @param exitCode the exit code with which the child ends
   * @param sentence the reason
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Denied(int exitCode, String sentence) implements Message {
    public Denied {
      sentence = Printable.of(sentence);
    }

    /** Returns the exception with which the child ends. */
    MpcException exception() {
      return switch (ExitCode.ofProcess(exitCode)) {
        case REFUSED -> new Refused(sentence);
        case BAD_FILE -> new BadFile(sentence);
        case EXHAUSTED -> new Exhausted(sentence);
        case OUT_OF_RANGE -> new OutOfRange(sentence);
        case DISAGREEMENT -> new Disagreement(sentence);
        case OK, PEER_WITHDREW, CONNECTION_LOST, PEER_CHEATED -> new ConnectionLost(sentence);
      };
    }
  }

  /** Admits a party to its dealer. */
  record Admitted() implements Message {}

  /**
   * Assigns the task.
   *
   * @param task the task
   * @param instances the number of instances
   * @param seeds the seeds of the inputs; null for the dealer, and if there are no inputs
   * @param bytes the length of the circuit's text or of the program, which follows; 0 if nothing
   *     follows, because the library has the circuit or nothing is evaluated
   */
  record Welcome(Task task, int instances, InputSeeds seeds, long bytes) implements Message {}

  /**
   * Reports that a child has rehearsed and is ready to connect.
   *
   * @param at the address at which others reach the child; null for the last party of an instance,
   *     which connects to all others
   */
  record Prepared(Endpoint at) implements Message {}

  /**
   * Asks a child to connect, after all children are prepared.
   *
   * @param dealer the dealer's address; null if there is no dealer, and for the dealer
   * @param parties the addresses of the parties of the instance, by index, except for the last
   *     party, which does not listen; empty for the dealer
   */
  record Connect(Endpoint dealer, List<Endpoint> parties) implements Message {
    public Connect {
      parties = List.copyOf(parties);
    }
  }

  /**
   * Reports that a party has a session with its peers.
   *
   * @param setupNanos the time of everything before the first run, in nanoseconds
   * @param baseOtNanos the time of the base OTs, a part of the former; 0 if not measured separately
   */
  record Established(
      String jvm,
      String jvmOptions,
      String kernels,
      String kernelsReason,
      Origin preprocessing,
      long setupNanos,
      long baseOtNanos)
      implements Message {
    public Established {
      jvm = Printable.orUnknown(jvm);
      jvmOptions = Printable.orUnknown(jvmOptions);
      kernels = Printable.orUnknown(kernels);
      kernelsReason = Printable.orUnknown(kernelsReason);
      preprocessing = PrintableOrigin.of(preprocessing);
    }
  }

  /** Reports that a party has material and inputs for a pass. */
  record Ready(int run, int pass) implements Message {}

  /** Asks a party to compute. */
  record Go(int run, int pass) implements Message {}

  /** Ends the runs, because the time is up. */
  record Enough() implements Message {}

  /** Reports that a party has computed; its outputs follow as bytes. */
  record Done(int run, int pass) implements Message {}

  /** Reports a party's counters of a run. */
  record RunDone(RunFigures figures) implements Message {
    public RunDone {
      Objects.requireNonNull(figures, "figures");
    }
  }

  /**
   * Reports that a child has done all its work.
   *
   * @param peakRssBytes the child's peak resident set size, in bytes; 0 if unknown
   */
  record Finished(long peakRssBytes) implements Message {}

  /**
   * Dismisses a child. The Monitor dismisses the dealer only after all parties have finished: a
   * party disconnects from the dealer in the same way whether it is done or fails.
   */
  record Dismissed() implements Message {}

  /** Reports that a child has failed: the exit code with which the child ends, and one sentence. */
  record Failed(int exitCode, String sentence) implements Message {
    public Failed {
      sentence = Printable.of(sentence);
    }
  }
}
