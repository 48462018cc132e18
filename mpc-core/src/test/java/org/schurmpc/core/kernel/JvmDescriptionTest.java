package org.schurmpc.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vector kernels are for JVMs whose C2 compiler knows the vector classes. */
class JvmDescriptionTest {
  private static final int SECONDS = 60;
  private static final int LEAST_RELEASE = 22;

  /** Flags are written as A=b C=d; a missing word at the end means that there is no lack. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode, sharing; TieredStopAtLevel=4 UseCompiler=true;",
        "Java HotSpot(TM) 64-Bit Server VM; 22+36; mixed mode; TieredStopAtLevel=4;",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode, sharing; ;",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; compiled mode, sharing; UseCompiler=true;",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode; UseJVMCICompiler=false EnableVectorSupport=true;",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; interpreted mode, sharing; ; interprets",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode; UseCompiler=false TieredStopAtLevel=4; interprets",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode; TieredStopAtLevel=1; TieredStopAtLevel 1",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode; TieredStopAtLevel=3; TieredStopAtLevel 3",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode, emulated-client; ; without the C2 compiler",
        "OpenJDK 64-Bit Client VM; 25.0.3+9; mixed mode; ; no HotSpot JVM with the C2 compiler",
        "OpenJDK 64-Bit Minimal VM; 25.0.3+9; mixed mode; ; no HotSpot JVM with the C2 compiler",
        "OpenJDK 64-Bit Zero VM; 25.0.3+9; interpreted mode; ; no HotSpot JVM with the C2 compiler",
        "Eclipse OpenJ9 VM; openj9-0.50; JRE 25 Linux amd64; ; 'Eclipse OpenJ9 VM' is no HotSpot JVM",
        "Substrate VM; 25; static mode; ; no HotSpot JVM",
        "''; ''; ''; ; no HotSpot JVM",
        "OpenJDK 64-Bit Server VM; 25+37-jvmci-b01; mixed mode, sharing; TieredStopAtLevel=4; Graal",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode; UseJVMCICompiler=true; Graal",
        "OpenJDK 64-Bit Server VM; 25+37-jvmci-b01; mixed mode; UseJVMCICompiler=false;",
        "OpenJDK 64-Bit Server VM; 25.0.3+9; mixed mode; EnableVectorSupport=false; -EnableVectorSupport",
      })
  void decides(String name, String version, String mode, String flags, String lack) {
    Map<String, String> map = new TreeMap<>();
    for (String flag : flags == null ? new String[0] : flags.split(" ", -1)) {
      int equals = flag.indexOf('=');
      map.put(flag.substring(0, equals), flag.substring(equals + 1));
    }
    String said = new JvmDescription(name, version, mode, map).lackOfC2().orElse("");
    assertEquals(lack == null, said.isEmpty(), said);
    assertTrue(lack == null || said.contains(lack), said);
  }

  @Test
  void thisProcessTellsItsFlags() {
    JvmDescription here = JvmDescription.ofThisProcess();
    assumeTrue(here.name().contains("Server VM"), "no HotSpot JVM");
    assertTrue(here.flags().keySet().containsAll(List.of("TieredStopAtLevel", "UseCompiler")));
  }

  /** Prints why it has the kernels that it has. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      System.out.println(KernelProvider.choose().reason());
    }
  }

  /** Processes of a release on which vectors win: of this one, or another that is installed. */
  @ParameterizedTest
  @CsvSource({
    "-Xint, plain Java kernels: this JVM interprets",
    "-XX:TieredStopAtLevel=1, plain Java kernels: this JVM runs without the C2 compiler",
    "-XX:-UseCompiler, plain Java kernels: this JVM interprets",
    "-XX:-TieredCompilation, kernels",
    "-XX:CompilationMode=quick-only, plain Java kernels: this JVM runs without the C2 compiler",
  })
  void realJvms(String option, String reason) throws Exception {
    Optional<Path> home = newJvm();
    assumeTrue(home.isPresent(), "no JVM " + LEAST_RELEASE + " or newer");
    String said = child(home.get(), option);
    assertTrue(said.contains(reason), said);
    if (reason.equals("kernels")) {
      assertTrue(said.startsWith("vector") || said.contains("no vector registers"), said);
    }
  }

  /** The home of this JVM or of one beside it. */
  private static Optional<Path> newJvm() throws IOException {
    Path here = Path.of(System.getProperty("java.home"));
    if (Runtime.version().feature() >= LEAST_RELEASE) {
      return Optional.of(here);
    }
    try (DirectoryStream<Path> homes = Files.newDirectoryStream(here.getParent())) {
      for (Path home : homes) {
        Path release = home.resolve("release");
        if (Files.isReadable(release) && feature(Files.readString(release)) >= LEAST_RELEASE) {
          return Optional.of(home);
        }
      }
    }
    return Optional.empty();
  }

  private static int feature(String release) {
    Matcher version = Pattern.compile("JAVA_VERSION=\"([0-9]{1,4})").matcher(release);
    return version.find() ? Integer.parseInt(version.group(1)) : 0;
  }

  private static String child(Path home, String option) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(home.resolve("bin").resolve("java").toString());
    line.addAll(List.of("--add-modules=jdk.incubator.vector", "-Xmx64m", option));
    line.addAll(List.of("-cp", classPath(), Child.class.getName()));
    Path out = Files.createTempFile("child", ".txt");
    Process process =
        new ProcessBuilder(line)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS), "the child does not end");
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
      Files.delete(out);
    }
  }

  /** Of this module alone: the kernels depend on nothing else. */
  private static String classPath() throws Exception {
    List<String> places = new ArrayList<>();
    for (Class<?> type : List.of(Child.class, KernelProvider.class)) {
      places.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    return String.join(File.pathSeparator, places);
  }
}
