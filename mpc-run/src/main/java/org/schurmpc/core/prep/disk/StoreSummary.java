package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Summarises the information that a batch gives about itself, read without its key and without
 * preventing its use. The information of an encrypted batch may be forged: only holders of the key
 * can verify it.
 *
 * @param kinds numbers of items by kind
 * @param burnt whether the batch was destroyed
 * @param lost why the batch will be destroyed when it is opened next, unless a program has it open
 * @param bytes the total size of the batch's files
 */
public record StoreSummary(
    Path folder,
    StoreHeader header,
    Map<MaterialKind, Count> kinds,
    boolean burnt,
    Optional<String> lost,
    long bytes) {

  private static final int AGAIN = 20;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Numbers of items that were generated, and of those among them that are used up. */
  public record Count(long made, long used) {}

  /** Returns the number of evaluations for which there is material left. */
  public long evaluations(Demand demand) {
    long least = burnt || demand.quotas().isEmpty() ? 0 : Long.MAX_VALUE;
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      Count count = kinds.getOrDefault(quota.getKey(), new Count(0, 0));
      least = Math.min(least, (count.made() - count.used()) / quota.getValue());
    }
    return least;
  }

  /**
   * Reads all batches of a store, the oldest first. Another program may use the store, and delete
   * files and batches that are used up: what cannot be read is read again before it is wrong.
   *
   * @param records this machine's records of use
   * @throws BadFile if the folder is not a store, or a header or journal was changed, as far as
   *     this can be detected without a key
   */
  public static List<StoreSummary> of(Path store, Path records) throws BadFile {
    for (int again = 0; again < AGAIN; again++) {
      try {
        return read(store, records);
      } catch (BadFile e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return read(store, records);
  }

  private static List<StoreSummary> read(Path store, Path records) throws BadFile {
    List<StoreSummary> summaries = new ArrayList<>();
    for (Path batch : StoreFolder.find(store).values()) {
      StoreHeader header = StoreHeader.read(batch);
      BatchOpening.requirePlain(header, records);
      Path journal = batch.resolve(BatchFolder.JOURNAL);
      List<String> entries =
          header.encrypted()
              ? Journal.peekUnverified(journal)
              : Journal.peek(journal, header.digest());
      BatchState state = BatchState.of(entries, journal.toString());
      Path mark = VerdictMark.file(records, BatchOpening.recordName(header));
      Optional<String> lost =
          VerdictMark.lost(state, VerdictMark.peek(mark), BootId.present())
              .map(Destruction::reason);
      Map<MaterialKind, Count> kinds = new LinkedHashMap<>();
      for (int kind = 0; kind < state.kinds().size(); kind++) {
        kinds.put(state.kinds().get(kind), new Count(state.made(kind), state.used(kind)));
      }
      summaries.add(new StoreSummary(batch, header, kinds, state.burnt(), lost, size(batch)));
    }
    return summaries;
  }

  private static long size(Path folder) throws BadFile {
    try (var files = Files.list(folder)) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.exists(file) ? Files.size(file) : 0;
      }
      return bytes;
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }
}
