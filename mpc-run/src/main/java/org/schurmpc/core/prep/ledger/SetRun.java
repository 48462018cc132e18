package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.disk.LedgerBlobs;
import org.schurmpc.core.session.Session;

/**
 * Represents a run on which the parties have agreed. It calls, in this order: {@link #read} for
 * each part; {@link #take} before the first input; {@link #revealing} before the first value is
 * revealed; after the last check {@link #prepare}, {@link #confirm} and {@link #commit}; then what
 * it leaves may be given away. Whatever is killed in between, the next agreement of the parties
 * commits the run at all of them or at none.
 *
 * <p>Each step has taken effect durably when it returns, together with the entries that the caller
 * adds to it. For one thread.
 */
public final class SetRun implements AutoCloseable {
  private final KeptSets sets;
  private final RunTerms terms;
  private final SortedMap<String, SetVersion> versions = new TreeMap<>(); // at the beginning
  private List<String> later = List.of(); // entries that are noted with the next ones
  private byte[] nonce; // of this run, equal at all parties and used once
  private final List<String> written = new ArrayList<>(); // blobs, which entries name or not
  private boolean agreed;
  private boolean confirmed;
  private boolean closed;

  SetRun(KeptSets sets, RunTerms terms) {
    this.sets = sets;
    this.terms = terms;
  }

  /** Returns the name of the run. */
  public RunId id() {
    return terms.id();
  }

  RunTerms terms() {
    return terms;
  }

  List<SetVersion> read() {
    return List.copyOf(versions.values());
  }

  /** Fixes the versions with which the run begins, if they are not fixed yet. */
  void fix() {
    for (SetUse use : terms.uses()) {
      Optional<SetVersion> version = sets.history().version(use.name());
      if (version.isPresent() && sets.history().burnt(use.name()).isEmpty()) {
        versions.put(use.name(), version.get());
        sets.pin(version.get());
      }
    }
  }

  /** Returns the version with which the run begins; empty if there is no such set. */
  public Optional<SetVersion> version(String set) {
    return Optional.ofNullable(versions.get(set));
  }

  /**
   * Declares that the parties have agreed.
   *
   * @param later entries for the first group of the run
   */
  void agreed(byte[] nonce, List<String> later) {
    this.nonce = nonce.clone();
    this.later = List.copyOf(later);
    this.agreed = true;
  }

  /**
   * Reads a part of a set.
   *
   * @param part lower-case letters and digits
   * @param words the length of the part
   * @return the part, which the caller wipes
   * @throws BadFile if the part was changed, or has another length
   */
  public long[] read(String set, String part, int words) throws MpcException {
    long[] read = read(set, part);
    if (read.length != words) {
      Secrets.wipe(read);
      throw new BadFile(
          "the part %s of the set %s has %,d words, and not %,d"
              .formatted(part, set, read.length, words));
    }
    return read;
  }

  /** Reads a part of a set of any length, as {@link #read(String, String, int)}. */
  public long[] read(String set, String part) throws MpcException {
    requireOpen();
    SetVersion version = versions.get(set);
    require(use(set).reads() && version != null, "the run does not read the set " + set);
    String blob = version.parts().get(part);
    require(blob != null, "the set %s has no part %s".formatted(set, part));
    return sets.ledger().blobs().readWords(blob, version.about(part));
  }

  private SetUse use(String set) {
    return terms.uses().stream()
        .filter(use -> use.name().equals(set))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the run does not use the set " + set));
  }

  /**
   * Notes that the run begins, before its first input.
   *
   * @param also entries of the service for the same group
   */
  public void take(String... also) throws MpcException {
    note(taking(), also);
  }

  /** Returns the entries of {@link #take}, for a caller that notes them with its own as a group. */
  public List<String> taking() throws MpcException {
    requirePhase(sets.history().phase(id()) == RunPhase.NONE, "the run is taken already");
    List<String> entries = new ArrayList<>(later);
    StringBuilder taken = new StringBuilder();
    taken.append(HexFormat.of().formatHex(terms.hash().digest()));
    terms.keys().forEach(key -> taken.append(' ').append(key));
    entries.add(entry("taken", taken.toString()));
    for (SetUse use : terms.uses()) {
      if (use.writes()) {
        long number = version(use.name()).map(SetVersion::number).orElse(0L);
        entries.add(entry("uses", use.name() + " " + use.kind().word() + " " + number));
      }
    }
    later = List.of();
    return entries;
  }

  private String entry(String word, String rest) {
    return (SetHistory.WORD + " " + word + " " + id() + " " + rest).strip();
  }

  private void note(List<String> entries, String... also) throws BadFile {
    entries.addAll(List.of(also));
    sets.note(entries);
  }

