package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.Job;
import org.schurmpc.client.JobDescription;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.Request;
import org.schurmpc.client.RequestFailed;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code client submit}: gives inputs to a job, and may wait for its result. */
@Command(
    name = "submit",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Gives inputs to a job of the parties' services. When the command ends, all parties have"
          + " accepted the inputs; a command that was cut off is continued with --id and the same"
          + " inputs."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar client submit --config client.toml --job tag --input block.txt"
          + " --wait 1m",
      "",
      ClientFailures.EXIT_CODES
    })
final class ClientSubmitCommand implements Callable<Integer> {
  /** Number of identifiers that are tried. */
  private static final int MOST_TRIES = 3;

  private final PrintStream out;
  private final PrintStream err;

  @Mixin private final ClientOptions options = new ClientOptions();

  @Option(
      names = "--job",
      required = true,
      paramLabel = "NAME",
      description = "A job that the configuration names.")
  private String name;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "A line NAME = VALUE, VALUE, ... for each input of the client, as for program run; bits of a"
              + " circuit in hex, as for eval.")
  private Path input;

  @Option(
      names = "--id",
      paramLabel = "UUID",
      description = "The request's identifier; default a new one, which is printed.")
  private UUID id;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Wait so long for the result, as 30s or 5m; default not at all.")
  private Duration wait;

  @Mixin private final ClientAnswer answer = new ClientAnswer();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ClientSubmitCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, ClientException, InterruptedException {
    MpcClient client = options.client();
    OutputFile target = answer.target();
    Job job = client.job(name);
    JobDescription description = client.describe(name);
    if (description.ourInputs().isEmpty() != (input == null)) {
      throw new Refused(
          input == null
              ? "job %s takes inputs of this client: name their file with --input".formatted(name)
              : "job %s takes no input of this client: leave out --input".formatted(name));
    }
    if (input != null) {
      answer.values().read(input, description, job);
    }
    Request submitted = submit(job);
    UUID request = submitted.id();
    if (wait == null) {
      out.println(request + " is accepted by all parties");
      return 0;
    }
    answer.write(submitted, wait, target, out, err);
    if (!submitted.id().equals(request)) {
      err.println(
          "request " + request + " failed before anybody learnt an output, and was repeated");
    }
    return 0;
  }

  /**
   * Submits the job; without an identifier of the user, under another one if its masks are gone.
   */
  private Request submit(Job job) throws ClientException, InterruptedException {
    for (int tries = 1; ; tries++) {
      UUID request = id == null ? UUID.randomUUID() : id;
      err.println("request " + request); // before anything is sent
      try {
        return job.submit(request);
      } catch (RequestFailed e) {
        if (id != null || !e.code().equals(RequestFailed.NUMBER_TAKEN) || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }
}
