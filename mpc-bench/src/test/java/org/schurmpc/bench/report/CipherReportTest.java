package org.schurmpc.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.BlockCipher;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Phase;

/** Reports of ciphers that are evaluated by methods of their own. */
class CipherReportTest {
  private static final int BLOCKS = 4;

  private static Result result(BlockCipher cipher, String method, String jvmOptions)
      throws Exception {
    CircuitSource source = cipher.circuit(false, Optional.of(method));
    Circuit circuit = source.read();
    Optional<AesConvention> aes = AesConvention.of(circuit);
    String field = BlockCipher.field(method).orElse("gf2_40");
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice("spdz", Map.of("method", method, "field", field)),
            Evaluations.of(source, circuit, Workload.defaultSources(circuit, aes, 2))
                .withBlocks(BLOCKS),
            new MaterialSource.Dealer(),
            new Schedule(0, 1, 0, 1000),
            null);
    EvaluationPlan plan =
        new EvaluationPlan(
            job, Workload.of(job, circuit), Workload.reference(circuit, aes), 1, Duration.ZERO, 42);
    RunFigures run =
        new RunFigures(
                Map.of(Phase.COMPUTE, 2_000_000L),
                Map.of(),
                Map.of(),
                Map.of(Phase.PREPROCESSING, 80L, Phase.COMPUTE, 640L),
                Map.of(Phase.COMPUTE, 11L))
            .with(List.of(3_000_000L));
    Message.Established on =
        new Message.Established(
            "a JVM", jvmOptions, "plain", "why", Origin.own("somebody", Map.of()), 1, 0);
    List<PartyFigures> parties =
        List.of(
            new PartyFigures(new Role(0, 0), on, List.of(run), 0),
            new PartyFigures(new Role(0, 1), on, List.of(run), 0));
    return new Result(
        plan, new Measured(new long[] {2_000_000}, parties, "none"), aes.isPresent(), "a JVM");
  }

  private static String text(Result result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new TextReport(result, false, new PrintStream(bytes, true, StandardCharsets.UTF_8)).print();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "AES, bd, aes, 'bd on AES-128, with round keys'",
    "AES, rp, aes, 'rp on AES-128, with round keys'",
    "AES, lt, aes, 'lt on AES-128, with round keys'",
    "TRIPLE_DES, raw, 3des, 'raw on triple DES, with round keys'",
    "TRIPLE_DES, pv, 3des, 'pv on triple DES, with round keys'",
    "TRIPLE_DES, lt, 3des, 'lt on triple DES, with round keys'",
  })
  void nameMethodAndCipher(BlockCipher cipher, String method, String label, String line)
      throws Exception {
    Result result = result(cipher, method, "-X");
    String text = text(result);
    assertTrue(text.contains("method               " + line), text);
    assertTrue(text.contains("blocks a second      2,000"), text);
    assertFalse(text.contains("for an AND gate"), text);
    Map<String, Object> fields = JsonReport.fields(result);
    assertEquals(method, fields.get("method"));
    assertEquals(label, fields.get("cipher"));
    assertEquals(false, fields.get("key_schedule"));
    assertNull(fields.get("bytes_per_and"));
    assertArrayEquals(
        new double[] {20, 20}, (double[]) fields.get("preprocessing_bytes_per_block"));
    assertArrayEquals(new double[] {160, 160}, (double[]) fields.get("compute_bytes_per_block"));
  }

  @Test
  void sayWhetherHugePagesWereAskedFor() throws Exception {
    String asking = "-Xmx1g -XX:+UseTransparentHugePages";
    Result asked = result(BlockCipher.AES, "lt", asking);
    assertTrue(text(asked).matches("(?s).*\\Rhuge pages {11}(asked for|none: ).*"), text(asked));
    assertEquals(asked.hugePages().orElseThrow(), JsonReport.fields(asked).get("huge_pages"));
    Result not = result(BlockCipher.AES, "lt", "-Xmx1g");
    assertTrue(text(not).matches("(?s).*\\Rhuge pages {11}(not asked for|none: ).*"), text(not));
    assertFalse(text(result(BlockCipher.AES, "rp", asking)).contains("huge pages"));
  }
}
