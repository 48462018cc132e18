package org.schurmpc.bench.control;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/** Where a service lets callers in who show that they belong here, one for each role. */
public final class Admission {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final Credentials credentials;
  private final KeepAlive keepAlive;
  private final Callers guests;

  /** Who is expected. */
  public interface Callers {
    /**
     * Takes the place of a role.
     *
     * @return why it cannot be had; empty if the caller has it now
     */
    Optional<String> refuse(Role role);
  }

  /**
   * @param name of the service, for messages: "the Monitor"
   */
  public Admission(String name, Credentials credentials, KeepAlive keepAlive, Callers guests) {
    this.name = name;
    this.credentials = credentials;
    this.keepAlive = keepAlive;
    this.guests = guests;
  }

  /** A caller that has been let in. */
  public record Guest(Role role, ControlChannel channel) {}

  /** Hears a caller; tells it why it is not let in, and hangs up on noise. */
  public Optional<Guest> letIn(Channel accepted) {
    ControlChannel channel = new ControlChannel(accepted);
    Future<?> impatience = keepAlive.closeAfter(PATIENCE, channel);
    try {
      Message.Hello hello = channel.receive(Message.Hello.class);
      Optional<Message.Denied> denied = judge(hello, channel);
      if (denied.isEmpty()) {
        accepted.established();
        return Optional.of(new Guest(hello.role(), channel));
      }
      channel.send(denied.get());
    } catch (MpcException | RuntimeException e) {
      // A stranger, and strangers are nobody's fault, whatever they send.
    } finally {
      impatience.cancel(false);
    }
    channel.close();
    return Optional.empty();
  }

  private Optional<Message.Denied> judge(Message.Hello hello, ControlChannel channel) {
    if (hello.role() == null || !credentials.prove(hello, channel)) {
      return denied(ExitCode.CONNECTION_LOST, credentials.objection());
    }
    String release = Release.text();
    if (!release.equals(hello.release())) {
      String sentence = "this is %s and %s is %s: use the same everywhere";
      String theirs = hello.release() == null ? "an older one" : Printable.of(hello.release());
      return denied(ExitCode.DISAGREEMENT, sentence.formatted(theirs, name, release));
    }
    return guests
        .refuse(hello.role())
        .flatMap(reason -> denied(ExitCode.DISAGREEMENT, name + " does not let us in: " + reason));
  }

  private static Optional<Message.Denied> denied(ExitCode code, String sentence) {
    return Optional.of(new Message.Denied(code.code(), sentence));
  }

  /**
   * The other side of it: introduces this process to a service.
   *
   * @throws Disagreement if the service does not expect it, or is another release
   */
  public static void knock(ControlChannel channel, Credentials credentials, Role role)
      throws MpcException {
    channel.send(new Message.Hello(Release.text(), credentials.token(), role));
  }
}
