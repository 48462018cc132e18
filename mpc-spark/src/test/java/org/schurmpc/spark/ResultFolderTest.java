package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;

class ResultFolderTest {
  @TempDir Path parent;
  private Path out;
  private ResultFolder folder;

  @BeforeEach
  void create() throws MpcException {
    out = parent.resolve("out");
    folder = new ResultFolder(out.toString(), new Configuration());
    folder.requireNew();
    folder.claim(new byte[] {1});
  }

  private void write(int chunk, int attempt) throws Exception {
    Files.writeString(Path.of(folder.unfinished(chunk, attempt).toString()), "results");
  }

  private static BitSet set(int... members) {
    BitSet set = new BitSet();
    for (int member : members) {
      set.set(member);
    }
    return set;
  }

  @Test
  void existingFolderIsRefused() {
    assertThrows(Refused.class, folder::requireNew);
  }

  @Test
  void chunksOfOneAttemptAreListedWhenTheyAreFinished() throws Exception {
    for (int chunk : new int[] {0, 3, 100_000}) {
      write(chunk, 1);
      folder.finish(chunk, 1);
    }
    write(4, 1);
    write(5, 2);
    folder.finish(5, 2);
    assertEquals(set(0, 3, 100_000), folder.complete(1));
    assertEquals(set(5), folder.complete(2));
  }

  @Test
  void whatBothHaveIsKeptAndAllElseIsDeleted() throws Exception {
    for (int chunk : new int[] {0, 1, 2}) {
      write(chunk, 1);
      folder.finish(chunk, 1);
    }
    write(3, 1);
    assertTrue(new Results(out).parts().isEmpty(), "no results before both parties agree");
    folder.commit(1, set(0, 2));
    assertEquals(
        List.of(out.resolve("part-00000-1.parquet"), out.resolve("part-00002-1.parquet")),
        new Results(out).parts());
    assertTrue(folder.complete(1).isEmpty());
    assertFalse(Files.exists(Path.of(folder.unfinished(3, 1).toString())));
  }

  @Test
  void folderIsClaimedOnce() {
    assertThrows(BadFile.class, () -> folder.claim(new byte[] {1}));
  }

  @Test
  void failedCheckIsRecorded() throws Exception {
    assertTrue(folder.verdict().isEmpty());
    PeerCheated cheated = new PeerCheated(PeerCheated.Check.MAC, "an opened value");
    folder.record(1, 5, Verdict.of(5, cheated));
    Verdict verdict = folder.verdict().orElseThrow();
    assertEquals(ExitCode.PEER_CHEATED, verdict.code());
    assertEquals(
        "the MAC check failed: worker 5: an opened value", verdict.exception().getMessage());
  }
}
