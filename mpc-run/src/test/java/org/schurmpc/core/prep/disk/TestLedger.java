package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;

/** A ledger whose state is the list of its entries, with its records beside it. */
final class TestLedger {
  static final Optional<String> BOOT = Optional.of("0b001");

  final Path home;
  final Path place;
  final Path records;
  final StoreAccess access;

  /** The entries, as a replay. */
  static final class Entries implements Replay {
    final List<String> all = new ArrayList<>();

    /** What {@link #state} returns in place of all entries, if there is something. */
    List<String> shorter;

    String kept = "";

    @Override
    public void apply(String entry) {
      if (entry.startsWith("nonsense")) {
        throw new IllegalArgumentException(entry);
      }
      all.add(entry);
    }

    @Override
    public Iterator<String> state() {
      List<String> state = shorter == null ? all : shorter;
      return state.stream().filter(entry -> !entry.startsWith("keys ")).iterator();
    }

    @Override
    public boolean keeps(String blob) {
      return kept.contains(blob);
    }
  }

  TestLedger(Path home, boolean encrypted) throws MpcException {
    this.home = home;
    this.place = home.resolve("place");
    this.records = home.resolve("records");
    Optional<StoreKey> key =
        encrypted ? Optional.of(TestStores.key("5a")) : Optional.<StoreKey>empty();
    this.access = new StoreAccess(records, key);
  }

  LedgerHeader header() {
    return LedgerHeader.create("test", 0, 2, List.of(), access);
  }

  Ledger open(Entries entries, FileOpener opener) throws MpcException {
    return Ledger.open(place, header(), access, entries, BOOT, opener);
  }

  Ledger open(Entries entries) throws MpcException {
    return open(entries, PlainFiles::open);
  }

  /** The entries that an opening finds. */
  List<String> read() throws MpcException {
    Entries entries = new Entries();
    open(entries).close();
    return entries.all;
  }

  static void note(Ledger ledger, String... group) throws MpcException {
    ledger.note(List.of(List.of(group)));
  }

  Path segment(int number) {
    return place.resolve("ledger").resolve("segment-00000" + number);
  }

  Path record(LedgerHeader header) {
    return records.resolve(header.recordName());
  }
}
