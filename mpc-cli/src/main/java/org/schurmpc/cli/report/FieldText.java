package org.schurmpc.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Writes fields of results for people: their names, units and values. */
public final class FieldText {
  /** What stands for a value that there is not. */
  public static final String NONE = "–";

  private static final String MEMORY = "peak_rss_bytes";
  private static final String EVALUATIONS = "evaluation_ms";
  private static final double MIB = 1 << 20;

  /** Numbers that are names: their digits are not grouped. */
  private static final Set<String> NAMES = Set.of("seed", "party");

  private static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("aes", "AES-128 recognised"),
          Map.entry("sigma", "σ, statistical security (bits)"),
          Map.entry("tls", "TLS"),
          Map.entry("jvm", "JVM of the parties"),
          Map.entry("jvm_options", "options of that JVM"),
          Map.entry("launcher_jvm", "JVM of the launcher"),
          Map.entry("kernels_reason", "why these kernels"),
          Map.entry("terms", "parameters of the protocol"),
          Map.entry("preprocessing_terms", "parameters of the preprocessing"),
          Map.entry("extension", "OT extension"),
          Map.entry("ot_k", "k of the OT extension"),
          Map.entry("tau", "τ"),
          Map.entry("link", "emulated link, and its part of the time"),
          Map.entry("and_gates", "AND gates"),
          Map.entry("and_depth", "layers of AND gates"),
          Map.entry("lookup_gates", "lookups"),
          Map.entry("depth", "layers of AND gates and lookups"),
          Map.entry("circuit_sha256", "SHA-256 of the circuit"),
          Map.entry("ms_per_block", "time per evaluation (ms)"),
          Map.entry("blocks", "evaluations in a run"),
          Map.entry("blocks_per_s", "evaluations (1/s)"),
          Map.entry("peak_rss_bytes", "peak memory of each process (MiB)"),
          Map.entry("material_bytes", "material of each party (bytes)"),
          Map.entry("compute_bits_per_written_bit", "bits sent for each bit that gates write"),
          Map.entry("bytes_sent", "bytes sent by each party"),
          Map.entry("bytes_sent_per_item", "bytes sent for an item, by party"),
          Map.entry("bytes_sent_each", "bytes sent for a product, by party"),
          Map.entry("bytes_per_and", "bytes sent for an AND gate of all lanes, by party"),
          Map.entry("kbit_per_item", "kbit sent for an item by all parties"),
          Map.entry("kbit_per_item_and_pair", "kbit sent for an item by each party to each other"),
          Map.entry("rate_per_s", "median rate (1/s)"),
          Map.entry("us_each", "time of each product (µs)"),
          Map.entry("ci95_ms", "half of the 95 % confidence interval (ms)"),
          Map.entry(EVALUATIONS, "time of each evaluation"),
          Map.entry("warmup", "runs to warm up"),
          Map.entry("rehearsal_ms", "rehearsal in each party (ms)"));

  private FieldText() {}

  /** Returns the name of a field with its unit, such as "set-up (ms)". */
  public static String label(String name) {
    String known = LABELS.get(name);
    if (known != null) {
      return known;
    }
    String words = name.replace('_', ' ');
    if (words.endsWith(" ms")) {
      return words.substring(0, words.length() - 3) + " (ms)";
    }
    if (words.endsWith(" per s")) {
      return words.substring(0, words.length() - 6) + " (1/s)";
    }
    return words;
  }

  /** Returns the value of a field. */
  public static String value(String name, JsonNode value) {
    if (name.equals(MEMORY)) {
      StringJoiner text = new StringJoiner(", ");
      value.forEach(
          each -> text.add(each.asLong() == 0 ? "unknown" : Numerals.whole(each.asLong() / MIB)));
      return text.toString();
    }
    if (name.equals(EVALUATIONS) && value.isObject()) {
      return evaluations(value);
    }
    return value.isNumber() && NAMES.contains(name) ? value.asText() : text(value);
  }

  private static String evaluations(JsonNode millis) {
    JsonNode half = millis.path("ci95");
    return "median %s ms, mean %s ms, %s; number of evaluations: %s"
        .formatted(
            text(millis.path("median")),
            text(millis.path("mean")),
            half.isNumber()
                ? "95\u00a0%% confidence interval ±\u00a0%s ms".formatted(text(half))
                : "no confidence interval",
            text(millis.path("count")));
  }

  private static String text(JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return NONE;
    }
    if (value.isBoolean()) {
      return value.booleanValue() ? "yes" : "no";
    }
    if (value.isNumber()) {
      return Numerals.number(value);
    }
    if (value.isArray()) {
      boolean objects = value.size() > 0 && value.get(0).isObject();
      StringJoiner text = new StringJoiner(objects ? "; " : ", ").setEmptyValue("none");
      value.forEach(each -> text.add(text(each)));
      return text.toString();
    }
    if (value.isObject()) {
      StringJoiner text = new StringJoiner(", ").setEmptyValue("none");
      value
          .properties()
          .forEach(each -> text.add(label(each.getKey()) + ": " + text(each.getValue())));
      return text.toString();
    }
    return value.asText();
  }
}
