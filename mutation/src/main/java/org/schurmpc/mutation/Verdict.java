package org.schurmpc.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pitest.mutationtest.ClassMutationResults;
import org.pitest.mutationtest.DetectionStatus;
import org.pitest.mutationtest.MutationResult;
import org.pitest.mutationtest.MutationResultListener;

/** Writes what became of each mutant, and fails if one survived that is not accepted. */
final class Verdict implements MutationResultListener {
  private static final Set<DetectionStatus> KILLED =
      Set.of(DetectionStatus.KILLED, DetectionStatus.TIMED_OUT, DetectionStatus.MEMORY_ERROR);

  private final Survivors accepted;
  private final Writer out;
  private final Set<String> classes = new TreeSet<>();
  private final Map<String, MutationResult> mutants = new TreeMap<>();

  Verdict(Survivors accepted, Writer out) {
    this.accepted = accepted;
    this.out = out;
  }

  @Override
  public void runStart() {}

  @Override
  public void handleMutationResult(ClassMutationResults results) {
    classes.add(results.getMutatedClass().asJavaName());
    Map<String, MutationResult> ofClass = Keys.of(results.getMutations());
    mutants.putAll(ofClass);
    for (Map.Entry<String, MutationResult> entry : ofClass.entrySet()) {
      String verdict = verdict(entry.getKey(), entry.getValue().getStatus());
      if (isComplaint(verdict)) {
        System.out.println(">> " + verdict + " " + entry.getKey());
      }
    }
  }

  @Override
  public void runEnd() {
    List<String> complaints = new ArrayList<>();
    Map<String, Integer> counts = new TreeMap<>();
    try (out) {
      for (Map.Entry<String, MutationResult> entry : mutants.entrySet()) {
        String key = entry.getKey();
        MutationResult mutant = entry.getValue();
        String verdict = verdict(key, mutant.getStatus());
        counts.merge(verdict, 1, Integer::sum);
        if (isComplaint(verdict)) {
          complaints.add(verdict + " " + key);
        }
        out.write(
            String.format(
                "%-10s %s line %d %s%n",
                verdict,
                key,
                mutant.getDetails().getLineNumber(),
                mutant.getKillingTest().orElse("")));
      }
      out.write(counts + System.lineSeparator());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    addUnknown(complaints);
    System.out.println(">> Mutants of checks: " + counts);
    if (!complaints.isEmpty()) {
      throw new IllegalStateException(
          "Mutants that no test kills, or that are accepted without need (see"
              + " mutation/accepted.txt):\n"
              + String.join("\n", complaints));
    }
  }

  private static boolean isComplaint(String verdict) {
    return verdict.startsWith("SURVIVED") || verdict.equals("STALE");
  }

  private String verdict(String key, DetectionStatus status) {
    if (KILLED.contains(status)) {
      return accepted.accepts(key) ? "STALE" : status.name();
    }
    return accepted.accepts(key) ? "ACCEPTED" : "SURVIVED:" + status.name();
  }

  /** Accepted mutants that are none of a class that was looked at. */
  private void addUnknown(List<String> complaints) {
    for (String key : accepted.keys()) {
      String method = key.substring(0, key.indexOf('/'));
      String owner = method.substring(0, method.lastIndexOf('.'));
      if (classes.contains(owner) && !mutants.containsKey(key)) {
        complaints.add("UNKNOWN " + key);
      }
    }
  }
}
