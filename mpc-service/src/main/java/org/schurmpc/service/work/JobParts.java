package org.schurmpc.service.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.service.config.JobEntry;

/**
 * Tells other parties the public parts of this party's jobs, and compares theirs. A job in which
 * the parties differ is suspended with a sentence that names the key; the others go on.
 */
final class JobParts {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JobParts() {}

  /** Describes jobs for the other parties. */
  static byte[] describe(Collection<JobEntry> jobs) {
    ObjectNode all = JSON.createObjectNode();
    for (JobEntry job : jobs) {
      ObjectNode part = all.putObject(job.name());
      job.publicPart().forEach(part::put);
    }
    try {
      return JSON.writeValueAsBytes(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns why jobs cannot run, by name: those in which a party differs.
   *
   * @param descriptions of all parties, by index
   * @param party this party's index
   */
  static Map<String, String> differences(
      Collection<JobEntry> jobs, List<byte[]> descriptions, int party) {
    TreeMap<String, String> why = new TreeMap<>();
    for (int other = 0; other < descriptions.size(); other++) {
      if (other == party) {
        continue;
      }
      JsonNode all = parse(descriptions.get(other));
      for (JobEntry job : jobs) {
        Optional<String> sentence = difference(job, all.path(job.name()), other);
        sentence.ifPresent(text -> why.putIfAbsent(job.name(), text));
      }
    }
    return why;
  }

  private static JsonNode parse(byte[] description) {
    try {
      JsonNode all = JSON.readTree(description);
      return all == null ? JSON.createObjectNode() : all;
    } catch (IOException e) {
      return JSON.createObjectNode(); // so that every job differs
    }
  }

  private static Optional<String> difference(JobEntry job, JsonNode part, int other) {
    if (!part.isObject()) {
      return Optional.of("Party %d has no job '%s'.".formatted(other + 1, job.name()));
    }
    SortedMap<String, String> theirs = new TreeMap<>();
    part.properties().forEach(each -> theirs.put(each.getKey(), each.getValue().asText()));
    List<String> keys = job.differences(theirs);
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The parties differ in '%s' of job '%s': see party %d's configuration."
                .formatted(keys.get(0), job.name(), other + 1));
  }
}
