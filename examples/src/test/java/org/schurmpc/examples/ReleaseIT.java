package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Tests the repository of files that the profile {@code release} makes. */
@EnabledIfSystemProperty(named = "release.folder", matches = ".+")
class ReleaseIT {
  private static final Path REPOSITORY =
      Path.of(System.getProperty("release.folder", ""), "repository/org/schurmpc");
  private static final List<String> LIBRARIES =
      List.of(
          "mpc-circuits",
          "mpc-core",
          "mpc-circuit",
          "mpc-client",
          "mpc-net",
          "mpc-run",
          "mpc-minimac",
          "mpc-spark_2.13",
          "mpc-spdz",
          "mpc-testkit",
          "mpc-tinyot",
          "mpc-tinytable",
          "mpc-vm");

  @TempDir private Path folder;

  @Test
  void librariesParentAndBomArePublishedAndNothingElse() throws IOException {
    List<String> expected = new ArrayList<>(LIBRARIES);
    expected.addAll(List.of("mpc-bom", "schur-mpc"));
    try (Stream<Path> found = Files.list(REPOSITORY)) {
      assertEquals(
          expected.stream().sorted().toList(),
          found.map(each -> each.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void aLibraryHasSourcesDocumentationAndBills() throws IOException {
    for (String library : LIBRARIES) {
      String jar = newest(library, ".jar");
      try (JarFile classes = new JarFile(file(library, jar))) {
        boolean named =
            classes.getManifest().getMainAttributes().getValue("Automatic-Module-Name") != null;
        assertTrue(named || classes.getEntry("module-info.class") != null, jar);
      }
      String stem = jar.substring(0, jar.length() - ".jar".length());
      for (String each :
          List.of("-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml", ".pom")) {
        assertTrue(file(library, stem + each).length() > 0, stem + each);
      }
      try (JarFile pages = new JarFile(file(library, stem + "-javadoc.jar"))) {
        assertTrue(pages.getEntry("index.html") != null, stem);
        assertTrue(
            pages.stream().noneMatch(page -> page.getName().contains("core/kernel/vector")), stem);
      }
    }
  }

  @Test
  void everythingIsSigned() throws Exception {
    int signed = 0;
    for (Path file : published()) {
      Path signature = Path.of(file + ".asc");
      assertTrue(Files.exists(signature), file.toString());
      assertEquals(0, verify(signature, file), file.toString());
      signed++;
    }
    assertTrue(signed > 5 * LIBRARIES.size(), "signed: " + signed);
  }

  @Test
  void aChangedJarDoesNotMatchItsSignature() throws Exception {
    Path jar = file("mpc-core", newest("mpc-core", ".jar")).toPath();
    byte[] changed = Files.readAllBytes(jar);
    changed[changed.length / 2] ^= 1;
    Path copy = Files.write(folder.resolve("changed.jar"), changed);
    assertNotEquals(0, verify(Path.of(jar + ".asc"), copy));
  }

  /** Importing the BOM fixes versions of this project alone. */
  @Test
  void theBomNamesTheLibrariesAlone() throws IOException {
    String bom = Files.readString(file("mpc-bom", newest("mpc-bom", ".pom")).toPath());
    assertTrue(!bom.contains("<parent>"), bom);
    assertEquals(LIBRARIES.size(), bom.split("<groupId>org.schurmpc</groupId>", -1).length - 2);
    assertEquals(
        LIBRARIES.size() + 1, bom.split("<groupId>", -1).length - 1, "groups other than ours");
    for (String library : LIBRARIES) {
      assertTrue(bom.contains("<artifactId>" + library + "</artifactId>"), library);
    }
  }

  /** The examples were built with these artifacts: their copies are equal, and modules. */
  @Test
  void theExamplesAreBuiltFromTheRepository() throws IOException {
    Path modules = Path.of(System.getProperty("examples.built"), "aes-modular/target/modules");
    assertTrue(ModuleFinder.of(modules).find("org.schurmpc.core").isPresent());
    for (String library : List.of("mpc-core", "mpc-run", "mpc-circuits", "mpc-tinyot")) {
      try (Stream<Path> jars = Files.list(modules)) {
        Path used =
            jars.filter(jar -> jar.getFileName().toString().startsWith(library)).findAny().get();
        assertEquals(-1, Files.mismatch(used, file(library, newest(library, ".jar")).toPath()));
      }
    }
  }

  private int verify(Path signature, Path file) throws Exception {
    try (Processes processes = new Processes(folder)) {
      processes.start(
          List.of(
              "gpg",
              "--homedir",
              System.getProperty("gpg.homedir"),
              "--batch",
              "--verify",
              signature.toString(),
              file.toString()));
      return processes.exitCode(0);
    }
  }

  private static File file(String library, String name) {
    return version(library).resolve(name).toFile();
  }

  private static Path version(String library) {
    return REPOSITORY.resolve(library).resolve(System.getProperty("project.version"));
  }

  /** A snapshot may have been deployed more than once. */
  private static String newest(String library, String end) throws IOException {
    try (Stream<Path> files = Files.list(version(library))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(
              name ->
                  name.matches("[a-z-]*(_2\\.13-)?[0-9][0-9.]*(-SNAPSHOT|-[0-9.]+-[0-9]+)?" + end))
          .max((a, b) -> Long.compare(build(a), build(b)))
          .orElseThrow();
    }
  }

  private static long build(String name) {
    String number = name.replaceAll(".*-([0-9]+)\\.[a-z]+$", "$1");
    return number.matches("[0-9]+") ? Long.parseLong(number) : 0;
  }

  /** All files of the newest builds but checksums, signatures and metadata. */
  private static List<Path> published() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String library : LIBRARIES) {
      String jar = newest(library, ".jar");
      String stem = jar.substring(0, jar.length() - ".jar".length());
      try (Stream<Path> files = Files.list(version(library))) {
        files
            .filter(file -> file.getFileName().toString().startsWith(stem))
            .filter(file -> file.toString().matches(".*\\.(jar|pom|json|xml)"))
            .forEach(found::add);
      }
    }
    return found;
  }
}
