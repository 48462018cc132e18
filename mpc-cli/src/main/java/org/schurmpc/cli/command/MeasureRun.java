package org.schurmpc.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.schurmpc.cli.forecast.MachineRates;
import org.schurmpc.cli.forecast.RateFile;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.InfoChild;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Refused;

/**
 * Measures the rates of this machine in a child process, as evaluations run in one.
 *
 * @param jvm the JVM of the child
 * @param err receives the names of the protocols as they are measured
 */
public record MeasureRun(CommandName program, Jvm jvm, PrintStream err) {
  /** Heap of the child, in MiB: enough for two parties that generate material of any protocol. */
  private static final int HEAP = 3072;

  /**
   * Measures.
   *
   * @throws ConnectionLost if the child fails
   * @throws Refused if the JVM does not start
   */
  public MachineRates measure() throws ConnectionLost, Refused, InterruptedException {
    long start = System.nanoTime();
    InfoChild.ask(program, jvm);
    double startMillis = (System.nanoTime() - start) / 1e6;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int code =
        new RelayedChild(program, jvm, new PrintStream(text, true, StandardCharsets.UTF_8), err)
            .run(HeapSize.parse(HEAP + "m"), List.of("measure"), () -> {});
    if (code != 0) {
      throw new ConnectionLost("the measuring process ended with exit code " + code);
    }
    try {
      return RateFile.parse(text.toString(StandardCharsets.UTF_8)).withStart(startMillis);
    } catch (JsonProcessingException e) {
      throw new ConnectionLost("the measuring process printed no rates", e);
    }
  }
}
