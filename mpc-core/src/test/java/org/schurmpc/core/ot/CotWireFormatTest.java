package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
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
    "1, plain, 18bbafc93d4a7a3dedd0688435f31d3d",
    "2, plain, 00c06ef7ddc322cd73ce3492ea93e333",
    "4, plain, bd60d0cc87c807a9edf6a7b62f994c47",
    "8, plain, 7bdc1f4b89727fde145d61a8301a6ced",
    "4, vector, bd60d0cc87c807a9edf6a7b62f994c47",
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
    "2, plain, 1bdf5c1e7fa7f0feab50b806f8bc5eee",
    "4, plain, 64c6b93c77ae76c2ebd1070b76839c85",
    "4, vector, 64c6b93c77ae76c2ebd1070b76839c85",
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
        ProtocolRun.LIMIT,
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
