package org.schurmpc.dist;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the container image as a tar in OCI format, without a daemon: three layers on an empty
 * base. Times, owners and permissions are fixed, so that the same files give the same digest.
 */
public final class ContainerImage {
  private static final String HOME = "/opt/schur-mpc";
  private static final String USER = "1000:1000";
  private static final String ROOT_USER = "0:0";
  private static final FilePermissions PLAIN = FilePermissions.fromOctalString("644");
  private static final FilePermissions EXECUTABLE = FilePermissions.fromOctalString("755");
  private static final FilePermissions SHARED = FilePermissions.fromOctalString("777");

  private final Path layers;
  private final Instant time;

  private ContainerImage(Path layers, Instant time) {
    this.layers = layers;
    this.time = time;
  }

  /**
   * Writes the image; prints a sentence instead if there are no layers.
   *
   * @param args folder of the layers, the tar, name with tag, and the time of all files
   */
  public static void main(String[] args) throws Exception {
    ContainerImage image = new ContainerImage(Path.of(args[0]), Instant.parse(args[3]));
    if (Files.isDirectory(image.layers)) {
      JibContainer made = image.write(Path.of(args[1]), args[2]);
      System.out.println("container image " + args[2] + ": " + made.getDigest());
    } else {
      System.out.println("no container image: there is no folder " + image.layers);
    }
  }

  private JibContainer write(Path tar, String name) throws Exception {
    Path work = Files.createTempDirectory("folder");
    try {
      return Jib.fromScratch()
          .setFormat(ImageFormat.OCI)
          .setPlatforms(Set.of(new Platform("amd64", "linux")))
          .setCreationTime(time)
          .addFileEntriesLayer(libraries(work))
          .addFileEntriesLayer(layer("runtime", HOME))
          .addFileEntriesLayer(layer("program", HOME))
          .setUser(USER)
          .setWorkingDirectory(AbsoluteUnixPath.get("/work"))
          .setEnvironment(Map.of("PATH", HOME + "/bin", "HOME", "/work", "LC_ALL", "C.UTF-8"))
          .setEntrypoint(List.of(HOME + "/bin/schur-mpc"))
          .containerize(Containerizer.to(TarImage.at(tar).named(name)).setOfflineMode(true));
    } finally {
      Files.delete(work);
    }
  }

  /** Returns the layer of the C library, with the folders into which the program writes. */
  private FileEntriesLayer libraries(Path emptyFolder) throws IOException {
    return entries("libraries", "/")
        .addEntry(emptyFolder, AbsoluteUnixPath.get("/tmp"), SHARED, time, ROOT_USER)
        .addEntry(emptyFolder, AbsoluteUnixPath.get("/work"), SHARED, time, USER)
        .build();
  }

  private FileEntriesLayer layer(String name, String target) throws IOException {
    return entries(name, target).build();
  }

  private FileEntriesLayer.Builder entries(String name, String target) throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
    Path folder = layers.resolve(name);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> !each.equals(folder)).sorted().toList()) {
        AbsoluteUnixPath place =
            AbsoluteUnixPath.get(target).resolve(folder.relativize(file).toString());
        layer.addEntry(file, place, Files.isExecutable(file) ? EXECUTABLE : PLAIN, time, ROOT_USER);
      }
    }
    return layer;
  }
}
