package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;

/** Tapes side by side with a cheat, a lost line, or a fault of the program. */
class TapesCheatingTest {
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;

  /** The length of a share, and of the number of a check. */
  private static final int SHARE = 16;

  private static final int NUMBER = 8;

  private static Network[] impatient(int parties) {
    NetOptions options = NetOptions.party().withTimeout(Duration.ofMillis(500));
    return Arrays.copyOf(InMemoryNetwork.create(parties, options), parties, Network[].class);
  }

  /** Openings under masks in some steps, and a reveal in a later one. */
  private static String revealing(String schedule) {
    return TapesTest.head(2)
        + """
        .memory s 2 c 2 i 0
        .text "revealed"
        .tape open s 2 c 1 i 1
        .demand triples 1 inputs 1 1
        .footprint write s 0 1 1
        .footprint write c 0 1 1
        arg i0
        rand s1
        startopen product s0 s1 s1, masked c0 s1
        stopopen
        stsx s0, 0, 2, *i0
        stcx c0, 0, 2, *i0
        end
        .tape reveal s 1 c 1 i 0
        .footprint read s 0 0 1
        lds s0, 0
        startopen reveal c0 s0
        stopopen
        print text 0
        end
        .tape idle s 0 c 0 i 0
        end
        """
        + schedule;
  }

