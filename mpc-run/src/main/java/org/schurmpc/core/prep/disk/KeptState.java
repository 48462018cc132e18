package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.prep.disk.KeptHistory.Version;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.VerdictListener;

/**
 * Keeps one party's memory of a program between runs, in a folder on disk: shares with MACs, and
 * values that all parties know. The memory has versions; a run begins with one and ends with the
 * next. It is bound to the program, the party, the keys of the stores and the certificates,
 * encrypted if stores are, and destroyed when a check fails, like the stores whose keys it is
 * under.
 *
 * <p>A run calls, in this order: {@link #agree}; {@link #read} for each part; {@link #take} before
 * the first input; {@link #revealing} before the first value is revealed; after the last check
 * {@link #prepare}, {@link #confirm} and {@link #commit}; then it reveals its outputs. Whatever is
 * killed in between, all parties begin the next run with one version, which is never one from which
 * values were revealed in a run that was not completed.
 *
 * <p>Thread-safe. Each method has taken effect durably when it returns.
 */
public final class KeptState implements AutoCloseable {
  private static final String NOT_TAKEN = "no run uses the version";

  private final KeptPlace place;
  private final StoreAccess access;
  private final KeptBinding binding;
  private final Optional<String> boot;
  private final VerdictListener listener = new Listener();
  private KeptFolder kept; // null if there is none yet
  private boolean destroyed;
  private boolean closed;
  private boolean agreed; // on the version to begin with
  private boolean confirmed; // that all parties have prepared the next version

  private KeptState(
      KeptPlace place, StoreAccess access, KeptBinding binding, Optional<String> boot) {
    this.place = place;
    this.access = access;
    this.binding = binding;
    this.boot = boot;
  }

  /**
   * Opens the memory in a folder, or prepares to begin one where nothing exists yet.
   *
   * @throws BadFile if the memory was changed, destroyed, or replaced by an older copy, or the
   *     folder holds something else
   * @throws Refused if the memory is bound to something else, the key of the encryption is missing
   *     or wrong, or another program has it open
   */
  public static KeptState openOrCreate(Path folder, StoreAccess access, KeptBinding binding)
      throws MpcException {
    return open(folder, access, binding, BootId.present());
  }

  static KeptState open(Path folder, StoreAccess access, KeptBinding binding, Optional<String> boot)
      throws MpcException {
    KeptState state = new KeptState(KeptPlace.take(folder), access, binding, boot);
    boolean open = false;
    try {
      Path memory = state.place.memory();
      if (PlainFiles.isThere(memory)) {
        KeptHeader header = KeptHeader.read(memory);
        header.requireFits(folder, binding);
        state.kept = KeptFolder.open(memory, header, access, boot);
      }
      open = true;
      return state;
    } finally {
      if (!open) {
        state.close();
      }
    }
  }

  /** Returns the ids of the keys that the memory is bound to, by field. */
  public List<String> keyIds() {
    return binding.keyIds();
  }

  /** Returns how far the last run has come. */
  synchronized KeptPhase phase() {
    return kept == null ? KeptPhase.COMMITTED : kept.history().phase();
  }

  /** Returns the version that is in use, or was used last; 0 if there is no memory yet. */
  public synchronized long version() {
    return kept == null ? 0 : kept.history().current().number();
  }

  /**
   * Agrees with all parties on the version with which a run begins; four rounds. If all have
   * prepared the next version, or committed it, it is that one. Otherwise it is the former one if
   * no party revealed values, or if all operators ask for it. If no party's memory was ever used,
   * it is new memory, all zeros.
   *
   * @param mine the memory of this party, which from here on listens to the checks of the session
   * @param reset the version that this party's operator asks for in spite of a reveal
   * @return the version
   * @throws Disagreement if the memories do not fit each other
   * @throws Refused if values were revealed in a run that was not completed, or a party shows
   *     another certificate than the one to which the memory is bound
   */
  public static long agree(Session session, KeptState mine, OptionalLong reset)
      throws MpcException {
    mine.binding.requireShown(session.certificates().stream().map(Fingerprint::toString).toList());
    return KeptAgreement.agree(session, mine, reset);
  }

  /** Returns what this party says of its memory. */
  synchronized KeptStatement statement(OptionalLong reset) throws MpcException {
    requireIntact();
    return KeptStatement.of(Optional.ofNullable(kept), reset);
  }

  /** Returns a hash of the memory's id, its version in use, and that version's clear memory. */
  synchronized FieldHash content(String stage) throws MpcException {
    requireIntact();
    return kept.content(stage);
  }

  /**
   * Notes the versions at which the peers say they stand; durable on return.
   *
   * @param all the statements, by party
   * @throws Disagreement if a peer stands further back than it has said before
   */
  synchronized void heard(List<KeptStatement> all) throws MpcException {
    requireIntact();
    if (kept == null) {
      return;
    }
    for (int party = 0; party < all.size(); party++) {
      long version = all.get(party).version();
      long before = kept.history().said(party);
      if (party != binding.party() && version < before) {
        throw new Disagreement(
            ("party %d says that its memory stands at version %d, and has said %d before: a copy was"
                    + " put back, or that party lies")
                .formatted(party + 1, version, before));
      }
    }
    for (int party = 0; party < all.size(); party++) {
      long version = all.get(party).version();
      if (party != binding.party() && version > kept.history().said(party)) {
        kept.note(KeptHistory.saidEntry(party, version));
      }
    }
  }

