package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Outcomes;

/** Stores of one party below a folder of the test's, with its records of use beside them. */
final class TestStores {
  static final String MATERIAL = "toy, lanes 64";

  /** Of 24 bytes. */
  static final MaterialKind SMALL = new MaterialKind("small kind", 3);

  /** Three items to a chunk, and words to spare. */
  static final MaterialKind LARGE = new MaterialKind("large", (1 << 17) / 3 - 1);

  /** One item to a chunk. */
  static final MaterialKind HUGE = new MaterialKind("huge", (1 << 17) + 1);

  static final StoreDirectory.Purpose PURPOSE = purpose(0);

  final Path home;
  final Path folder;
  final Path records;
  final StoreAccess access;

  /**
   * @param home an empty folder
   */
  TestStores(Path home, boolean encrypted) throws Exception {
    this.home = home;
    this.folder = home.resolve("store");
    this.records = home.resolve("records");
    this.access =
        new StoreAccess(records, encrypted ? Optional.of(key("5a")) : Optional.<StoreKey>empty());
  }

  static StoreKey key(String twoDigits) throws MpcException {
    return StoreKey.parse(twoDigits.repeat(StoreKey.BYTES), "the test");
  }

  static StoreDirectory.Purpose purpose(int party) {
    return new StoreDirectory.Purpose(
        "toy",
        MATERIAL,
        Map.of("lanes", "64", "sigma", "40"),
        party,
        2,
        Optional.empty(),
        List.of("certificate of one", "certificate of two"));
  }

  static byte[] id(int number) {
    return new FieldHash("test batch").add(number).digest();
  }

  static Demand demand(MaterialKind kind, long items) {
    return Demand.of(MATERIAL).add(kind, items).build();
  }

  /** The batch's first or only folder. */
  Path batch() {
    return folder.resolve("batch-000001");
  }

  Path journal() {
    return batch().resolve(BatchFolder.JOURNAL);
  }

  Path record() {
    try (Stream<Path> all = Files.list(records)) {
      List<Path> found = all.filter(file -> !file.toString().endsWith(VerdictMark.SUFFIX)).toList();
      assertEquals(1, found.size(), "records");
      return found.get(0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  StoreDirectory create() throws MpcException {
    return StoreDirectory.openOrCreate(folder, access);
  }

  StoreDirectory open() throws MpcException {
    return StoreDirectory.open(folder, access);
  }

  /** Begins a batch with keys. */
  static DiskPrepStore begin(StoreDirectory store, int number) throws MpcException {
    DiskPrepStore batch = store.begin(PURPOSE, id(number), "test", false);
    batch.keys(MATERIAL, new long[] {77, number});
    return batch;
  }

  /** A store of one batch with items 0, 1, ... of the small kind, committed in these portions. */
  void make(int... portions) throws MpcException {
    try (StoreDirectory store = create()) {
      DiskPrepStore batch = begin(store, 1);
      int next = 0;
      for (int items : portions) {
        put(batch, SMALL, next, items);
        batch.commit();
        next += items;
      }
    }
  }

  /** Puts items whose words all name the item: first and last word, the others are of no matter. */
  static void put(DiskPrepStore batch, MaterialKind kind, long first, int items)
      throws MpcException {
    int longs = kind.longsPerItem();
    long[] data = new long[2 + items * longs];
    for (int i = 0; i < items; i++) {
      data[2 + i * longs] = first + i + 1;
      data[2 + (i + 1) * longs - 1] = ~(first + i);
    }
    batch.put(kind, data, 2, items);
    Arrays.fill(data, 0xbad);
  }

  /** The numbers of the items in a lease. */
  static List<Long> numbers(Lease lease, MaterialKind kind) {
    List<Long> numbers = new ArrayList<>();
    int longs = kind.longsPerItem();
    for (int i = 0; i < lease.items(); i++) {
      int at = lease.offset() + i * longs;
      long number = lease.data()[at] - 1;
      assertEquals(~number, lease.data()[at + longs - 1], "last word of item " + number);
      numbers.add(number);
    }
    return numbers;
  }

  /** Reserves and leases items; returns their numbers. */
  static List<Long> use(DiskPrepStore batch, MaterialKind kind, int items) throws MpcException {
    batch.reserve(demand(kind, items));
    List<Long> numbers = new ArrayList<>();
    while (numbers.size() < items) {
      numbers.addAll(numbers(batch.lease(kind, items - numbers.size()), kind));
    }
    return numbers;
  }

  /** Opens the store, uses items of its first batch, closes it. */
  List<Long> useOnce(MaterialKind kind, int items) throws MpcException {
    try (StoreDirectory store = open()) {
      store.batches().get(0).openKeys();
      return use(store.batches().get(0), kind, items);
    }
  }

  /** The same, without keys. */
  void useFirst(int items) throws MpcException {
    try (StoreDirectory store = open()) {
      use(store.batches().get(0), SMALL, items);
    }
  }

  static List<Long> range(long from, long to) {
    return Stream.iterate(from, i -> i < to, i -> i + 1).toList();
  }

  /** Asserts that a call ends like this, with a message that contains all of these. */
  static <T extends MpcException> void assertEnds(Class<T> type, Executable call, String... texts) {
    String message = Outcomes.text(assertThrows(type, call));
    for (String text : texts) {
      assertTrue(message.contains(text), message + " names " + text);
    }
  }

  /**
   * Copies a folder, or a file, as it is at this moment. Files whose items are used up may be
   * deleted meanwhile.
   */
  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              Files.copy(file, to.resolve(from.relativize(file).toString()));
            } catch (NoSuchFileException e) {
              return visitFileFailed(file, e);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException && !file.equals(from)) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Puts a copy in the place of what is there. */
  static void restore(Path copy, Path place) throws IOException {
    delete(place);
    copy(copy, place);
  }

  /** What a process that ends at once leaves: store and records as they are at this moment. */
  final class Moment {
    private final Path kept;

    Moment(String name) throws IOException {
      kept = home.resolve("moment " + name);
      copy(folder, kept.resolve("store"));
      copy(records, kept.resolve("records"));
    }

    void restoreFolder() throws IOException {
      restore(kept.resolve("store"), folder);
    }

    void restoreRecords() throws IOException {
      restore(kept.resolve("records"), records);
    }

    void restoreAll() throws IOException {
      restoreFolder();
      restoreRecords();
    }
  }

  Moment moment(String name) throws IOException {
    return new Moment(name);
  }

  static void flip(Path file, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) at] ^= 0x10;
    Files.write(file, bytes);
  }
}
