package org.schurmpc.core.prep.disk;

import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes the verdicts of checks on keys: a {@link VerdictMark}, and the entries of a journal that
 * say whether there may be marks.
 */
final class VerdictNotes {
  private static final Logger LOG = LoggerFactory.getLogger(VerdictNotes.class);

  private final BatchState state;
  private final VerdictMark mark; // null if read-only
  private final Optional<VerdictMark.State> found; // state of the mark when it was opened
  private final Entries entries;
  private volatile boolean armed; // by this program

  /** Records entries durably. */
  interface Entries {
    void note(String entry) throws BadFile;
  }

  /**
   * Creates notes.
   *
   * @param state results from the entries of the journal, also from those that are noted later
   * @param mark null if nothing is to be written
   * @param found state of the mark before it was opened
   */
  VerdictNotes(
      BatchState state, VerdictMark mark, Optional<VerdictMark.State> found, Entries entries) {
    this.state = state;
    this.mark = mark;
    this.found = found;
    this.entries = entries;
  }

  /**
   * Returns why the keys, as they were found, may not be used any more, although they are not
   * recorded as destroyed yet.
   *
   * @param boot the machine's current boot
   */
  Optional<Destruction> lost(Optional<String> boot) {
    return VerdictMark.lost(state, found, boot);
  }

  /**
   * Marks that the verdict of a check is pending. On the first call, the journal notes that there
   * may be marks; later calls write nothing to disk.
   *
   * @param boot the machine's current boot
   */
  void pend(Optional<String> boot) throws BadFile {
    if (mark == null || state.burnt()) {
      return;
    }
    if (!armed) {
      entries.note(BatchState.armedEntry(boot));
      armed = true;
    }
    mark.pend();
  }

  /** Returns whether {@link #pend} writes nothing but the mark. */
  boolean armed() {
    return armed;
  }

  /** Marks that no verdict is pending any more. */
  void clear() {
    if (mark != null) {
      try {
        mark.clear();
      } catch (BadFile e) {
        LOG.warn("{}: the store will be found destroyed when it is opened next", e.getMessage());
      }
    }
  }

  /** Returns whether any program, not only this one, has marked the keys as burnt. */
  boolean markedBurnt() {
    return mark != null && mark.state() == VerdictMark.State.BURNT;
  }

  /** Marks the keys as burnt, which needs no space on the disk and no open file. */
  void markBurnt() {
    if (mark != null) {
      try {
        mark.burn();
      } catch (BadFile e) {
        LOG.warn("{}", e.getMessage());
      }
    }
  }

  /**
   * Notes in a journal that the keys are burnt, if they are not noted as burnt yet. The state says
   * so even if the journal cannot be written.
   *
   * @return whether the entry was appended now
   */
  boolean noteBurnt(Journal journal, Destruction why) {
    if (state.burnt()) {
      return false;
    }
    boolean noted = false;
    try {
      journal.append(BatchState.burntEntry(why));
      noted = true;
    } catch (BadFile e) {
      LOG.warn("{}", e.getMessage()); // the mark says so
    }
    state.apply(BatchState.burntEntry(why));
    return noted;
  }

  /**
   * Notes that no verdict is pending, before the journal is closed or while the keys are at rest:
   * from here on the machine may go down. The next {@link #pend} notes again that there may be
   * marks. A mark that is not clear stays as it is.
   */
  void disarm() {
    if (armed && !state.burnt() && mark.state() == VerdictMark.State.CLEAR) {
      try {
        mark.force(); // on disk, the mark may be that of an earlier check
        armed = false; // even if the entry is written in part: the next check must note its own
        entries.note(BatchState.disarmedEntry());
      } catch (BadFile e) {
        LOG.debug("it stays armed, which costs nothing unless the machine is started anew", e);
      }
    }
  }
}