  /**
   * Notes the version that was agreed on.
   *
   * @param id for new memory
   */
  synchronized void begin(long version, FieldHash id) throws MpcException {
    requireIntact();
    confirmed = false;
    if (version == KeptTable.NEW) {
      create(HexFormat.of().formatHex(id.digest()));
    } else if (version > version()) {
      commitPrepared();
    } else if (phase().revealed()) {
      kept.note("reset " + version);
    } else if (phase() != KeptPhase.COMMITTED) {
      kept.note("back " + version);
    }
    kept.parts().tidy(kept.history());
    agreed = true;
  }

  private void create(String id) throws MpcException {
    if (kept != null) { // no run ever used it
      kept.close();
      kept = null;
      place.discard();
    }
    KeptHeader header = KeptHeader.create(id, binding, access.key());
    kept = KeptFolder.create(place, header, access);
  }

  /**
   * Reads a part of the version in use; zeros for version 0.
   *
   * @param part the name of the part: letters and digits
   * @param words the length of the part
   * @return the part, which the caller wipes
   * @throws BadFile if the part was changed or has another length
   */
  public synchronized long[] read(String part, int words) throws MpcException {
    requireAgreed();
    Version current = kept.history().current();
    return current.number() == 0 ? new long[words] : kept.parts().read(current, part, words);
  }

  /** Notes that a run of the session uses the version, before its first input. */
  public synchronized void take(Session session) throws MpcException {
    requireAgreed();
    require(phase() == KeptPhase.COMMITTED, "the version is taken already");
    kept.note("taken %d %s".formatted(version(), HexFormat.of().formatHex(session.sid())));
  }

  /** Notes that values are about to be revealed. Only the first call of a run writes anything. */
  public synchronized void revealing() throws MpcException {
    requireAgreed();
    if (phase() != KeptPhase.REVEALED) {
      require(phase() == KeptPhase.TAKEN, NOT_TAKEN);
      kept.note("revealed " + version());
    }
  }

  /**
   * Writes the next version, after all values that the run has opened were checked.
   *
   * @param shares the secret parts by name
   * @param clear the parts that are equal at all parties, by name
   */
  public synchronized void prepare(
      SortedMap<String, long[]> shares, SortedMap<String, long[]> clear) throws MpcException {
    requireAgreed();
    require(phase() == KeptPhase.TAKEN || phase() == KeptPhase.REVEALED, NOT_TAKEN);
    kept.prepare(shares, clear);
  }

  /**
   * Waits until all parties have prepared the next version; one round.
   *
   * @throws Disagreement if a party has prepared another version, or other clear memory
   */
  public void confirm(Session session) throws MpcException {
    require(phase().prepared(), "no version is prepared");
    KeptAgreement.requireEqual(session, "the memory to keep", content("prepared"));
    synchronized (this) {
      confirmed = true;
    }
  }

  /** Makes the prepared version the one in use, before outputs are revealed. */
  public synchronized void commit() throws MpcException {
    requireAgreed();
    require(confirmed, "the parties have not confirmed the version");
    commitPrepared();
    agreed = false;
    confirmed = false;
  }

  private void commitPrepared() throws BadFile {
    kept.note("committed " + kept.history().next().orElseThrow().number());
    kept.parts().tidy(kept.history());
  }

  private void requireAgreed() throws BadFile {
    requireIntact();
    require(!closed, "the memory is closed");
    require(agreed, "the parties have not agreed on a version");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private void requireIntact() throws BadFile {
    if (destroyed) {
      throw new BadFile(Destruction.CHECK.sentence(place.toString()));
    }
  }

  /**
   * Notes on disk that no verdict is pending, if none is, as {@link StoreDirectory#rest} does for
   * the keys that the memory is under.
   */
  public synchronized void rest() {
    if (kept != null) {
      kept.rest();
    }
  }

  /** Returns the listener to the checks of sessions. */
  VerdictListener listener() {
    return listener;
  }

  /** Releases the memory to other programs. */
  @Override
  public synchronized void close() {
    closed = true;
    if (kept != null) {
      kept.close();
    }
    place.close();
  }

  /** Applies the verdicts of checks to the memory. */
  private final class Listener implements VerdictListener {
    private int pending; // number of sessions with a pending verdict

    @Override
    public void pending() throws MpcException {
      synchronized (KeptState.this) {
        if (kept != null) {
          kept.verdicts().pend(boot);
        }
        pending++;
      }
    }

    @Override
    public void passed() {
      synchronized (KeptState.this) {
        pending--;
        if (kept != null && pending == 0) {
          kept.verdicts().clear();
        }
      }
    }

    @Override
    public void failed() {
      synchronized (KeptState.this) {
        destroyed = true;
        if (kept != null) {
          kept.destroy(Destruction.CHECK);
        }
      }
    }
  }
}
