package org.schurmpc.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.client.Answer;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.Request;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Option;

/** Defines what becomes of a client's outputs. */
final class ClientAnswer {
  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where the outputs go; default standard output.")
  private Path output;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "number",
      description =
          "How the bits of a circuit's values are written in hex: number (default), msb or lsb, as in"
              + " eval.")
  private String order;

  @Option(
      names = "--keep",
      description = "Let the parties keep the result, so that it can be asked for again.")
  private boolean keep;

  ClientValues values() throws MpcException {
    return ClientValues.in(order);
  }

  /** Checks the options, before anything is sent. */
  OutputFile target() throws MpcException {
    values();
    return output == null ? null : OutputFile.open(output);
  }

  /**
   * Waits for a result, writes it, and then tells the parties that it has arrived.
   *
   * @param target what {@link #target} has returned
   */
  void write(Request request, Duration atMost, OutputFile target, PrintStream out, PrintStream err)
      throws MpcException, ClientException, InterruptedException {
    Answer answer = request.await(atMost);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      values().write(answer, request.job(), text);
      if (target == null) {
        text.writeTo(out);
        out.flush();
      }
    } catch (IOException e) {
      throw new BadFile("standard output could not be written in full", e);
    }
    if (target != null) {
      target.write(text::writeTo);
    }
    if (!keep && !out.checkError()) {
      acknowledge(request, err);
    }
  }

  private static void acknowledge(Request request, PrintStream err) throws InterruptedException {
    try {
      request.acknowledge();
    } catch (ClientException e) {
      err.println("the parties keep the result until it expires: " + e.getMessage());
    }
  }
}
