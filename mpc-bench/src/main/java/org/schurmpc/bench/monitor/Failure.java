package org.schurmpc.bench.monitor;

import java.util.List;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ExitCode;

/**
 * Why a child did not do its work.
 *
 * @param roles of the child
 * @param kind how we know
 * @param code the exit code that it stands for
 * @param sentence for people; names the child
 */
public record Failure(List<Role> roles, Kind kind, ExitCode code, String sentence) {
  public Failure {
    roles = List.copyOf(roles);
  }

  /** Of one role, whichever process plays it. */
  public Failure(Role role, Kind kind, ExitCode code, String sentence) {
    this(List.of(role), kind, code, sentence);
  }

  /** How a failure became known. */
  public enum Kind {
    /** The child said so. */
    REPORTED,
    /** The child's process ended without a word. */
    DIED,
    /** The child's control connection failed. */
    DISCONNECTED
  }
}
