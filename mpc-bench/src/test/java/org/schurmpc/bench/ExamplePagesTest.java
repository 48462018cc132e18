package org.schurmpc.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that pages show the programs of examples/, which other tests build and run. */
class ExamplePagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String AES =
      "examples/aes-two-party/src/main/java/org/schurmpc/examples/AesTwoParty.java";

  @ParameterizedTest
  @CsvSource({
    "embedding.md, import java.nio.file.Path;, " + AES,
    "architecture.md, public final class AesTwoParty, " + AES
  })
  void thePageShowsTheSource(String page, String beginning, String file) throws IOException {
    String source = Files.readString(ROOT.resolve(file));
    int from = source.indexOf(beginning);
    assertTrue(from >= 0, file + " does not contain: " + beginning);
    String shown = "```java\n" + source.substring(from) + "```\n";
    String text = Files.readString(ROOT.resolve("docs").resolve(page));
    assertTrue(text.contains(shown), page + " does not show the end of " + file);
  }
}
