package org.schurmpc.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.job.BlockCipher;
import org.schurmpc.cli.values.OriginFields;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.session.Phase;

/**
 * Converts a result to the fields that {@link ResultFile} writes. The names of the fields are
 * fixed, because programs read them.
 */
public final class JsonReport {
  private JsonReport() {}

  /** Returns the fields by name, in order. */
  public static Map<String, Object> fields(Result result) {
    Map<String, Object> fields = new LinkedHashMap<>();
    putSetting(fields, result);
    fields.put("runs", result.runMillis());
    fields.put("total_ms", result.totalMillis());
    fields.put("ms_per_block", result.millisPerBlock());
    fields.put("ci95_ms", result.ci95().isPresent() ? result.ci95().getAsDouble() : null);
    fields.put("latency_ms", result.latencyMillis());
    putTimes(fields, result.figures());
    fields.put("blocks_per_s", result.blocksPerSecond());
    fields.put("bytes_sent", result.figures().bytesSent());
    fields.put("bytes_sent_by_phase", result.figures().bytesSentByPhase());
    fields.put("bytes_per_and", result.bytesPerAnd().orElse(null));
    fields.put("compute_bits_per_written_bit", result.bitsPerWrittenBit().orElse(null));
    if (result.cipher().isPresent()) {
      fields.put("preprocessing_bytes_per_block", result.bytesPerBlock(Phase.PREPROCESSING));
      fields.put("compute_bytes_per_block", result.bytesPerBlock(Phase.COMPUTE));
    }
    fields.put("rounds", result.figures().rounds());
    fields.put("link", result.line().map(LineModel::fields).orElse(null));
    fields.put("peak_rss_bytes", result.peakRssBytes());
    fields.put("verified", true);
    return fields;
  }

  /** Puts the times of evaluations, phases and steps. */
  static void putTimes(Map<String, Object> fields, PhaseFigures figures) {
    fields.put("evaluation_ms", evaluations(figures.evaluationMillis()));
    fields.put("phases_ms", figures.phaseMillis());
    fields.put("preprocessing_steps_ms", figures.stepMillis());
    fields.put("profile_ms", profile(figures));
  }

  private static Map<String, Object> evaluations(Sample millis) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("count", millis.values().length);
    fields.put("mean", millis.mean());
    fields.put("median", millis.median());
    OptionalDouble ci95 = millis.ci95();
    fields.put("ci95", ci95.isPresent() ? ci95.getAsDouble() : null);
    return fields;
  }

  /** Returns the parts of each phase's time. */
  private static Map<String, Object> profile(PhaseFigures figures) {
    Map<String, Object> phases = new LinkedHashMap<>();
    figures
        .splits()
        .forEach(
            (phase, split) -> {
              Map<String, Object> parts = new LinkedHashMap<>();
              parts.put("compute", split.computeMillis());
              parts.put("wait", split.waitMillis());
              parts.put("serialise", split.serialiseMillis());
              phases.put(phase, parts);
            });
    return phases;
  }

  /** Returns the results of several runs, each as by {@link #fields}. */
  public static Map<String, Object> rows(List<Result> results) {
    return Map.of("rows", results.stream().map(JsonReport::fields).toList());
  }

  private static void putCipher(Map<String, Object> fields, BlockCipher.Evaluation evaluation) {
    fields.put("method", evaluation.method());
    fields.put("cipher", evaluation.cipher().map(BlockCipher::label).orElse(null));
    fields.put("key_schedule", evaluation.keySchedule());
  }

  private static void putSetting(Map<String, Object> fields, Result result) {
    var plan = result.plan();
    var work = plan.work();
    var party = result.first().established();
    fields.put("protocol", work.protocol().protocol());
    fields.put("terms", work.protocol().terms());
    result.cipher().ifPresent(cipher -> putCipher(fields, cipher));
    fields.put("circuit", plan.job().evaluations().circuit().shortName());
    fields.put("circuit_sha256", plan.job().evaluations().circuitSha256());
    fields.put("code", result.code().orElse(null));
    fields.put("lanes", work.lanes());
    fields.put("parties", plan.job().parties());
    fields.put("instances", result.pairs());
    fields.put("threads", plan.threads());
    fields.put("sessions", plan.instances());
    fields.put("blocks", result.allBlocks());
    fields.put("blocks_per_instance", plan.threads() * work.blocks());
    fields.put("blocks_per_session", work.blocks());
    fields.put("passes", work.passes());
    fields.put("in_a_row", plan.job().evaluations().inARow());
    fields.put("stagger_ms", plan.stagger().toMillis());
    OriginFields.put(fields, party.preprocessing());
    fields.put("connections", result.measured().connections());
    fields.put("sigma", work.protocol().sigma());
    fields.put("insecure", SecurityFloor.lack(work.protocol()).orElse(null));
    fields.put("jvm", party.jvm());
    fields.put("jvm_options", party.jvmOptions());
    result.hugePages().ifPresent(pages -> fields.put("huge_pages", pages));
    fields.put("launcher_jvm", result.launcherJvm());
    fields.put("kernels", party.kernels());
    fields.put("kernels_reason", party.kernelsReason());
    fields.put("seed", plan.seed());
    fields.put("warmup", plan.job().schedule().warmup());
    fields.put("rehearsal_ms", plan.job().schedule().rehearsalMillis());
    fields.put("aes", result.aes());
    fields.put("reference", plan.reference().description());
    fields.put("and_gates", work.layered().andCount());
    if (work.layered().lookupCount() == 0) {
      fields.put("and_depth", work.layered().depth());
    } else {
      fields.put("lookup_gates", work.layered().lookupCount());
      fields.put("depth", work.layered().depth()); // counts ANDs and lookups
    }
    fields.put("material_bytes", work.demand().bytes());
  }
}
