package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.Request;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code client result}: takes the result of a request that was submitted before. */
@Command(
    name = "result",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Takes the result of a request, checks it and writes it. A request whose masked inputs may not"
          + " have reached all parties is sent to them again first."
    },
    footer = {"", ClientFailures.EXIT_CODES})
final class ClientResultCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "ID", description = "The request's identifier.")
  private UUID id;

  @Mixin private final ClientOptions options = new ClientOptions();

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Wait so long for the result, as 30s or 5m; default not at all.")
  private Duration wait;

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "The job of another client's request, with --as.")
  private String job;

  @Option(
      names = "--as",
      paramLabel = "RECEIVER",
      description =
          "Who receives outputs of another client's request, as the job says: client:NAME, or party1"
              + " and so on with the key of this party.")
  private String receiver;

  @Mixin private final ClientAnswer answer = new ClientAnswer();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ClientResultCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, ClientException, InterruptedException {
    if ((job == null) != (receiver == null)) {
      throw new Refused("--job and --as are for outputs of another client's request: give both");
    }
    OutputFile target = answer.target();
    MpcClient client = options.client();
    Request request = job == null ? client.request(id) : client.received(id, job, receiver);
    answer.write(request, wait == null ? Duration.ZERO : wait, target, out, err);
    return 0;
  }
}
