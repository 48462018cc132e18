package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What comes with a client is small, and known. */
class ClosureTest {
  private static final long MOST_BYTES = 3_000_000;

  @Test
  void aClientIsSmall() throws Exception {
    long bytes = 0;
    for (Class<?> one :
        List.of(
            MpcClient.class,
            JsonProperty.class,
            JsonFactory.class,
            JsonMapper.class,
            TomlMapper.class)) {
      Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (Stream<Path> files = Files.walk(place)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          bytes += Files.size(file);
        }
      }
    }
    System.out.printf("mpc-client and all that it needs: %,d bytes%n", bytes);
    assertTrue(bytes < MOST_BYTES, bytes + " bytes");
  }

  @Test
  void nothingButJacksonComesWithIt() throws Exception {
    Path pom = Path.of("").toAbsolutePath().getParent().resolve("mpc-client/pom.xml");
    Matcher dependency =
        Pattern.compile("(?s)<dependency>(.*?)</dependency>").matcher(Files.readString(pom));
    List<String> needed = new ArrayList<>();
    while (dependency.find()) {
      if (!dependency.group(1).contains("<scope>test</scope>")) {
        needed.add(dependency.group(1).replaceAll("(?s).*<artifactId>(.*)</artifactId>.*", "$1"));
      }
    }
    assertEquals(List.of("jackson-core", "jackson-databind", "jackson-dataformat-toml"), needed);
  }
}
