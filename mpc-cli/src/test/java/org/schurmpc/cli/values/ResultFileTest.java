package org.schurmpc.cli.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

class ResultFileTest {
  @TempDir Path folder;

  @Test
  void saysBeforeTheRunThatAFileCannotBeWritten() throws Exception {
    Path missing = folder.resolve("none/result.json");
    assertThrows(BadFile.class, () -> ResultFile.open(missing));
  }

  @Test
  void aRunWithoutResultLeavesFilesAsTheyWere() throws Exception {
    Path old = Files.writeString(folder.resolve("old.json"), "old");
    ResultFile.open(old).close();
    assertEquals("old", Files.readString(old));
    Path fresh = folder.resolve("new.json");
    ResultFile file = ResultFile.open(fresh);
    assertTrue(Files.exists(fresh));
    file.close();
    assertFalse(Files.exists(fresh));
    ResultFile.open(null).write(Map.of());
  }
}
