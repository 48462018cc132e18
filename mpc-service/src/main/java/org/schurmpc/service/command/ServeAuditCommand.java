package org.schurmpc.service.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.service.state.AuditLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code serve audit}: checks the audit log of a service. */
@Command(
    name = "audit",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Checks the audit log of a service: names the first line that was"
          + " changed, is missing or was moved. Prints the number of lines and the hash of the last"
          + " one, for comparison with another party's or an earlier one."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar serve audit --verify state/audit.log",
      "Example: java -jar mpc-bench.jar serve audit --verify bob.log --peer-log state/audit.log"
    })
final class ServeAuditCommand implements Callable<Integer> {
  private final PrintStream out;

  @Option(names = "--verify", required = true, paramLabel = "FILE", description = "The audit log.")
  private Path file;

  @Option(
      names = "--from",
      paramLabel = "LINES:HASH",
      description = "What was printed before: the log must go on from there.")
  private String before;

  @Option(
      names = "--peer-log",
      paramLabel = "FILE",
      description =
          "The audit log of another party, which has noted how far this one was: its end must not"
              + " have been cut off since.")
  private Path peerLog;

  @Option(
      names = "--party",
      paramLabel = "N",
      description = "Which party the log of --verify is of, if --peer-log has heads of several.")
  private Integer party;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ServeAuditCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws BadFile, Refused {
    AuditLog.Head head = AuditLog.verify(file, kept());
    out.println("right: " + Counts.of(head.lines(), "line") + ", the last one is");
    out.println(head);
    return 0;
  }

  private Optional<AuditLog.Head> kept() throws BadFile, Refused {
    if (party != null && peerLog == null) {
      throw new Refused("--party says whose heads are looked for in --peer-log FILE: say it, too");
    }
    if (before != null && peerLog != null) {
      throw new Refused("--from and --peer-log both say where the log was: leave one out");
    }
    if (peerLog != null) {
      OptionalInt number = party == null ? OptionalInt.empty() : OptionalInt.of(party);
      return Optional.of(AuditLog.head(peerLog, number));
    }
    return before == null ? Optional.empty() : Optional.of(AuditLog.Head.parse(before));
  }
}
