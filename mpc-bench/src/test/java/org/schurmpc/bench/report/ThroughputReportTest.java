package org.schurmpc.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.ThroughputTask;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Phase;

/** Pins every byte that the commands ot, triples and mul print and write. */
class ThroughputReportTest {
  private static final Schedule SCHEDULE = new Schedule(1, 3, 5000, 30_000);
  private static final long[] RUN_NANOS = {2_000_000_000L, 1_250_000_000L, 1_600_000_000L};

  @TempDir Path folder;

  private static Measured measured(int parties, Map<Phase, Long> bytes, long baseOtMillis) {
    List<PartyFigures> all = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      Map<Phase, Long> sent = new LinkedHashMap<>();
      long factor = 1L + party;
      bytes.forEach((phase, count) -> sent.put(phase, count * factor));
      Map<Phase, Long> rounds = Map.of(Phase.PREPROCESSING, 70L + party, Phase.COMPUTE, 9L - party);
      RunFigures run = new RunFigures(Map.of(), Map.of(), Map.of(), sent, rounds);
      Message.Established established =
          new Message.Established(
              "its JVM",
              "-X",
              "plain",
              "why",
              Origin.own("somebody", Map.of("ot_k", 4, "extension", "toy")),
              90_000_000,
              baseOtMillis * 1_000_000);
      all.add(
          new PartyFigures(
              new Role(0, party), established, Collections.nCopies(3, run), factor << 20));
    }
    return new Measured(RUN_NANOS, all, "loopback, plaintext");
  }

  private static Map<String, Object> parameters(String protocol) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("protocol", protocol);
    parameters.put("field", "p128");
    parameters.put("sigma", 40);
    parameters.put("INSECURE", "a lack");
    return parameters;
  }

  private static String expected(String name) throws Exception {
    try (InputStream in = ThroughputReportTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void require(
      String name, ThroughputTask task, Map<String, Object> parameters, Measured measured)
      throws Exception {
    ThroughputReport report =
        ThroughputReport.of(new ThroughputResult(task, parameters, measured, "mine"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String text = bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    Path json = folder.resolve("result.json");
    try (ResultFile file = ResultFile.open(json)) {
      file.write(report.fields());
    }
    assertEquals(expected(name + ".txt"), text);
    assertEquals(expected(name + ".json"), Files.readString(json));
  }

  @Test
  void obliviousTransfers() throws Exception {
    OtTask task =
        new OtTask(10_000, 4, OtTask.Kind.SOFTSPOKEN, "", SCHEDULE, Line.parse("100mbit,5ms"));
    Measured measured = measured(2, Map.of(Phase.PREPROCESSING, 38_750L), 60);
    require("ot", task, task.parameters(), measured);
  }

  @Test
  void inputsOfThreeParties() throws Exception {
    ProtocolChoice protocol = new ProtocolChoice("mascot", Map.of("field", "p128"), 3);
    TriplesTask task = new TriplesTask(protocol, "input1", 2_720, SCHEDULE, Line.parse("1gbit"));
    Measured measured = measured(3, Map.of(Phase.PREPROCESSING, 123_456L), 0);
    require("triples", task, parameters("mascot"), measured);
  }

  @Test
  void productsOfTwoParties() throws Exception {
    ProtocolChoice protocol = new ProtocolChoice("spdz", Map.of("field", "p128"));
    MulTask task = new MulTask(protocol, 20, 500, SCHEDULE, null);
    require("mul", task, parameters("spdz"), dealt(2));
  }

  @Test
  void productsOfThreePartiesOverALine() throws Exception {
    ProtocolChoice protocol = new ProtocolChoice("spdz", Map.of("field", "p128"), 3);
    MulTask task = new MulTask(protocol, 20, 500, SCHEDULE, Line.parse("100mbit,5ms"));
    require("mul-line", task, parameters("spdz"), dealt(3));
  }

  private static Measured dealt(int parties) {
    Map<Phase, Long> bytes =
        Map.of(Phase.PREPROCESSING, 9L, Phase.INPUT, 80L, Phase.COMPUTE, 320_000L);
    return measured(parties, bytes, 0);
  }
}
