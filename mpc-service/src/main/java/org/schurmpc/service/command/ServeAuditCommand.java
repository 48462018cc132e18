package org.schurmpc.service.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
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
    footer = {"", "Example: java -jar mpc-bench.jar serve audit --verify state/audit.log"})
final class ServeAuditCommand implements Callable<Integer> {
  private final PrintStream out;

  @Option(names = "--verify", required = true, paramLabel = "FILE", description = "The audit log.")
  private Path file;

  @Option(
      names = "--from",
      paramLabel = "LINES:HASH",
      description = "What was printed before: the log must go on from there.")
  private String before;

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
    out.println(head.lines() + ":" + head.hash());
    return 0;
  }

  private Optional<AuditLog.Head> kept() throws Refused {
    if (before == null) {
      return Optional.empty();
    }
    if (!before.matches("[0-9]{1,18}:[0-9a-f]{64}")) {
      throw new Refused("--from is a number of lines, a colon and a hash of 64 hex digits");
    }
    String[] words = before.split(":");
    return Optional.of(new AuditLog.Head(Long.parseLong(words[0]), words[1]));
  }
}
