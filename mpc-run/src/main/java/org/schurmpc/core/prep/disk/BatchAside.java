package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;

/**
 * A batch that is made while others use the store for which it is: in a store of its own, within
 * the folder of the other one. Its keys are in no batch of that store. So a check that has no
 * verdict costs this batch alone, and no run sees the batch before it is whole.
 *
 * <p>What a program leaves that is killed meanwhile is deleted when the store is opened next.
 */
public final class BatchAside implements AutoCloseable {
  /** Name of the folder. */
  static final String FOLDER = "making";

  private final StoreDirectory target;
  private final StoreDirectory aside;

  private BatchAside(StoreDirectory target, StoreDirectory aside) {
    this.target = target;
    this.aside = aside;
  }

  /**
   * Begins without any batch. At most one is open for each store.
   *
   * @param target stays open
   */
  public static BatchAside begin(StoreDirectory target) throws MpcException {
    return new BatchAside(
        target, StoreDirectory.openOrCreate(target.folder().resolve(FOLDER), target.access()));
  }

  /** Returns the store in which the batch is made, for a session without kept keys. */
  public StoreDirectory store() {
    return aside;
  }

  /**
   * Puts what was made into the store for which it is. Called once, after the last portion; nothing
   * more is made.
   *
   * @throws org.schurmpc.core.abort.Exhausted if a check of the other store has failed meanwhile
   */
  public void take() throws MpcException {
    List<Path> made =
        aside.batches().stream()
            .filter(batch -> batch.committed() && !batch.burnt())
            .map(DiskPrepStore::folder)
            .toList();
    aside.close();
    for (Path batch : made) {
      target.take(batch);
    }
  }

  /** Destroys what was not taken. */
  @Override
  public void close() {
    aside.close();
    try {
      deleteLeft(target.folder(), target.access().records());
    } catch (MpcException e) {
      // It is deleted when the store is opened next, and no run sees it until then.
    }
  }

  /** Deletes what was left in the folder of a store that is locked by this program. */
  static void deleteLeft(Path store, Path records) throws MpcException {
    Path folder = store.resolve(FOLDER);
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new BadFile(folder + " is not of a store: take it away");
    }
    if (FolderLock.isIn(folder)) {
      StoreFolder.destroy(folder, records);
      return;
    }
    try {
      Files.delete(folder); // nothing was in it yet, or nothing any more
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }
}
