package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the configuration in the manifest of Kubernetes as a service does. */
class ServiceManifestIT {
  @TempDir private Path folder;

  /** The program takes the configuration: the first thing that is missing is the key's file. */
  @Test
  void theConfigurationIsOneOfAService() throws Exception {
    String toml = Manifests.only("service.yaml", ConfigMap.class).getData().get("service.toml");
    for (String name : List.of("ALICE", "BOB", "TILL")) {
      String print = "SHA256:" + ServiceParties.digest(name.equals("BOB") ? "add_32" : "add_64");
      toml = toml.replace("FINGERPRINT-OF-" + name, name.equals("TILL") ? other() : print);
    }
    toml = toml.replace("DIGEST-OF-THE-CIRCUIT", ServiceParties.digest("aes_128"));
    Path file = Files.writeString(folder.resolve("service.toml"), toml);
    try (BenchRun serve = Starter.THREAD.start("serve", "--config", file.toString(), "--check")) {
      String said = serve.expect(3).err();
      assertTrue(said.contains("/keys/party.key does not exist"), said);
    }
  }

  private static String other() throws Exception {
    return "SHA256:" + ServiceParties.digest("sub_64");
  }
}
