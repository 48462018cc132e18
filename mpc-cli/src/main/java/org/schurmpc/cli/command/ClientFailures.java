package org.schurmpc.cli.command;

import java.util.Optional;
import org.schurmpc.client.BadConfig;
import org.schurmpc.client.BadInput;
import org.schurmpc.client.DeliveryRefused;
import org.schurmpc.client.NoStock;
import org.schurmpc.client.PartiesDisagree;
import org.schurmpc.client.RequestFailed;
import org.schurmpc.client.ServiceUnreachable;
import org.schurmpc.client.StillRunning;
import org.schurmpc.core.abort.ExitCode;

/** Says with which exit codes the failures of clients end a process. */
final class ClientFailures {
  static final String EXIT_CODES =
      "Exit codes: 0 done, 2 wrong call, or refused by a party, 3 bad file, 4 a party cannot be reached,"
          + " 5 the parties disagree, 6 delivery refused, 7 no stock, or asked too often: try again"
          + " later, 8 the request failed, 9 no result yet.";

  private static final String RATE = "rate";

  private ClientFailures() {}

  /** Returns the exit code; empty if the failure is not one of a client. */
  static Optional<ExitCode> exitCode(Throwable failure) {
    if (failure instanceof RequestFailed failed) {
      ExitCode refused = failed.code().equals(RATE) ? ExitCode.EXHAUSTED : ExitCode.REFUSED;
      return Optional.of(failed.ended() ? ExitCode.OUT_OF_RANGE : refused);
    }
    if (failure instanceof BadConfig) {
      return Optional.of(ExitCode.BAD_FILE);
    }
    if (failure instanceof BadInput) {
      return Optional.of(ExitCode.REFUSED);
    }
    if (failure instanceof ServiceUnreachable) {
      return Optional.of(ExitCode.CONNECTION_LOST);
    }
    if (failure instanceof PartiesDisagree) {
      return Optional.of(ExitCode.DISAGREEMENT);
    }
    if (failure instanceof DeliveryRefused) {
      return Optional.of(ExitCode.PEER_CHEATED);
    }
    if (failure instanceof NoStock) {
      return Optional.of(ExitCode.EXHAUSTED);
    }
    return failure instanceof StillRunning ? Optional.of(ExitCode.PEER_WITHDREW) : Optional.empty();
  }
}
