package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** Links that come after the store's folder was looked through, while it is being opened. */
class PlainFilesTest {
  @TempDir Path home;

  @BeforeEach
  void namesAreCounted() {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("unix"));
  }

  /** The file is held already, by this program: what it is comes first. */
  @Test
  void anotherNameOfAFileThatIsHeld() throws Exception {
    Path file = Files.writeString(home.resolve("file"), "lines\n");
    try (HeldFile held = HeldFile.open(file).orElseThrow()) {
      Path other = Files.createLink(home.resolve("other"), file);
      assertEnds(BadFile.class, () -> HeldFile.open(other), other.toString(), "has another name");
      assertEnds(BadFile.class, () -> HeldFile.read(other, 9), other.toString(), "has another");
      assertTrue(held.isStill(file));
    }
  }

  @Test
  void anotherNameOfItems() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(5);
    Path file = stores.batch().resolve("portion-0-kind-0");
    Path other = Files.createLink(home.resolve("other"), file);
    String[] texts = {file.toString(), "has another name"};
    assertEnds(BadFile.class, () -> BatchOpening.open(stores.batch(), stores.access, false), texts);
    assertEnds(BadFile.class, () -> BatchOpening.look(stores.batch(), stores.access), texts);
    Files.delete(other);
    BatchOpening.open(stores.batch(), stores.access, false).close();
  }
}