  /** What the first party sends if the second one forges a frame. */
  private static List<Integer> sent(VmRun run, int cheatsOn, int frameIndex, Check check)
      throws Exception {
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    Network[] networks = impatient(2);
    HookedForks.at(
        networks,
        0,
        (on, fork, index, frame) -> {
          sent.add(frame.length);
          return frame;
        });
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          frame[0] ^= (byte) (fork == cheatsOn && index == frameIndex ? 1 : 0);
          return frame;
        });
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(0);
    if (check == null) {
      assertNull(end.failure());
      return sent;
    }
    assertEquals(check, assertInstanceOf(PeerCheated.class, end.failure()).check());
    assertNull(end.outputs());
    assertEquals(List.of(), end.prints());
    String name = run.materials.get(0).storeName();
    assertThrows(IllegalStateException.class, () -> run.stores.get(0)[0].keys(name));
    return sent;
  }

  /**
   * A forgery on each connection, and the reveal on another one or the same, in a later step. The
   * share of the reveal is not sent.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 0, '.schedule run open 0, open 1\n.schedule run reveal 0, idle 0\n'",
    "0, 2, '.schedule run open 0, open 1\n.schedule run idle 0, reveal 0\n'",
    "0, 2, '.schedule run open 0\n.schedule run idle 0, reveal 0\n'",
    "1, 0, '.schedule run open 0, open 1\n.schedule run idle 0\n.schedule run reveal 0\n'",
    "1, 0, '.schedule run open 0, open 1\n.schedule run idle 0, idle 1\n"
        + ".schedule run reveal 0, reveal 0\n'"
  })
  void aForgedOpeningIsFoundBeforeALaterReveal(int fork, int index, String schedule)
      throws Exception {
    VmRun honest = new VmRun(revealing(schedule), Map.of());
    honest.threads = 2;
    assertTrue(sent(honest, fork, -1, null).contains(SHARE));
    VmRun run = new VmRun(revealing(schedule), Map.of());
    run.threads = 2;
    assertFalse(sent(run, fork, index, Check.MAC).contains(SHARE));
  }

  /** The numbers of frames that a party sends in an honest run, by connection. */
  private static SortedMap<Integer, Integer> frames(int party) throws Exception {
    SortedMap<Integer, Integer> frames = new TreeMap<>();
    Network[] networks = SessionPairs.networks(2);
    HookedForks.at(
        networks,
        party,
        (on, fork, index, frame) -> {
          synchronized (frames) {
            frames.put(fork, index + 1);
          }
          return frame;
        });
    VmRun run = new VmRun(TapesTest.program(2), TapesTest.INPUTS);
    run.threads = 2;
    assertNull(run.run(networks, OpeningMode.ALL).get(0).failure());
    return frames;
  }

  /**
   * Alters a frame of a party. Returns the end of the other one, or null if there was no such
   * frame: who checks for others depends on the speed of threads.
   */
  private static VmRun.End altered(int party, int cheatsOn, int number) throws Exception {
    AtomicBoolean altered = new AtomicBoolean();
    Network[] networks = impatient(2);
    HookedForks.at(
        networks,
        party,
        (on, fork, index, frame) -> {
          if (fork == cheatsOn && index == number) {
            frame[0] ^= 1;
            altered.set(true);
          }
          return frame;
        });
    VmRun run = new VmRun(TapesTest.program(2), TapesTest.INPUTS);
    run.threads = 2;
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(1 - party);
    return altered.get() ? end : null;
  }

  /** Alters each frame in turn, from a first one on, with a step between them. */
  private static void requireFound(int first, int step) throws Exception {
    int number = 0;
    int found = 0;
    for (int party = 0; party < 2; party++) {
      for (Map.Entry<Integer, Integer> each : frames(party).entrySet()) {
        int fork = each.getKey();
        for (int index = fork == 0 ? FIRST : 0; index < each.getValue(); index++) {
          if (number++ % step != first) {
            continue;
          }
          String where = "frame %d on %d of %d".formatted(index, fork, party);
          VmRun.End end = altered(party, fork, index);
          if (end == null) {
            continue;
          }
          found++;
          assertNull(end.outputs(), where);
          assertNotNull(end.failure(), where);
          if (party == 1) { // who gives no numbers
            assertInstanceOf(PeerCheated.class, end.failure(), where);
          }
        }
      }
    }
    assertTrue(found * step > 50, found + " frames");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10})
  void anAlteredMessageIsFound(int first) throws Exception {
    requireFound(first, 19);
  }

  @Test
  @Tag("slow")
  void everyAlteredMessageIsFound() throws Exception {
    requireFound(0, 1);
  }

  private static void requireUsable(VmRun run) {
    String name = run.materials.get(0).storeName();
    for (PrepStore store : run.stores.get(0)) {
      assertDoesNotThrow(() -> store.keys(name));
    }
  }

  /** A tape whose index is outside of its array, which all parties learn from a revealed value. */
  private static String faulty(String step) {
    return TapesTest.head(2)
        + """
        .memory s 2 c 0 i 0
        .const 2
        .text "tape "
        .output out party all element
        .tape bad s 1 c 1 i 2
        .footprint read s 0 0 2
        ldk c0, 0
        share s0, c0
        startopen reveal c0 s0
        stopopen
        arg i1
        print text 0, i1
        ctoi i0, c0
        ldsx s0, 0, 2, *i0
        print text 0, i1
        end
        .tape good s 1 c 1 i 2
        arg i1
        loop i0, 3
        startopen reveal c0 s0
        stopopen
        print text 0, i1
        endloop
        end
        .schedule run good 9
        """
        + step;
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "2, 3", "4, 2"})
  void aFaultOfTheProgramEndsAllAlike(int threads, int parties) throws Exception {
    String text = faulty(".schedule run good 0, bad 1, good 2, bad 3, good 4\n");
    if (parties == 3) {
      text = text.replace("parties 2", "parties 3");
    }
    VmRun run = new VmRun(text, Map.of());
    run.threads = threads;
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      BadFile bad = assertInstanceOf(BadFile.class, end.failure());
      assertTrue(bad.getMessage().contains("tape bad"), bad.getMessage());
      assertTrue(bad.getMessage().endsWith("outside of the array"), bad.getMessage());
      // As far as one tape after the other would have come.
      List<String> nine = Collections.nCopies(3, "tape 9");
      List<String> expected = new ArrayList<>(nine);
      expected.addAll(Collections.nCopies(3, "tape 0"));
      expected.add("tape 1");
      assertEquals(expected, end.prints());
      assertNull(end.outputs());
    }
    requireUsable(run);
  }

  /** A fault while a group is open, by an index into an array or a port. */
  @ParameterizedTest
  @CsvSource({
    "1, 'ldsx s0, 0, 2, *i0', outside of the array",
    "2, 'ldsx s0, 0, 2, *i0', outside of the array",
    "2, 'output out, i0, s0', outside of port out"
  })
  void aFaultInAGroupEndsAllAlike(int threads, String access, String reason) throws Exception {
    String text =
        faulty(".schedule run good 0, bad 0\n")
            .replace("ldsx s0, 0, 2, *i0", "startopen masked c0 s0\n" + access + "\nstopopen");
    VmRun run = new VmRun(text, Map.of());
    run.threads = threads;
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      BadFile bad = assertInstanceOf(BadFile.class, end.failure());
      assertTrue(bad.getMessage().endsWith(reason), bad.getMessage());
      assertEquals(3 + 3 + 1, end.prints().size());
    }
    requireUsable(run);
  }

  /** A party that is late with the openings of such a group comes to the same fault. */
  @Test
  void aFaultInAGroupWaitsForTheOthers() throws Exception {
    Network[] networks = SessionPairs.networks(2);
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          if (index == FIRST + 5) { // behind a reveal and its check
            LockSupport.parkNanos(100_000_000);
          }
          return frame;
        });
    String text =
        faulty(".schedule run bad 0\n")
            .replace("ldsx s0, 0, 2, *i0", "startopen masked c0 s0\nldsx s0, 0, 2, *i0\nstopopen")
            .replace(".schedule run good 9\n", "");
    for (VmRun.End end : new VmRun(text, Map.of()).run(networks, OpeningMode.ALL)) {
      assertInstanceOf(BadFile.class, end.failure());
    }
  }

  /**
   * Frames of a reveal and its check: a share, a number, commitment and opening of the toss, a tag.
   */
  private static final int TAG = 4;

  private static void await(CountDownLatch latch) {
    assertDoesNotThrow(() -> assertTrue(latch.await(5, TimeUnit.SECONDS)));
  }

  private static final String TWO = ".schedule run good 0, OTHER 1\n";

  private static VmRun two(String other) throws Exception {
    return two(other, "p128");
  }

  private static VmRun two(String other, String field) throws Exception {
    String text =
        faulty(TWO.replace("OTHER", other))
            .replace(".schedule run good 9\n", "")
            .replace("p128", field);
    VmRun run = new VmRun(text, Map.of());
    run.threads = 2;
    return run;
  }

  /** The fault comes while tags of the other thread's check are on their way. */
  @Test
  void aFaultCutsNoCheckOfAnotherThread() throws Exception {
    CountDownLatch checked = new CountDownLatch(1);
    Network[] networks = SessionPairs.networks(2);
    HookedForks.at(
        networks,
        0,
        (on, fork, index, frame) -> {
          if (fork == 1 && index == TAG) {
            checked.countDown();
          } else if (fork == 0 && index == FIRST) {
            await(checked); // so that the thread with the fault checks first
          } else if (fork == 0 && index == FIRST + TAG) {
            LockSupport.parkNanos(100_000_000);
          }
          return frame;
        });
    VmRun run = two("bad");
    for (VmRun.End end : run.run(networks, OpeningMode.ALL)) {
      assertInstanceOf(BadFile.class, end.failure());
    }
    requireUsable(run);
  }

  /** A line is lost while the other thread's check compares tags, which comes to its end. */
  @Test
  void aLostLineCutsNoCheckOfAnotherThread() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    Network[] networks = SessionPairs.networks(2);
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          if (fork == 1 && index == 0) {
            await(opening);
            on.close();
          } else if (fork == 0 && index == FIRST + TAG - 1) { // this party gives no number
            opening.countDown();
            LockSupport.parkNanos(100_000_000);
          }
          return frame;
        });
    VmRun run = two("good");
    for (VmRun.End end : run.run(networks, OpeningMode.ALL)) {
      assertInstanceOf(ConnectionLost.class, end.failure());
      assertEquals(List.of(), end.prints());
    }
    requireUsable(run);
  }

  /**
   * A line that is lost when the other party has opened σ burns its store. One that is lost when
   * the other party has sent a tag does not.
   */
  @ParameterizedTest
  @CsvSource({"18446744073709551557, 1, true", "p128, 0, false", "p128, -1, false"})
  void aLineThatIsLostInACheck(String field, int afterToss, boolean burns) throws Exception {
    Network[] networks = SessionPairs.networks(2);
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          if (fork == 1 && index == TAG - 1 + afterToss) { // this party gives no number
            on.close();
          }
          return frame;
        });
    VmRun run = two("good", field);
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(0);
    if (burns) {
      assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, end.failure()).check());
      String name = run.materials.get(0).storeName();
      assertThrows(IllegalStateException.class, () -> run.stores.get(0)[0].keys(name));
    } else {
      assertInstanceOf(ConnectionLost.class, end.failure());
      requireUsable(run);
    }
  }

  /** The line between two of three parties is lost on one connection. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aLostLineOfOneConnectionEndsAll(int lost) throws Exception {
    Network[] networks = SessionPairs.networks(3);
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          if (fork == lost && index == (lost == 0 ? FIRST : 0)) {
            on.channel(0).close();
          }
          return frame;
        });
    String text =
        faulty(".schedule run good 0, good 1, good 2\n").replace("parties 2", "parties 3");
    VmRun run = new VmRun(text.replace(".schedule run good 9\n", ""), Map.of());
    run.threads = 3;
    long start = System.nanoTime();
    for (VmRun.End end : run.run(networks, OpeningMode.ALL)) {
      assertInstanceOf(ConnectionLost.class, end.failure());
      assertNull(end.outputs());
    }
    requireUsable(run);
    long limit = NetOptions.party().timeout().toNanos() / 2;
    assertTrue(System.nanoTime() - start < limit, "without a time-out");
  }

  /** Frames of a check over both fields: a toss each, a tag, and a σ committed to and opened. */
  private static final List<Integer> CHECK = List.of(32, 48, 32, 32, 48, 32, 37);

  /** Many threads check at once: the frames of each check come without those of another one. */
  @Test
  void oneCheckIsOpenAtATime() throws Exception {
    int units = 6;
    String text =
        TapesTest.head(2)
            + """
            .field gf2_40 sigma_mask 0
            .memory s 0 c 0 sg 0 cg 0 i 0
            .text "checked"
            .tape both s 1 c 1 sg 1 cg 1 i 1
            loop i0, 4
            startopen masked c0 s0
            stopopen
            startopeng masked c0 s0
            stopopeng
            print text 0
            endloop
            end
            .schedule run both 0, both 1, both 2, both 3, both 4, both 5
            """;
    List<Integer> forks = Collections.synchronizedList(new ArrayList<>());
    List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
    Network[] networks = SessionPairs.networks(2);
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          boolean handshake = fork == 0 && index < FIRST;
          if (!handshake && frame.length > SHARE) {
            synchronized (forks) {
              forks.add(fork);
              lengths.add(frame.length);
            }
            LockSupport.parkNanos(200_000);
          }
          return frame;
        });
    VmRun run = new VmRun(text, Map.of());
    run.threads = units;
    assertNull(run.run(networks, OpeningMode.ALL).get(0).failure());
    assertEquals(4 * units * CHECK.size(), forks.size());
    for (int i = 0; i < forks.size(); i += CHECK.size()) {
      assertEquals(CHECK, lengths.subList(i, i + CHECK.size()));
      assertEquals(Set.of(forks.get(i)), Set.copyOf(forks.subList(i, i + CHECK.size())));
    }
  }

  /** The checks of both fields have one number. */
  @Test
  void oneTurnCoversBothFields() throws Exception {
    String text =
        TapesTest.head(2)
            + """
            .field gf2_40 sigma_mask 0
            .memory s 0 c 0 sg 0 cg 0 i 0
            .text "checked"
            .tape both s 3 c 1 sg 3 cg 1 i 0
            .demand triples 1
            .demandg triples 1
            startopen product s2 s0 s1, masked c0 s0
            stopopen
            startopeng product s2 s0 s1, masked c0 s0
            stopopeng
            print text 0
            end
            .schedule run both 0, both 1
            """;
    VmRun run = new VmRun(text.replace("triples 1", "triples 1 inputs 0 0"), Map.of());
    run.threads = 2;
    List<Integer> sent = sent(run, 0, -1, null);
    assertEquals(2, Collections.frequency(sent, NUMBER), sent.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aForgeryOverEitherFieldIsFound(int fork) throws Exception {
    for (int frame = 0; frame < 2; frame++) {
      String text =
          TapesTest.head(2)
              + """
              .field gf2_40 sigma_mask 0
              .memory s 0 c 0 sg 0 cg 0 i 0
              .text "checked"
              .tape both s 1 c 1 sg 1 cg 1 i 0
              startopen masked c0 s0
              stopopen
              startopeng masked c0 s0
              stopopeng
              print text 0
              end
              .schedule run both 0, both 1
              """;
      VmRun run = new VmRun(text, Map.of());
      run.threads = 2;
      sent(run, fork, (fork == 0 ? FIRST : 0) + frame, Check.MAC);
    }
  }

  /** A forgery over one field is found before a reveal over the other one. */
  @ParameterizedTest
  @CsvSource({"'', g, 16, 5", "g, '', 5, 16"})
  void aForgeryOverOneFieldStopsRevealsOverTheOther(
      String forged, String revealed, int bytes, int share) throws Exception {
    String text =
        TapesTest.head(2)
            + """
            .field gf2_40 sigma_mask 0
            .memory s 0 c 0 sg 0 cg 0 i 0
            .tape both s 2 c 1 sg 2 cg 1 i 0
            startopenF masked c0 s0
            stopopenF
            startopenR reveal c0 s0
            stopopenR
            end
            .schedule run both 0, both 1
            """
                .replace("F", forged)
                .replace("R", revealed);
    VmRun honest = new VmRun(text, Map.of());
    honest.threads = 2;
    assertEquals(2, Collections.frequency(sent(honest, 0, -1, null), share));
    for (int fork = 0; fork < 2; fork++) {
      VmRun run = new VmRun(text, Map.of());
      run.threads = 2;
      List<Integer> sent = sent(run, fork, fork == 0 ? FIRST : 0, Check.MAC);
      assertTrue(sent.contains(bytes));
      assertTrue(Collections.frequency(sent, share) < 2, sent.toString());
    }
  }
}
