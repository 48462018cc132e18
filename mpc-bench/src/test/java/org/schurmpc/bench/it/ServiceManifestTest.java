package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a service is run: the manifest of Kubernetes, and the unit of systemd. */
class ServiceManifestTest {
  private static final String NAME = "service.yaml";
  private static final Path UNIT =
      Page.ROOT.resolve("mpc-dist/src/build/schur-mpc-service.service");
  private static final int STOP_WITHIN = 60; // seconds, unless the configuration says otherwise

  @TempDir private Path folder;

  private static PodSpec pod() throws Exception {
    return Manifests.only(NAME, StatefulSet.class).getSpec().getTemplate().getSpec();
  }

  private static JsonNode config() throws Exception {
    String toml = Manifests.only(NAME, ConfigMap.class).getData().get("service.toml");
    return new TomlMapper().readTree(toml);
  }

  /** One process a party, not root, with time to stop, and probes that need no token. */
  @Test
  void thePodIsOneAndStopsInTime() throws Exception {
    StatefulSet set = Manifests.only(NAME, StatefulSet.class);
    assertEquals(1, set.getSpec().getReplicas());
    assertEquals(
        set.getSpec().getSelector().getMatchLabels(),
        set.getSpec().getTemplate().getMetadata().getLabels());
    PodSpec pod = pod();
    assertTrue(pod.getTerminationGracePeriodSeconds() > STOP_WITHIN);
    assertEquals(true, pod.getSecurityContext().getRunAsNonRoot());
    for (Container each : List.of(pod.getContainers().get(0), pod.getInitContainers().get(0))) {
      assertEquals(true, each.getSecurityContext().getReadOnlyRootFilesystem(), each.getName());
      assertEquals(false, each.getSecurityContext().getAllowPrivilegeEscalation());
      assertEquals(List.of("ALL"), each.getSecurityContext().getCapabilities().getDrop());
    }
    Container serve = pod.getContainers().get(0);
    assertEquals(
        List.of("serve", "--config=/config/service.toml", "--store-key=/keys/store.key"),
        serve.getArgs());
    assertEquals("/livez", path(serve.getLivenessProbe()));
    assertEquals("/livez", path(serve.getStartupProbe()));
    assertEquals("/readyz", path(serve.getReadinessProbe()));
  }

  private static String path(Probe probe) {
    assertEquals("admin", probe.getHttpGet().getPort().getStrVal());
    return probe.getHttpGet().getPath();
  }

  /** What the configuration says of ports and files is what the pod has. */
  @Test
  void theConfigurationFitsThePod() throws Exception {
    JsonNode service = config().get("service");
    Container serve = pod().getContainers().get(0);
    Map<String, Integer> ports =
        serve.getPorts().stream()
            .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort));
    assertEquals("0.0.0.0:" + ports.get("parties"), service.get("meet").asText());
    assertEquals("0.0.0.0:" + ports.get("clients"), service.get("listen").asText());
    assertEquals("0.0.0.0:" + ports.get("admin"), service.get("admin").asText());
    Map<String, Boolean> mounts = new TreeMap<>();
    for (VolumeMount mount : serve.getVolumeMounts()) {
      mounts.put(mount.getMountPath(), Boolean.TRUE.equals(mount.getReadOnly()));
    }
    for (String key : List.of("key", "certificate", "admin_token")) {
      assertEquals(true, mounts.get(parent(service.get(key).asText())), key);
    }
    assertEquals(false, mounts.get(parent(service.get("state").asText())));
    assertEquals(false, mounts.get(parent(config().at("/stock/bits/store").asText())));
    String keys = pod().getInitContainers().get(0).getCommand().get(2);
    for (String key : List.of("key", "certificate", "admin_token")) {
      assertTrue(keys.contains(service.get(key).asText()), keys);
    }
    assertTrue(keys.contains(config().at("/job/0/own_inputs").asText()), keys);
    assertTrue(keys.contains("/keys/store.key"), keys);
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  /** Parties meet a party that is not ready; clients do not, and nobody reaches the operators. */
  @Test
  void servicesAreForPartiesAndClientsAlone() throws Exception {
    List<Service> services =
        Manifests.parse(Manifests.text(NAME)).stream()
            .filter(Service.class::isInstance)
            .map(Service.class::cast)
            .toList();
    assertEquals(2, services.size());
    for (Service each : services) {
      String port = each.getSpec().getPorts().get(0).getName();
      assertEquals(
          port.equals("parties") ? Boolean.TRUE : null,
          each.getSpec().getPublishNotReadyAddresses(),
          port);
      assertFalse(port.equals("admin"));
    }
  }

  @Test
  void theUnitStopsInTimeAndWritesOnlyItsState() throws Exception {
    String unit = Files.readString(UNIT);
    for (String line :
        List.of(
            "Type=exec",
            "KillSignal=SIGTERM",
            "TimeoutStopSec=90",
            "ProtectSystem=strict",
            "StateDirectory=schur-mpc",
            "NoNewPrivileges=yes",
            "LimitCORE=0",
            "User=schur-mpc")) {
      assertTrue(Pattern.compile("(?m)^" + Pattern.quote(line) + "$").matcher(unit).find(), line);
    }
  }

  /** Unit, manifest and page have the same options of the JVM, which a JVM takes. */
  @Test
  void memoryAtRest() throws Exception {
    Map<String, String> pod =
        pod().getContainers().get(0).getEnv().stream()
            .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    String options = pod.get("JDK_JAVA_OPTIONS").strip();
    assertEquals("2", pod.get("MALLOC_ARENA_MAX"));
    String unit = Files.readString(UNIT);
    assertTrue(unit.contains("\nEnvironment=\"JDK_JAVA_OPTIONS=" + options + "\"\n"), unit);
    assertTrue(unit.contains("\nEnvironment=MALLOC_ARENA_MAX=2\n"), unit);
    String page = Files.readString(Page.ROOT.resolve("docs/service.md")).replaceAll("\\s+", " ");
    assertTrue(
        page.contains("``` JDK_JAVA_OPTIONS=" + options + " MALLOC_ARENA_MAX=2 ```"), options);
    List<String> call = new ArrayList<>();
    call.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    call.addAll(List.of(options.split(" ")));
    call.add("-version");
    assertEquals(
        0,
        new ProcessBuilder(call)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("version").toFile())
            .start()
            .waitFor());
  }

  /** Where systemd is installed, it finds nothing wrong. */
  @Test
  void systemdAcceptsTheUnit() throws Exception {
    Path tool = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(tool), "skipped: there is no systemd-analyze");
    String unit = Files.readString(UNIT);
    assertEquals("", verify(tool, unit.replaceFirst("ExecStart=\\S+", "ExecStart=/bin/true")));
    String typo = unit.replaceFirst("ExecStart=\\S+", "ExecStart=/bin/true");
    assertTrue(verify(tool, typo.replace("KillSignal=", "KilSignal=")).contains("KilSignal"));
  }

  private String verify(Path tool, String unit) throws Exception {
    Path file = Files.writeString(folder.resolve("schur-mpc-service.service"), unit);
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(tool.toString(), "verify", "--man=no", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return Files.readString(said);
  }
}
