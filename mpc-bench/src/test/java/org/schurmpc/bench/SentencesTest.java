package org.schurmpc.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the libraries say names no option and no command: programs other than the command line use
 * them. {@link org.schurmpc.core.abort.Remedy} tells front ends what can be done.
 */
class SentencesTest {
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  private static final Pattern COMMAND =
      Pattern.compile(
          "--[a-z]|\\bjava -jar|'(prepare|prep|eval|dealer|keygen|circuit|info|monitor|party)\\b"
              + "|SCHUR_MPC_STORE_KEY,");

  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    Path root = Path.of("").toAbsolutePath().getParent();
    for (String module :
        List.of(
            "mpc-core",
            "mpc-circuit",
            "mpc-net",
            "mpc-run",
            "mpc-tinyot",
            "mpc-minimac",
            "mpc-tinytable",
            "mpc-spdz",
            "mpc-vm",
            "mpc-client")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }

  @Test
  void namesNoOptionAndNoCommand() throws IOException {
    List<String> found = new ArrayList<>();
    int texts = 0;
    for (Path file : sources()) {
      Matcher text = TEXT.matcher(Files.readString(file));
      while (text.find()) {
        texts++;
        if (COMMAND.matcher(text.group(1)).find()) {
          found.add(file.getFileName() + ": " + text.group(1));
        }
      }
    }
    assertTrue(texts > 1000, texts + " texts were read");
    assertEquals(List.of(), found);
  }

  @Test
  void thePatternFindsThem() {
    assertTrue(COMMAND.matcher("make more with 'prepare'").find());
    assertTrue(COMMAND.matcher("or say --refill ot").find());
    assertFalse(COMMAND.matcher("a - b -- c").find());
  }
}
