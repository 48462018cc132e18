package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Refused;

class JvmFinderTest {
  @TempDir Path folder;

  private Path jdk(String name, String version, String modules) throws Exception {
    Path home = Files.createDirectories(folder.resolve(name));
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    assertTrue(Files.writeString(java, "#!/bin/sh\n").toFile().setExecutable(true));
    Files.writeString(
        home.resolve("release"),
        "JAVA_VERSION=\"%s\"\nMODULES=\"%s\"\nIMPLEMENTOR=\"Nobody\"\n"
            .formatted(version, modules));
    return home;
  }

  @Test
  void takesTheNewestSibling() throws Exception {
    Path running = jdk("a17", "17.0.15", "java.base jdk.incubator.vector");
    Path newest = jdk("b25", "25.0.3", "java.base jdk.incubator.vector");
    jdk("c21", "21.0.1", "java.base");
    jdk("d11", "11.0.2", "java.base");
    jdk("e8", "1.8.0_392", "java.base");
    Files.createDirectories(folder.resolve("f-empty"));
    Files.createSymbolicLink(folder.resolve("g-link"), newest);
    JvmFinder finder = new JvmFinder(Optional.empty(), running);
    assertEquals(newest.toRealPath(), finder.choose("auto").home());
    List<Integer> features = finder.all().stream().map(j -> j.version().feature()).toList();
    assertEquals(List.of(25, 21, 17), features);
  }

  @Test
  void looksAroundJavaHomeToo() throws Exception {
    Path running = jdk("here/a17", "17.0.15", "java.base");
    Path home = jdk("there/a21", "21", "java.base");
    Path sibling = jdk("there/a22", "22", "java.base");
    JvmFinder finder = new JvmFinder(Optional.of(home), running);
    assertEquals(sibling.toRealPath(), finder.choose("auto").home());
  }

  @Test
  void knowsWhoHasTheVectorModule() throws Exception {
    Path with = jdk("with", "25", "java.base jdk.incubator.vector java.sql");
    Path without = jdk("without", "25", "java.base jdk.incubator.vectors");
    assertTrue(Jvm.at(with).orElseThrow().options().contains("--add-modules=jdk.incubator.vector"));
    assertFalse(Jvm.at(without).orElseThrow().vector());
  }

  @Test
  void refusesWhatIsNoJvmOrTooOld() throws Exception {
    Path old = jdk("old", "11.0.2", "java.base");
    Path odd = jdk("odd", "seventeen", "java.base");
    JvmFinder finder = new JvmFinder(Optional.empty(), old);
    for (Path home : List.of(old, odd, folder, folder.resolve("none"))) {
      assertThrows(Refused.class, () -> finder.choose(home.toString()), home.toString());
    }
  }

  @Test
  void aGivenHomeWins() throws Exception {
    Path running = jdk("a17", "17.0.15", "java.base");
    jdk("b25", "25.0.3", "java.base");
    JvmFinder finder = new JvmFinder(Optional.empty(), running);
    assertEquals(17, finder.choose(running.toString()).version().feature());
  }

  @Test
  void heapsAreWrittenWithAUnit() throws Exception {
    assertEquals(512, HeapSize.parse("512m").megabytes());
    assertEquals(2048, HeapSize.parse("2G").megabytes());
    for (String bad : List.of("", "0m", "12", "-1g", "1t", "99999999g")) {
      assertThrows(Refused.class, () -> HeapSize.parse(bad), bad);
    }
    assertTrue(HeapSize.forMaterial(100L << 20, 0).megabytes() >= 612);
    assertTrue(HeapSize.forMaterial(100L << 20, 1).megabytes() >= 1012);
  }
}