  /** Notes that values are about to be revealed. Only the first call of a run writes anything. */
  public void revealing(String... also) throws MpcException {
    List<String> entries = new ArrayList<>(revealingEntries());
    if (!entries.isEmpty()) {
      note(entries, also);
    }
  }

  /** Returns the entries of {@link #revealing}; none from the second time on. */
  public List<String> revealingEntries() throws MpcException {
    RunPhase phase = sets.history().phase(id());
    if (phase == RunPhase.REVEALED) {
      return List.of();
    }
    requirePhase(phase == RunPhase.TAKEN, "the run is not taken");
    return List.of(entry("revealed", ""));
  }

  /**
   * Writes what the run leaves, after all values that it has opened were checked.
   *
   * @param next for each set that the run writes, its parts by name
   * @param about a hash of everything else that the run leaves, equal at all parties
   * @param also entries of the service for the same group
   */
  public void prepare(
      SortedMap<String, SortedMap<String, long[]>> next, byte[] about, String... also)
      throws MpcException {
    note(preparing(next, about), also);
  }

  /**
   * Writes what the run leaves, and returns the entries of {@link #prepare}, for a caller that
   * notes them with its own as a group.
   */
  public List<String> preparing(SortedMap<String, SortedMap<String, long[]>> next, byte[] about)
      throws MpcException {
    RunPhase phase = sets.history().phase(id());
    requirePhase(phase == RunPhase.TAKEN || phase == RunPhase.REVEALED, "the run is not taken");
    for (SetUse use : terms.uses()) {
      require(use.writes() == next.containsKey(use.name()), "the run writes each set: " + use);
    }
    require(next.keySet().stream().allMatch(set -> use(set).writes()), "a set that it uses");
    List<String> entries = new ArrayList<>();
    FieldHash content = new FieldHash("what a run leaves").add(terms.hash().digest());
    for (Map.Entry<String, SortedMap<String, long[]>> set : next.entrySet()) {
      SetVersion version = write(use(set.getKey()), set.getValue());
      version.addTo(content);
      entries.add(entry("next", version.words()));
    }
    entries.add(entry("prepared", HexFormat.of().formatHex(content.add(about).digest())));
    return entries;
  }

  private SetVersion write(SetUse use, SortedMap<String, long[]> parts) throws BadFile {
    long number = sets.history().version(use.name()).map(SetVersion::number).orElse(0L) + 1;
    byte[] id = new FieldHash("version of a set").add(nonce).add(use.name()).add(number).digest();
    SortedMap<String, String> names = new TreeMap<>();
    SetVersion empty =
        new SetVersion(
            use.name(),
            use.kind(),
            use.key(),
            use.type(),
            use.count(),
            number,
            HexFormat.of().formatHex(id),
            terms.digest(),
            names);
    LedgerBlobs files = sets.ledger().blobs();
    for (Map.Entry<String, long[]> part : parts.entrySet()) {
      String blob = files.write(empty.about(part.getKey()), part.getValue());
      written.add(blob);
      names.put(part.getKey(), blob);
    }
    return new SetVersion(
        empty.name(),
        empty.kind(),
        empty.key(),
        empty.type(),
        empty.count(),
        empty.number(),
        empty.id(),
        empty.made(),
        names);
  }

  /**
   * Waits until all parties have prepared what the run leaves; one round.
   *
   * @throws Disagreement if a party has prepared something else
   */
  public void confirm(Session session) throws MpcException {
    requirePhase(sets.history().phase(id()).prepared(), "nothing is prepared");
    byte[] content = HexFormat.of().parseHex(sets.history().content(id()));
    PublicValue.requireEqual(
        session, new TreeMap<>(Map.of("what run " + id() + " leaves", content)));
    confirmed = true;
  }

  /**
   * Brings what the run leaves into use, before any of it is given away.
   *
   * @param also entries of the service for the same group
   */
  public void commit(String... also) throws MpcException {
    requirePhase(sets.history().phase(id()).prepared(), "nothing is prepared");
    require(confirmed, "the parties have not confirmed what the run leaves");
    note(new ArrayList<>(List.of(entry("committed", ""))), also);
    close();
  }

  private void requirePhase(boolean right, String otherwise) throws MpcException {
    requireOpen();
    require(right, otherwise);
  }

  private void requireOpen() throws MpcException {
    require(agreed && !closed, "the parties have not agreed on the run, or it has ended");
    for (var key : terms.keys()) {
      sets.guards().requireNotBurnt(key);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** Ends the use of the sets. If the run is not committed, the next agreement settles it. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sets.discard(written);
      sets.leave(this);
    }
  }
}
