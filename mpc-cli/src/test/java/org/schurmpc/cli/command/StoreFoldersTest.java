package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** Tests which stores are found in a folder. */
class StoreFoldersTest {
  @TempDir Path folder;

  private Path batch(String store) throws Exception {
    Path path = folder.resolve(store);
    Files.createDirectories(path.resolve("batch-000001"));
    return path;
  }

  @Test
  void theFoldersOwnBatchesAreAStoreToo() throws Exception {
    assertEquals(List.of(folder), StoreFolders.in(folder));
    Path one = batch("p128");
    assertEquals(List.of(one), StoreFolders.in(folder));
    Path two = batch("gf2_40");
    Files.createDirectories(folder.resolve("gf2_64")); // holds nothing
    batch("other");
    assertEquals(List.of(two, one), StoreFolders.in(folder));
    batch("");
    assertEquals(List.of(folder, two, one), StoreFolders.in(folder));
  }

  @Test
  void aStoreThatFailsDoesNotKeepTheOthers() throws Exception {
    batch("");
    Path last = batch("p128");
    BadFile failure = new BadFile("in use");
    List<Path> seen = new ArrayList<>();
    StoreFolders.Action action =
        store -> {
          seen.add(store);
          if (!store.equals(last)) {
            throw failure;
          }
        };
    assertSame(failure, assertThrows(BadFile.class, () -> StoreFolders.forEach(folder, action)));
    assertEquals(List.of(folder, last), seen);
  }
}
