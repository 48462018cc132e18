package org.schurmpc.bench.monitor;

import java.util.List;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ExitCode;

/**
 * Describes why a child did not do its work.
 *
 * @param roles the roles of the child
 * @param kind how the failure became known
 * @param code the exit code that the failure corresponds to
 * @param sentence the message for users; names the child
 */
public record Failure(List<Role> roles, Kind kind, ExitCode code, String sentence) {
  public Failure {
    roles = List.copyOf(roles);
  }

  /** Creates the failure of one role, in whichever process the role runs. */
  public Failure(Role role, Kind kind, ExitCode code, String sentence) {
    this(List.of(role), kind, code, sentence);
  }

  /** How a failure became known. */
  public enum Kind {
    /** The child reported the failure. */
    REPORTED,
    /** The child's process ended without a report. */
    DIED,
    /** The child's control connection failed. */
    DISCONNECTED
  }
}
