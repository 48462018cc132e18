package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * Under fixed randomness every byte of OT extension is fixed, base OTs included. A change of these
 * hashes is a change of the wire format, which needs a new wire version.
 */
class CotWireFormatTest {
  @ParameterizedTest
  @CsvSource({
    "1, plain, 19768c0cefd6278203cc19f1c36d479d",
    "2, plain, 279278b5a1ef32a2d663135c84144a05",
    "4, plain, 1272f843ca857a02dee37df0da85b756",
    "8, plain, 5b755cda39b0c9f243b376dd4955f07b",
    "4, vector, 1272f843ca857a02dee37df0da85b756",
  })
  void everyByteOfOneDirectionIsPinned(int k, String kernels, String pinned) throws Exception {
    long[] delta = {0x0123456789abcdefL, 0xfedcba9876543210L};
    requirePinned(
        pinned,
        session -> {
          Kernels own = NamedKernels.of(kernels);
          long[] rows = new long[2 * CotRun.COUNT];
          if (session.party() == 0) {
            try (CotKeys keys = CotKeys.forSender(session, delta);
                CotSender sender = CotSender.begin(session, keys, k, own)) {
              sender.next(rows, 0, CotRun.COUNT);
            }
          } else {
            try (CotKeys keys = CotKeys.forReceiver(session);
                CotReceiver receiver = CotReceiver.begin(session, keys, k, own)) {
              receiver.next(new long[CotRun.COUNT / 64], 0, rows, 0, CotRun.COUNT);
            }
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "2, plain, 33b71c5c58ab7a357e4d08af3e1beaa9",
    "4, plain, 7c33456ac647df1ff2ebfc2633301308",
    "4, vector, 7c33456ac647df1ff2ebfc2633301308",
  })
  void everyByteOfBothDirectionsIsPinned(int k, String kernels, String pinned) throws Exception {
    int count = CotRun.COUNT;
    requirePinned(
        pinned,
        session -> {
          long[] delta = {session.party() + 5L, 7};
          try (CotKeys keys = CotKeys.forBoth(session, delta);
              CotPair pair = CotPair.begin(session, keys, k, NamedKernels.of(kernels))) {
            pair.next(new long[2 * count], new long[count / 64], new long[2 * count], count);
          }
        });
  }

  private interface Body {
    void run(Session session) throws Exception;
  }

  private static void requirePinned(String pinned, Body body) throws Exception {
    Recording recording = new Recording();
    Parties.run(
        recording.of(SessionPairs.networks()),
        SessionPairs.LIMIT,
        network -> {
          try (Session session =
              Session.establish(
                  network, SessionPairs.terms(), SessionPairs.seeded("p" + network.party()))) {
            body.run(session);
          }
          return null;
        });
    assertEquals(pinned, recording.hash());
  }
}
