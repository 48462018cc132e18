package org.schurmpc.core.silent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;

/**
 * Correlated OTs in both directions from LPN with regular noise (Ferret, eprint 2020/924), which
 * send a tenth of a byte for an OT. The first round takes its OTs from SoftSpokenOT, each further
 * one from the round before; a round has six messages each way.
 *
 * <p>Malicious security with abort. A sender that deviates can test whether places of the
 * receiver's noise are in sets of its choice: b bits pass with probability 2^-b. A receiver that
 * deviates must guess Δ.
 */
public final class SilentCotPair implements Cots {
  private static final int ROW = 2;

  /** Rounds after the first; the last one is repeated. */
  private static final List<LpnParameters> GROWING =
      List.of(LpnParameters.MEDIUM, LpnParameters.LARGE);

  private final Session session;
  private final CotPair start;
  private final long[] delta;
  private final Prg random;
  private final SilentSender sender;
  private final SilentReceiver receiver;
  private final SideCheck check;

  /** Returns the rows of all rounds, in words. */
  static String rows() {
    return LpnParameters.FIRST + ", " + GROWING;
  }

  private final LpnParameters first;
  private final Deque<LpnParameters> further;
  private LpnParameters round; // the next one; null before the first
  private long[] sent = {};
  private long[] choices = {};
  private long[] received = {};

  private SilentCotPair(
      Session session, CotPair start, LpnParameters first, List<LpnParameters> further) {
    this.session = session;
    this.start = start;
    this.first = first;
    this.further = new ArrayDeque<>(further);
    this.delta = start.delta();
    this.random = Prg.seededFrom(session.random());
    this.sender = new SilentSender(session, delta, random);
    this.receiver = new SilentReceiver(session, random);
    this.check = new SideCheck(session, "a round of correlated OTs");
  }

  /**
   * Begins extensions in both directions; one round.
   *
   * @param keys keys for both directions, created in this session or on a connection of which it is
   *     a fork
   * @param k parameter of SoftSpokenOT
   * @throws org.schurmpc.core.abort.Refused if k is not 1, 2, 4 or 8
   */
  public static SilentCotPair begin(Session session, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    return begin(session, keys, k, kernels, LpnParameters.FIRST, GROWING);
  }

  /** Begins with chosen parameters. */
  static SilentCotPair begin(
      Session session,
      CotKeys keys,
      int k,
      CotKernels kernels,
      LpnParameters first,
      List<LpnParameters> further)
      throws MpcException {
    return new SilentCotPair(session, CotPair.begin(session, keys, k, kernels), first, further);
  }

  @Override
  public long[] delta() {
    return delta.clone();
  }

  /** Does nothing: rounds grow from one to the next. */
  @Override
  public void expect(long count) {}

  @Override
  public void next(long[] sentRows, long[] choiceBits, long[] receivedRows, int count)
      throws MpcException {
    if (count % Long.SIZE != 0) {
      throw new IllegalArgumentException(count + " is no multiple of 64");
    }
    for (int done = 0; done < count; ) {
      if (sender.left() < Long.SIZE) {
        round();
      }
      int now = Math.min(sender.left() / Long.SIZE * Long.SIZE, count - done);
      sender.next(sentRows, ROW * done, now);
      receiver.next(choiceBits, done / Long.SIZE, receivedRows, ROW * done, now);
      done += now;
    }
  }

  private void round() throws MpcException {
    if (round == null) {
      round = first;
      keep(first);
      start.expect(first.keptOts());
      start.next(sent, choices, received, first.keptOts());
    }
    long number = session.nextNumber("round of COTs");
    byte[] flips = session.exchange(receiver.begin(round, choices, received));
    byte[] reply = sender.reply(round, sent, flips, purpose(number, session.party()));
    byte[] theirs = session.exchange(reply);
    byte[] challenge = receiver.challenge(theirs, purpose(number, session.peer()));
    byte[] side = sender.side(session.exchange(challenge));
    check.compare(number, side, receiver.claim());
    sender.open();
    receiver.open();
    round = further.isEmpty() ? round : further.poll();
    int kept = round.keptOts();
    keep(round);
    sender.next(sent, 0, kept);
    receiver.next(choices, 0, received, 0, kept);
  }

  /** Makes room for what a round keeps; the arrays of before belong to the round. */
  private void keep(LpnParameters next) {
    int n = next.keptOts();
    sent = new long[ROW * n];
    choices = new long[n / Long.SIZE];
    received = new long[ROW * n];
  }

  private Trees.Purpose purpose(long number, int holding) {
    return group -> session.hash("tree of COTs").add(holding).add(number).add(group).digest();
  }

  @Override
  public void close() {
    sender.wipe();
    receiver.wipe();
    Secrets.wipe(sent);
    Secrets.wipe(choices);
    Secrets.wipe(received);
    Secrets.wipe(delta);
    random.wipe();
    start.close();
  }
}
