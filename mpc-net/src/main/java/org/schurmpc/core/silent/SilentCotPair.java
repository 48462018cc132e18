package org.schurmpc.core.silent;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
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
  private static final String MATRIX = "matrix of LPN";

  /** Rounds after the first; the last one is repeated. */
  private static final List<LpnParameters> GROWING =
      List.of(LpnParameters.MEDIUM, LpnParameters.LARGE);

  private final Session session;
  private final CotPair start;
  private final CotKernels kernels;
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

  /** Public; one matrix serves both directions. */
  private LocalCode code;

  /** Rows of both directions that are multiplied with the matrix, entry by entry. */
  private long[] secrets = {};

  /** Bits that are multiplied with the matrix. */
  private long[] bits = {};

  /** A chunk of rows of both directions. */
  private final long[] both = new long[2 * ROW * LocalCode.CHUNK];

  /** Rows that were asked for as columns. */
  private long[] rowsSent = {};

  private long[] rowsReceived = {};

  private SilentCotPair(
      Session session,
      CotPair start,
      CotKernels kernels,
      LpnParameters first,
      List<LpnParameters> further) {
    this.kernels = kernels;
    this.session = session;
    this.start = start;
    this.first = first;
    this.further = new ArrayDeque<>(further);
    this.delta = start.delta();
    this.random = Prg.seededFrom(session.random());
    this.sender = new SilentSender(delta, random);
    this.receiver = new SilentReceiver(session, random);
    this.check = new SideCheck(session, "a round of correlated OTs");
  }

  /**
   * Returns about how many bytes a party sends for OTs in both directions, with the first round.
   *
   * @param k parameter of SoftSpokenOT
   */
  public static long bytes(long ots, int k) {
    LpnParameters row = LpnParameters.FIRST;
    long bytes = CotPair.bytes(row.keptOts(), k);
    long left = ots;
    for (LpnParameters next : GROWING) {
      bytes += roundBytes(row);
      left -= row.outputs() - next.keptOts();
      row = next;
      if (left <= 0) {
        return bytes;
      }
    }
    int used = row.outputs() - row.keptOts();
    long rounds = left / used + (left % used == 0 ? 0 : 1);
    return Math.addExact(bytes, Math.multiplyExact(rounds, roundBytes(row)));
  }

  private static long roundBytes(LpnParameters row) {
    return SilentReceiver.flipBytes(row) + (long) SilentReceiver.replyBytes(row);
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
    CotPair start = CotPair.begin(session, keys, k, kernels);
    return new SilentCotPair(session, start, kernels, first, further);
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
      take(sentRows, choiceBits, receivedRows, done, now);
      done += now;
    }
  }

  @Override
  public void nextColumns(
      long[] sentColumns, long[] choiceBits, long[] receivedColumns, int stride, int count)
      throws MpcException {
    if (rowsSent.length < ROW * count) {
      wipeRows();
      rowsSent = new long[ROW * count];
      rowsReceived = new long[ROW * count];
    }
    next(rowsSent, choiceBits, rowsReceived, count);
    if (count == 0) {
      return;
    }
    kernels.columns128(rowsSent, 0, count / Long.SIZE, sentColumns, 0, stride);
    kernels.columns128(rowsReceived, 0, count / Long.SIZE, receivedColumns, 0, stride);
  }

  private void wipeRows() {
    Secrets.wipe(rowsSent);
    Secrets.wipe(rowsReceived);
  }

  private void take(long[] sentRows, long[] choiceBits, long[] receivedRows, int from, int count) {
    for (int done = from; done < from + count; done += LocalCode.CHUNK) {
      int now = Math.min(LocalCode.CHUNK, from + count - done);
      int word = done / Long.SIZE;
      sender.next(both, now);
      receiver.next(choiceBits, word, both, now);
      code.draw(now);
      code.addRows(secrets, both, now);
      code.addBits(bits, choiceBits, word, now);
      int at = ROW * done;
      for (int i = 0; i < ROW * now; i += ROW) {
        sentRows[at + i] = both[2 * i];
        sentRows[at + i + 1] = both[2 * i + 1];
        receivedRows[at + i] = both[2 * i + ROW];
        receivedRows[at + i + 1] = both[2 * i + ROW + 1];
      }
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
    CoinToss.Under toss = new CoinToss(session).begin(MATRIX, Prg.SEED_BYTES);
    byte[] begun =
        session.exchange(joined(receiver.begin(round, choices, received), toss.commitment()));
    int flips = SilentReceiver.flipBytes(round);
    byte[] reply = sender.reply(round, sent, begun, purpose(number, session.party()));
    byte[] theirs = session.exchange(reply);
    byte[] challenge = receiver.challenge(theirs, purpose(number, session.peer()));
    byte[][] tossed = new byte[1][];
    byte[][] their = new byte[1][];
    session.judge(
        Check.COMMITMENT,
        "a coin toss for " + MATRIX,
        () -> {
          byte[] in = session.exchange(joined(challenge, toss.opening()));
          their[0] = Arrays.copyOf(in, challenge.length);
          tossed[0] = toss.end(rest(begun, flips), rest(in, challenge.length));
        });
    byte[] side = sender.side(their[0]);
    check.compare(number, side, receiver.claim());
    open(tossed[0]);
    round = further.isEmpty() ? round : further.poll();
    int kept = round.keptOts();
    keep(round);
    take(sent, choices, received, 0, kept);
  }

  /** Opens the outputs of a round, whose check has passed. */
  private void open(byte[] seed) {
    sender.open();
    receiver.open();
    code = new LocalCode(seed, round.logK(), kernels);
    Secrets.wipe(secrets);
    secrets = new long[LocalCode.START + 2 * ROW * round.k()];
    for (int i = 0; i < round.k(); i++) {
      int at = LocalCode.START + 2 * ROW * i;
      System.arraycopy(sent, ROW * i, secrets, at, ROW);
      System.arraycopy(received, ROW * i, secrets, at + ROW, ROW);
    }
    Secrets.wipe(sent);
    Secrets.wipe(received);
    Secrets.wipe(bits);
    bits = choices;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static byte[] rest(byte[] of, int from) {
    return Arrays.copyOfRange(of, from, of.length);
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
    Secrets.wipe(secrets);
    Secrets.wipe(bits);
    Secrets.wipe(both);
    wipeRows();
    Secrets.wipe(delta);
    random.wipe();
    start.close();
  }
}
