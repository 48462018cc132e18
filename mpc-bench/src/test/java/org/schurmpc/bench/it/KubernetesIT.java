package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;

/** Runs the calls of the manifests of docs/kubernetes, with folders in place of the volumes. */
class KubernetesIT {
  private static final String INDEX = "3";

  @TempDir Path folder;

  @Test
  void anIndexOfBothJobsEvaluatesItsSlice() throws Exception {
    String job = Manifests.only("job.yaml", ConfigMap.class).getData().get("job.toml");
    for (String name : new String[] {"alice", "bob"}) {
      try (BenchRun keygen = BenchThread.start("keygen", "--name=" + name, "--out=" + folder)) {
        keygen.expect(0);
      }
      var certificate = Identity.readCertificate(folder.resolve(name + ".crt"));
      job =
          job.replace(
              "FINGERPRINT-OF-" + name.toUpperCase(java.util.Locale.ROOT),
              Fingerprint.of(certificate).toString());
    }
    Files.writeString(folder.resolve("job.toml"), job);
    int port = freePort();
    try (BenchRun one = party(1, "alice", port, "00000005\n00000009\n");
        BenchRun two = party(2, "bob", port, "00000006\n00000009\n")) {
      one.expect(0);
      two.expect(0);
    }
    for (int party = 1; party <= 2; party++) {
      Path output = folder.resolve("data" + party).resolve("output-" + INDEX + ".hex");
      assertEquals("1\n0\n", Files.readString(output)); // 5 < 6, not 9 < 9
    }
  }

  /** Starts the call of a party's container, as the kubelet would for one index. */
  private BenchRun party(int party, String name, int port, String input) throws IOException {
    Path data = Files.createDirectory(folder.resolve("data" + party));
    Files.writeString(data.resolve("input-" + INDEX + ".hex"), input);
    var pod = Manifests.only("party" + party + ".yaml", Job.class).getSpec().getTemplate();
    return BenchThread.start(
        pod.getSpec().getContainers().get(0).getArgs().stream()
            .map(arg -> arg.replace("$(JOB_COMPLETION_INDEX)", INDEX))
            .map(arg -> arg.replace("=/job/", "=" + folder + "/"))
            .map(arg -> arg.replace("=/keys/party.", "=" + folder + "/" + name + "."))
            .map(arg -> arg.replace("=/data/", "=" + data + "/"))
            .map(arg -> arg.replaceFirst("^(--peers|--listen)=.*", "$1=127.0.0.1:" + port))
            .toArray(String[]::new));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
