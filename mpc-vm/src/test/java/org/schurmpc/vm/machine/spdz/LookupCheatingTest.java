package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;

/** A lookup of products whose result is revealed, with a cheat in each of the openings. */
class LookupCheatingTest {
  private static final int N = 7;
  private static final int ELEMENT = 5;

  /** The lengths of messages: products, masked indices of a byte each, and the reveal. */
  private static final int PRODUCTS = 2 * N * ELEMENT;

  private static final int INDICES = N;
  private static final int REVEAL = N * ELEMENT;

  private static final String PROGRAM =
      """
      .program looking parties 2
      .field gf2_40 sigma_mask 0
      .input x party 0 bit count 16
      .output o party all element count 7
      .text "looked up"
      .table bits 1 1 10
      .tape main s 28 c 7 i 0
      .demand triples 7 bits 16 inputs 16 0 lookups 14
      input x 0 s0[16]
      startopen lookup s14[7] s0 0
      stopopen
      startopen product s21[7] s14 s7
      stopopen
      startopen lookup s14[7] s21 0
      stopopen
      startopen reveal c0[7] s14
      stopopen
      print text 0
      outputc o, 0, c0[7]
      end
      .schedule run main 0
      """;

  private final List<Integer> sent = Collections.synchronizedList(new ArrayList<>());

  private static VmRun run() throws Exception {
    long[] bits = {0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0};
    return new VmRun(PROGRAM, Map.of("x", bits));
  }

  /** Flips a bit of a message of the second party: the first, second, ... of its length. */
  private VmRun.End altered(VmRun run, int length, int number) throws Exception {
    AtomicBoolean once = new AtomicBoolean();
    List<Integer> lengths = new ArrayList<>();
    Network[] networks = SessionPairs.networks(2);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              lengths.add(frame.length);
              boolean here = Collections.frequency(lengths, length) == number;
              if (frame.length == length && here && !once.getAndSet(true)) {
                frame[0] ^= 1;
              }
              return frame;
            });
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(0);
    assertEquals(length > 0, once.get());
    return end;
  }

  @Test
  void nothingIsFoundIfNobodyCheats() throws Exception {
    VmRun run = run();
    VmRun.End end = altered(run, 0, 0);
    assertNull(end.failure());
    assertEquals(List.of("looked up"), end.prints());
    assertEquals(2, Collections.frequency(sent, INDICES));
    assertTrue(sent.contains(REVEAL));
    assertArrayEquals(run.interpret().outputs().get("o"), end.outputs().get("o"));
  }

  /**
   * The first masked indices, on whose entries the products depend; the products; and the second
   * masked indices, which depend on these. The check sends a σ of elements, then one of indices if
   * the elements are right, and no hash of differences.
   */
  @ParameterizedTest
  @CsvSource({INDICES + ", 1", PRODUCTS + ", 1", INDICES + ", 2", REVEAL + ", 1"})
  void anAlteredOpeningIsFound(int length, int number) throws Exception {
    VmRun run = run();
    VmRun.End end = altered(run, length, number);
    assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, end.failure()).check());
    assertNull(end.outputs());
    assertEquals(List.of(), end.prints());
    assertEquals(2, Collections.frequency(sent, INDICES));
    // A seed is as long as a hash; each check has one.
    int opened = Commitment.RANDOMNESS_BYTES + LinearTag.TAG_BYTES;
    int sums = Collections.frequency(sent, Commitment.RANDOMNESS_BYTES + ELEMENT);
    // After the first masked indices, both parties read other entries: the products are wrong.
    int ofIndices = length == REVEAL || number == 2 ? 1 : 0;
    assertEquals(Collections.frequency(sent, opened) + ofIndices, sums);
    assertEquals(length == REVEAL, sent.contains(REVEAL));
    String name = run.materials.get(0).storeName();
    assertThrows(IllegalStateException.class, () -> run.stores.get(0)[0].keys(name));
  }
}
