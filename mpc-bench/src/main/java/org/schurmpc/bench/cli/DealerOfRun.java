package org.schurmpc.bench.cli;

import java.util.Optional;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.core.abort.MpcException;

/** The dealer of a benchmark, as its options say. */
final class DealerOfRun {
  private DealerOfRun() {}

  /**
   * Its program.
   *
   * @param token in place of certificates
   */
  static DealerProgram program(PieceOptions options, Optional<String> token) throws MpcException {
    return new DealerProgram(
        options.place(token, "the dealer", options.security.team().dealer(), true));
  }
}
