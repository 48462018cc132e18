package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

/**
 * What a party that ends at once leaves of its memory, at every step, and what the next run does.
 */
class KeptCrashTest {
  private static final List<String> STEPS =
      List.of("agreed", "taken", "revealed", "prepared", "confirmed", "committed");

  private static final int PREPARED = 3;

  @TempDir Path home;
  private KeptParties parties;

  /** By party, what is on disk after each step of a run that begins with version 1. */
  private final List<Map<String, Path>> moments = List.of(new TreeMap<>(), new TreeMap<>());

  private void record(boolean reveals) throws Exception {
    parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    parties.run(
        (memory, session) -> {
          int party = session.party();
          note(party, "agreed");
          memory.take(session);
          note(party, "taken");
          if (reveals) {
            memory.revealing();
          }
          note(party, "revealed");
          memory.prepare(parties.shares(party, 2), KeptParties.clear(2));
          note(party, "prepared");
          memory.confirm(session);
          note(party, "confirmed");
          memory.commit();
          note(party, "committed");
        });
  }

  private void note(int party, String step) throws Exception {
    moments.get(party).put(step, parties.moment(party, step));
  }

  private Path moment(int party, int step) {
    return moments.get(party).get(STEPS.get(step));
  }

  /** A version, or -1 if the memory is lost, for the steps at which two parties were killed. */
  private static long expected(int first, int second, boolean reveals) {
    if (Math.min(first, second) >= PREPARED) {
      return 2;
    }
    return reveals && Math.max(first, second) >= 2 ? -1 : 1;
  }

  private void killAtAnyPairOfSteps(boolean reveals) throws Exception {
    record(reveals);
    for (int first = 0; first < STEPS.size(); first++) {
      for (int second = 0; second < STEPS.size(); second++) {
        // Neither is confirmed before both have prepared.
        if (Math.max(first, second) <= PREPARED || Math.min(first, second) >= PREPARED) {
          parties.restore(0, moment(0, first));
          parties.restore(1, moment(1, second));
          nextRun(expected(first, second, reveals), STEPS.get(first) + ", " + STEPS.get(second));
        }
      }
    }
  }

  private void nextRun(long version, String where) throws Exception {
    KeptParties.Use use =
        (memory, session) -> {
          assertEquals(version, memory.read("ints", 1)[0], where);
          assertEquals(version, memory.read("shares", 5)[4], where);
        };
    if (version > 0) {
      assertEquals(Collections.nCopies(2, version), parties.run(use), where);
      assertEquals(Collections.nCopies(2, version), parties.run(parties::whole), where);
      return;
    }
    for (Object end : parties.run(use)) {
      Outcomes.assertEnded(Refused.class, end, "lost", "version 1");
    }
    KeptParties.Use readable =
        (memory, session) -> assertEquals(1, memory.read("ints", 1)[0], where);
    List<Object> reset = parties.run(SessionPairs.networks(), OptionalLong.of(1), readable);
    assertEquals(Collections.nCopies(2, 1L), reset, where);
    assertEquals(Collections.nCopies(2, 1L), parties.run(parties::whole), where);
  }

  @Test
  void killAfterAnyStep() throws Exception {
    killAtAnyPairOfSteps(false);
  }

  @Test
  void killAfterAnyStepOfARunThatReveals() throws Exception {
    killAtAnyPairOfSteps(true);
  }

