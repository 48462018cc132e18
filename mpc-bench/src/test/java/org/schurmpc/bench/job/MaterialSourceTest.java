package org.schurmpc.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources of material travel in the Monitor's messages. */
class MaterialSourceTest {
  @TempDir Path folder;

  @Test
  void sourcesArriveAsTheyWereSent() throws Exception {
    Path odd = Files.createDirectory(folder.resolve("a % b: ä"));
    ObjectMapper mapper = new ObjectMapper();
    for (MaterialSource source :
        List.of(
            new MaterialSource.Dealer(),
            new MaterialSource.Own(),
            new MaterialSource.Store(odd),
            new MaterialSource.Store(Path.of("/not/there")))) {
      String text = mapper.writeValueAsString(source);
      assertEquals(source, mapper.readValue(text, MaterialSource.class), text);
    }
  }

  @Test
  void storesAreNumberedFromOne() {
    MaterialSource.Store store = new MaterialSource.Store(Path.of("/there"));
    assertEquals(Path.of("/there/party-2"), store.party(1));
  }
}
