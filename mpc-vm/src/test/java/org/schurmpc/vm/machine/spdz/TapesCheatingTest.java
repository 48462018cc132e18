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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
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
    String name = run.materials.get(0).storeName();
    assertDoesNotThrow(() -> run.stores.get(0)[0].keys(name));
  }

  /** The line between two of three parties is lost on one connection. */
  @ParameterizedTest
  @CsvSource({"1, 0", "1, 2", "2, 1"})
  void aLostLineOfOneForkEndsAll(int lost, int number) throws Exception {
    Network[] networks = SessionPairs.networks(3);
    HookedForks.at(
        networks,
        1,
        (on, fork, index, frame) -> {
          if (fork == lost && index == number) {
            on.channel(0).close();
          }
          return frame;
        });
    VmRun run = new VmRun(TapesTest.program(3), TapesTest.INPUTS);
    run.threads = 3;
    long start = System.nanoTime();
    for (VmRun.End end : run.run(networks, OpeningMode.ALL)) {
      assertTrue(
          end.failure() instanceof ConnectionLost || end.failure() instanceof PeerCheated,
          String.valueOf(end.failure()));
      assertNull(end.outputs());
    }
    long limit = NetOptions.party().timeout().toNanos() / 2;
    assertTrue(System.nanoTime() - start < limit, "without a time-out");
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