  /**
   * Between two steps: the line of the journal cut at any byte, the line without its record, and
   * files without the line.
   */
  @Test
  void killWithinAStep() throws Exception {
    record(true);
    for (int step = 0; step + 1 < STEPS.size(); step++) {
      Path before = moment(0, step);
      Path after = moment(0, step + 1);
      KeptPhase phase = phase(before);
      byte[] old = Files.readAllBytes(before.resolve("kept/memory/journal"));
      byte[] journal = Files.readAllBytes(after.resolve("kept/memory/journal"));
      for (int length = old.length; length < journal.length; length += 3) {
        parties.restore(0, after); // with the files of the next version, and of the last one
        TestStores.restore(before.resolve("records"), parties.records(0));
        restoreMissing(before);
        Files.write(parties.file(0, "journal"), Arrays.copyOf(journal, length));
        assertPhase(phase, STEPS.get(step + 1) + " cut at " + length);
      }
      parties.restore(0, after);
      TestStores.restore(before.resolve("records"), parties.records(0));
      restoreMissing(before);
      assertPhase(phase(after), STEPS.get(step + 1) + " without its record");
      parties.restore(0, after);
      restoreMissing(before);
      assertPhase(phase(after), STEPS.get(step + 1) + " before files are deleted");
    }
  }

  /** Files that are deleted only after the line is written. */
  private void restoreMissing(Path before) throws Exception {
    try (Stream<Path> files = Files.list(before.resolve("kept/memory"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path place = parties.file(0, file.getFileName().toString());
        if (!Files.exists(place)) {
          Files.copy(file, place);
        }
      }
    }
  }

  private KeptPhase phase(Path moment) throws Exception {
    parties.restore(0, moment);
    try (KeptState memory = parties.open(0)) {
      return memory.phase();
    }
  }

  private void assertPhase(KeptPhase phase, String where) throws Exception {
    for (int opening = 0; opening < 2; opening++) {
      try (KeptState memory = parties.open(0)) {
        assertEquals(phase, memory.phase(), where);
        if (opening == 1) {
          memory.begin(memory.version(), null);
          assertEquals(memory.version(), memory.read("ints", 1)[0], where);
        }
      }
    }
  }

  /** A line that was acted upon, and is cut off now. */
  @Test
  void aLineThatWasCutOffIsMissed() throws Exception {
    record(true);
    parties.restore(0, moment(0, 2));
    Path file = parties.file(0, "journal");
    byte[] journal = Files.readAllBytes(file);
    int lines = new String(journal, StandardCharsets.UTF_8).lastIndexOf("revealed");
    for (int length : new int[] {lines, lines + 5, journal.length - 1}) {
      Files.write(file, Arrays.copyOf(journal, length));
      assertEnds(BadFile.class, () -> parties.open(0), parties.folder(0).toString());
    }
  }

  /** The first run: whoever has begun the memory and whoever has not, it is begun anew. */
  @Test
  void killWhileMemoryIsCreated() throws Exception {
    parties = new KeptParties(home, 2, true);
    parties.agree();
    List<Path> begun = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      begun.add(parties.moment(party, "begun"));
    }
    // A folder under its first name, incomplete.
    TestStores.delete(parties.folder(0).resolve("memory"));
    Path draft = Files.createDirectories(parties.folder(0).resolve("memory.new"));
    Files.writeString(draft.resolve("header"), "schur");
    assertEquals(Collections.nCopies(2, 0L), parties.run(parties::whole));

    parties.restore(0, begun.get(0)); // complete, without any record
    parties.restore(1, begun.get(1));
    TestStores.delete(parties.records(0));
    assertEquals(Collections.nCopies(2, 0L), parties.run(parties::whole));

    parties.restore(0, begun.get(0)); // from another beginning
    TestStores.delete(parties.place(1));
    parties.agree();
    Path other = parties.moment(1, "other");
    parties.restore(0, begun.get(0));
    parties.restore(1, other);
    assertEquals(Collections.nCopies(2, 0L), parties.run(parties::whole));
    assertEquals(Collections.nCopies(2, 1L), parties.agree());
  }

  /** Whoever deletes a memory that was used finds the others unwilling. */
  @Test
  void aMissingMemoryIsNoNewOne() throws Exception {
    parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    TestStores.delete(parties.folder(1));
    for (Object end : parties.agree()) {
      Outcomes.assertEnded(Disagreement.class, end, "party 2 has no memory");
    }
    TestStores.delete(parties.folder(0));
    assertEquals(Collections.nCopies(2, 0L), parties.agree());
  }
}
