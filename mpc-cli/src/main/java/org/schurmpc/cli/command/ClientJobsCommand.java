package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.JobDescription;
import org.schurmpc.client.JobOffer;
import org.schurmpc.client.Port;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code client jobs}: lists what the parties offer to this client. */
@Command(
    name = "jobs",
    usageHelpAutoWidth = true,
    description =
        "Lists the jobs that the parties offer to this client, with inputs, outputs and digest, and"
            + " whether they can be used.",
    footer = {"", ClientFailures.EXIT_CODES})
final class ClientJobsCommand implements Callable<Integer> {
  private final PrintStream out;

  @Mixin private final ClientOptions options = new ClientOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ClientJobsCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws MpcException, ClientException, InterruptedException {
    List<JobOffer> offers = options.client().jobs();
    if (offers.isEmpty()) {
      out.println("the parties offer nothing to this client");
    }
    for (JobOffer offer : offers) {
      JobDescription job = offer.job();
      out.printf("%s: %s%n", job.name(), offer.use());
      line(job.kind(), "over " + job.domain());
      line("digest", job.digest());
      job.inputs().forEach(port -> line("input", text(port, "from")));
      job.outputs().forEach(port -> line("output", text(port, "to")));
    }
    return 0;
  }

  private void line(String name, String value) {
    out.printf("  %-8s %s%n", name, value);
  }

  private static String text(Port port, String way) {
    return "%s, %d of %s %d, %s %s"
        .formatted(
            port.name(),
            port.count(),
            port.kind().name().toLowerCase(Locale.ROOT),
            port.bits(),
            way,
            port.holder());
  }
}
