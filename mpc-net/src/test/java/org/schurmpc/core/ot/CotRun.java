package org.schurmpc.core.ot;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** A run of correlated OTs, party 0 the sender, in which one party's frames may pass a hook. */
final class CotRun {
  /** OTs in each batch: the smallest batch. */
  static final int COUNT = (Batch.MIN_WORDS - Batch.MASK_WORDS) * Long.SIZE;

  /** The frames of a sender before its first challenge: handshake and base OTs. */
  static final int SENDER_FRAMES = SessionPairs.HANDSHAKE_FRAMES + 1;

  /** The frames of a receiver before its trees: handshake and base OTs. */
  static final int RECEIVER_FRAMES = SessionPairs.HANDSHAKE_FRAMES + 1;

  private CotRun() {}

  static Kernels kernels() {
    return KernelProvider.choose(Preference.PLAIN).kernels();
  }

  /** What an end of the protocol returns or throws; with the two rows the rest is at hand. */
  interface End {
    long[][] run(Session session) throws Exception;
  }

  /** Where an end has its base OTs from. */
  interface Keys {
    CotKeys of(Session session) throws MpcException;
  }

  /** Sends batches; Δ, then all q_i. */
  static End sender(int k, long[] delta, int batches) {
    return sender(k, session -> CotKeys.forSender(session, delta), delta, batches);
  }

  static End sender(int k, Keys from, long[] delta, int batches) {
    return session -> {
      long[] rows = new long[2 * COUNT * batches];
      try (CotKeys keys = from.of(session);
          CotSender sender = CotSender.begin(session, keys, k, kernels())) {
        for (int b = 0; b < batches; b++) {
          sender.next(rows, 2 * COUNT * b, COUNT);
        }
      }
      return new long[][] {delta, rows};
    };
  }

  /** Receives batches: all x_i, then all t_i. */
  static End receiver(int k, int batches) {
    return session -> {
      long[] rows = new long[2 * COUNT * batches];
      long[] choices = new long[COUNT / 64 * batches];
      try (CotKeys keys = CotKeys.forReceiver(session);
          CotReceiver receiver = CotReceiver.begin(session, keys, k, kernels())) {
        for (int b = 0; b < batches; b++) {
          receiver.next(choices, COUNT / 64 * b, rows, 2 * COUNT * b, COUNT);
        }
      }
      return new long[][] {choices, rows};
    };
  }

  /** How both ended: with what they returned, or the exception. */
  static List<Object> outcomes(Network[] networks, End sender, End receiver) throws Exception {
    return SessionPairs.outcomes(
        networks, session -> session.party() == 0 ? sender.run(session) : receiver.run(session));
  }

  /** The networks of two parties of which one's frames pass a hook. */
  static Network[] tampered(int cheater, TamperingNetwork.Hook hook) {
    Network[] networks = SessionPairs.networks();
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    return networks;
  }

  static boolean failed(Object outcome) {
    return outcome instanceof MpcException;
  }
}
