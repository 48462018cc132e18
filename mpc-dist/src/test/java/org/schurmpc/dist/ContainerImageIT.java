package org.schurmpc.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerImageIT {
  private static final Path OCI = Path.of(System.getProperty("oci"));
  private static final String LAUNCHER = "/opt/schur-mpc/bin/schur-mpc";
  // A mount namespace of its own gives the root what a container runtime gives: /proc and /dev.
  private static final String IN_ROOT =
      "mount -t proc proc root/proc && mount --rbind /dev root/dev && exec chroot"
          + " --userspec=1000:1000 root "
          + LAUNCHER
          + " info";

  @TempDir Path folder;
  private final ObjectMapper mapper = new ObjectMapper();

  private Command command() {
    return new Command(folder, Path.of("/usr/sbin:/usr/bin:/sbin:/bin"));
  }

  private Path blob(JsonNode descriptor) {
    return folder.resolve("oci/blobs").resolve(descriptor.get("digest").asText().replace(':', '/'));
  }

  private JsonNode manifest() throws Exception {
    assumeTrue(Files.exists(OCI), "there is no container image: the build says why");
    Files.createDirectory(folder.resolve("oci"));
    command().run("tar", "-x", "-C", "oci", "-f", OCI.toString());
    JsonNode index = mapper.readTree(folder.resolve("oci/index.json").toFile());
    return mapper.readTree(blob(index.get("manifests").get(0)).toFile());
  }

  @Test
  void startsTheLauncherAsAnOrdinaryUser() throws Exception {
    JsonNode config = mapper.readTree(blob(manifest().get("config")).toFile()).get("config");
    assertEquals(LAUNCHER, config.get("Entrypoint").get(0).asText());
    assertEquals("1000:1000", config.get("User").asText());
    assertTrue(config.get("Env").toString().contains("\"LC_ALL=C.UTF-8\""), config.toString());
  }

  @Test
  void runsInAnEmptyRootWithoutShell() throws Exception {
    boolean root = "root".equals(System.getProperty("user.name"));
    assumeTrue(root, "chroot and mount are for root");
    JsonNode manifest = manifest();
    Path top = Files.createDirectory(folder.resolve("root"));
    for (JsonNode layer : manifest.get("layers")) {
      command().run("tar", "-x", "-z", "-p", "-C", "root", "-f", blob(layer).toString());
    }
    assertFalse(Files.exists(top.resolve("bin/sh")));
    assertFalse(Files.exists(top.resolve("sbin")));
    assertTrue(Files.exists(top.resolve("usr/lib/locale/C.utf8/LC_CTYPE")));
    Files.createDirectory(top.resolve("proc"));
    Files.createDirectory(top.resolve("dev"));
    boolean mounts = command().start("unshare", "--mount", "true").process().waitFor() == 0;
    assumeTrue(mounts, "this machine does not let root mount");
    String info = command().run("unshare", "--mount", "sh", "-c", IN_ROOT);
    assertEquals(1, info.lines().filter(line -> line.startsWith("JVM found")).count(), info);
    assertTrue(info.contains("/opt/schur-mpc/lib/runtime"), info);
  }
}
