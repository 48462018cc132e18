package org.schurmpc.bench.control;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/**
 * Admits the callers of a service that prove that they take part in the benchmark. Each role is
 * admitted once.
 */
public final class Admission {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final Credentials credentials;
  private final KeepAlive keepAlive;
  private final Callers guests;

  /** Decides which roles are expected. */
  public interface Callers {
    /**
     * Assigns a role to the caller.
     *
     * @return the reason for refusing the caller; empty if the caller now has the role
     */
    Optional<String> refuse(Role role);
  }

  /**
   * Creates the admission to a service.
   *
   * @param name the name of the service in messages, for example "the Monitor"
   * @param credentials verifies callers
   * @param keepAlive closes the connections of callers that stay silent
   * @param guests decides which roles are expected
   */
  public Admission(String name, Credentials credentials, KeepAlive keepAlive, Callers guests) {
    this.name = name;
    this.credentials = credentials;
    this.keepAlive = keepAlive;
    this.guests = guests;
  }

  /** Represents an admitted caller. */
  public record Guest(Role role, ControlChannel channel) {}

  /**
   * Reads the introduction of a caller, and admits or refuses the caller. A refused caller receives
   * the reason; after an invalid message the connection is closed without one.
   *
   * @return the admitted caller; empty if the caller was refused
   */
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
      // The caller is no participant, whose messages must not disturb the service.
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
   * Introduces this process to a service. The service's refusal arrives as the answer to this
   * message.
   */
  public static void knock(ControlChannel channel, Credentials credentials, Role role)
      throws MpcException {
    channel.send(new Message.Hello(Release.text(), credentials.token(), role));
  }
}
