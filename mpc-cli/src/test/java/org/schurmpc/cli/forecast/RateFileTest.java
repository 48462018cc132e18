package org.schurmpc.cli.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

class RateFileTest {
  @TempDir Path folder;

  private static MachineRates rates() {
    return new MachineRates(
        MachineRates.VERSION,
        "2026-01-02T03:04:05Z",
        "25",
        "plain",
        2,
        0.5,
        100,
        20,
        500,
        Map.of(
            "spdz",
            new ProtocolRates(
                Map.of("field", "gf2_64"),
                List.of(new OnlineRates(1, 2, 3, 4, 5)),
                List.of(new MaterialPoint(1, 2, 3, 4)),
                List.of(new MaterialPoint(1, 5, 2, 4)),
                7)));
  }

  @Test
  void isReadAsItWasWritten() throws Exception {
    RateFile file = new RateFile(folder.resolve("new/rates.json"));
    assertEquals(Optional.empty(), file.read());
    file.write(rates());
    assertEquals(Optional.of(rates()), file.read());
    file.write(rates().withStart(7));
    assertEquals(7, file.read().get().startMillis());
    try (var files = Files.list(folder.resolve("new"))) {
      assertEquals(List.of(file.path()), files.toList());
    }
  }

  @Test
  void otherFilesAreRefused() throws Exception {
    RateFile file = new RateFile(folder.resolve("rates.json"));
    String empty =
        "{\"version\":1,\"protocols\":{\"spdz\":{\"options\":{},\"online\":[],\"material\":[]}}}";
    for (String text :
        List.of("", "{}", "[1]", "no", "{\"version\": 99}", "null", "{\"version\": 1}", empty)) {
      Files.writeString(file.path(), text);
      BadFile e = assertThrows(BadFile.class, file::read, text);
      assertTrue(e.getMessage().contains("run info --measure again"), e.getMessage());
    }
    BadFile e =
        assertThrows(BadFile.class, () -> new RateFile(file.path().resolve("x")).write(rates()));
    assertTrue(e.getMessage().contains("cannot be written"), e.getMessage());
  }

  @Test
  void aLoadAboveTheProcessorsIsBusy() {
    MachineRates idle = rates();
    assertFalse(idle.busy());
    MachineRates busy =
        new MachineRates(1, "", "", "", idle.processors(), 2.5, 1, 1, 1, idle.protocols());
    assertTrue(busy.busy());
  }

  @Test
  void theUsualFileIsInTheCache() {
    assertEquals(
        Path.of("/c/schur-mpc/rates.json"),
        RateFile.usual(Map.of("XDG_CACHE_HOME", "/c"), "/h").path());
    Path home = Path.of("/h/.cache/schur-mpc/rates.json");
    assertEquals(home, RateFile.usual(Map.of(), "/h").path());
    assertEquals(home, RateFile.usual(Map.of("XDG_CACHE_HOME", "c"), "/h").path());
  }
}
