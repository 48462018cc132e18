package org.schurmpc.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts a command in a folder, with nothing in its environment but a PATH, a folder for caches,
 * and an option that lets JVMs start with their archives of classes only.
 */
record Command(Path folder, Path path) {
  private static final long LIMIT_SECONDS = 120; // for a machine that is busy otherwise
  private static final List<String> TOOLS = List.of("sh", "dirname", "readlink");

  /** A command that runs, with the files that receive its output. */
  record Running(Process process, Path out, Path err) {
    /** Waits for the end, requires success, and returns what was printed. */
    String output() throws Exception {
      try {
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
      } finally {
        process.destroyForcibly();
      }
      assertEquals(0, process.exitValue(), Files.readString(out) + Files.readString(err));
      return Files.readString(out);
    }
  }

  /** Returns commands whose PATH has the tools that a launcher needs, and no JVM. */
  static Command withoutJdk(Path folder) throws IOException {
    Path path = Files.createDirectory(folder.resolve("path"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(path.resolve(tool), find(tool));
    }
    return new Command(folder, path);
  }

  private static Path find(String tool) throws IOException {
    try (Stream<String> folders = Arrays.stream(System.getenv("PATH").split(":"))) {
      return folders
          .map(folder -> Path.of(folder, tool))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(() -> new IOException("no " + tool + " in the PATH"));
    }
  }

  /** Returns the folder in which the program could leave files of the user's. */
  Path cache() {
    return folder.resolve("cache");
  }

  Running start(String... line) throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", path.toString());
    environment.put("XDG_CACHE_HOME", cache().toString());
    environment.put("JDK_JAVA_OPTIONS", "-Xshare:on");
    return new Running(builder.start(), out, err);
  }

  String run(String... line) throws Exception {
    return start(line).output();
  }
}
