package org.schurmpc.service.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Remembers which jobs are suspended and why, until an operator resumes them. Guarded by the lock
 * of {@link RequestBook}.
 */
final class Suspensions {
  private final SortedMap<String, String> reasons = new TreeMap<>();

  Optional<String> of(String job) {
    return Optional.ofNullable(reasons.get(job));
  }

  static String suspend(String job, String reason) {
    return "job suspend " + job + " " + Request.encode(reason);
  }

  static String resume(String job) {
    return "job resume " + job;
  }

  void apply(String[] words) {
    switch (words[1]) {
      case "suspend" ->
          reasons.put(
              words[2],
              new String(Base64.getUrlDecoder().decode(words[3]), StandardCharsets.UTF_8));
      case "resume" -> reasons.remove(words[2]);
      default -> throw new IllegalArgumentException("no entry of jobs: " + words[1]);
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    reasons.forEach((job, reason) -> lines.add(suspend(job, reason)));
    return lines;
  }
}
