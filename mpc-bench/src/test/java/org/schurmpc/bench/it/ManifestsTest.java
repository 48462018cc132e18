package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ExitCode;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Tests that the manifests of docs/kubernetes fit the schema of Kubernetes, and our exit codes. */
class ManifestsTest {
  @Test
  void allFitTheSchema() throws IOException {
    try (Stream<Path> files = Files.list(Manifests.FOLDER)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertTrue(names.contains("party1.yaml"), names.toString());
      for (String name : names) {
        List<HasMetadata> documents = Manifests.parse(Manifests.text(name));
        assertTrue(!documents.isEmpty(), name);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "backoffLimitPerIndex, backofLimitPerIndex",
    "containerName, container",
    "runAsNonRoot, runAsNotRoot",
    "mountPath, path",
    "defaultMode, mode"
  })
  void aTypoDoesNot(String right, String wrong) throws IOException {
    String text = Manifests.text("party1.yaml");
    String mistyped = text.replaceFirst(right, wrong);
    assertTrue(!mistyped.equals(text), right);
    Exception error =
        assertThrows(UnrecognizedPropertyException.class, () -> Manifests.parse(mistyped));
    assertTrue(error.getMessage().contains("\"" + wrong + "\""), error.getMessage());
  }

  /** Every code has one action, and only what may be the other party's trouble is tried again. */
  @ParameterizedTest
  @ValueSource(strings = {"party1.yaml", "party2.yaml"})
  void rulesCoverTheExitCodes(String name) throws IOException {
    Map<ExitCode, String> actions = new EnumMap<>(ExitCode.class);
    for (PodFailurePolicyRule rule : spec(name).getPodFailurePolicy().getRules()) {
      if (rule.getOnExitCodes() == null) {
        assertEquals("Ignore", rule.getAction());
        assertEquals("DisruptionTarget", rule.getOnPodConditions().get(0).getType());
        continue;
      }
      assertEquals("In", rule.getOnExitCodes().getOperator());
      assertEquals("eval", rule.getOnExitCodes().getContainerName());
      for (int code : rule.getOnExitCodes().getValues()) {
        ExitCode exit =
            Arrays.stream(ExitCode.values()).filter(e -> e.code() == code).findAny().orElseThrow();
        assertEquals(null, actions.put(exit, rule.getAction()), "twice: " + exit);
      }
    }
    assertEquals(
        Map.of(
            ExitCode.REFUSED, "FailJob",
            ExitCode.BAD_FILE, "FailJob",
            ExitCode.DISAGREEMENT, "FailJob",
            ExitCode.PEER_CHEATED, "FailJob",
            ExitCode.EXHAUSTED, "FailIndex",
            ExitCode.OUT_OF_RANGE, "FailIndex",
            ExitCode.PEER_WITHDREW, "Count",
            ExitCode.CONNECTION_LOST, "Count"),
        actions);
    assertEquals(ExitCode.values().length - 1, actions.size(), "all but OK");
  }

  /** Kubernetes refuses a policy of failures without these. */
  @ParameterizedTest
  @ValueSource(strings = {"party1.yaml", "party2.yaml"})
  void jobsAreIndexedAndRunByNobodyElse(String name) throws IOException {
    JobSpec spec = spec(name);
    assertEquals("Indexed", spec.getCompletionMode());
    assertEquals(spec.getCompletions(), spec.getParallelism());
    assertEquals("Failed", spec.getPodReplacementPolicy());
    assertEquals(2, spec.getBackoffLimitPerIndex());
    var pod = spec.getTemplate().getSpec();
    assertEquals("Never", pod.getRestartPolicy());
    assertEquals(true, pod.getSecurityContext().getRunAsNonRoot());
    assertEquals(1000L, pod.getSecurityContext().getRunAsUser());
    var eval = pod.getContainers().get(0).getSecurityContext();
    assertEquals(true, eval.getReadOnlyRootFilesystem());
    assertEquals(List.of("ALL"), eval.getCapabilities().getDrop());
  }

  @Test
  void everyIndexHasAnAddressBetweenClusters() throws IOException {
    List<String> indexes =
        Manifests.parse(Manifests.text("between-clusters.yaml")).stream()
            .map(service -> ((Service) service).getSpec().getSelector())
            .map(labels -> labels.get("batch.kubernetes.io/job-completion-index"))
            .toList();
    int completions = spec("party1.yaml").getCompletions();
    assertEquals(IntStream.range(0, completions).mapToObj(Integer::toString).toList(), indexes);
  }

  private static JobSpec spec(String name) throws IOException {
    return Manifests.only(name, Job.class).getSpec();
  }
}
