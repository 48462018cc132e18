package org.schurmpc.spdz.share;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Span;

/**
 * Partial opening of values of a known {@link Span} by their coordinates (KORSVV17, section 5,
 * Packing optimization): d bits for a value, in whole bytes. Whatever a party sends, what is opened
 * is in the span.
 *
 * <p>Parties send the coordinates of their shares, projected to the span. As the projection is
 * linear, and the identity on the span, the sum is the value's. If a cheater had moved the value
 * out of the span, the projection of the error would be opened in place of the error: under a mask
 * that is uniform in the span, this shows nothing. The check of MACs fails then, since the MAC is
 * that of the whole value.
 *
 * <p>The values are not checked yet: they are recorded for {@link GlobalMacCheck}. So only values
 * may be opened that are masked, uniformly in the span.
 *
 * <p>An opening is begun for n values, whose coordinates are then written to {@link #mine}; {@link
 * #exchange} opens them, and {@link #note} records them with their MACs. Or {@link #start} and
 * {@link #stop} are called in place of exchange, with local work in between.
 */
public final class PackedOpening {
  private static final int KING = 0;

  private final Session session;
  private final GlobalMacCheck check;
  private final OpeningMode mode;
  private final Span span;
  private final int valueBytes;
  private final int limbs;
  private final KeyMultiples multiples;
  private final boolean king;
  private final byte[][] messages;
  private final byte[][] outs;
  private final int[] outLengths;
  private final int[] inLengths;
  private byte[] opened = {};
  private PendingOpening pending;
  private int count;

  /** A round that was started. */
  @FunctionalInterface
  private interface PendingOpening {
    void finish() throws MpcException;
  }

  /**
   * Creates openings of values of a span.
   *
   * @param check records the openings
   * @param key this party's share of α, one element; not kept
   */
  public PackedOpening(
      Session session, Span span, GlobalMacCheck check, long[] key, OpeningMode mode) {
    int parties = session.parties();
    this.session = session;
    this.check = check;
    this.mode = mode;
    this.span = span;
    this.valueBytes = span.coordinateBytes();
    this.limbs = span.field().limbs();
    this.multiples = new KeyMultiples(span, key);
    this.king = session.party() == KING;
    this.messages = new byte[parties][0];
    this.outs = new byte[parties][];
    this.outLengths = new int[parties];
    this.inLengths = new int[parties];
  }

  public Span span() {
    return span;
  }

  /**
   * Begins the opening of n values. Performs a check first if one is due.
   *
   * @throws org.schurmpc.core.abort.PeerCheated if the check fails
   */
  public void begin(int n) throws MpcException {
    check.checkIfDue();
    count = n;
    int length = length();
    for (int party = 0; party < messages.length; party++) {
      if (messages[party].length < length) {
        Secrets.wipe(messages[party]);
        messages[party] = new byte[length];
      }
    }
    if (opened.length < length) {
      opened = new byte[length];
    }
  }

  private int length() {
    return Math.multiplyExact(count, valueBytes);
  }

  /**
   * Returns where this party writes its shares' coordinates, {@link Span#coordinateBytes} for each
   * value, the least significant byte first. Bits beyond the coordinates are zero.
   */
  public byte[] mine() {
    return messages[session.party()];
  }

  /** Writes the coordinates of this party's shares, from value {@code first} on. */
  public void put(int first, long[] coordinates, int at, int n) {
    byte[] to = mine();
    for (int i = 0; i < n; i++) {
      long c = coordinates[at + i];
      for (int b = 0; b < valueBytes; b++) {
        to[(first + i) * valueBytes + b] = (byte) (c >>> (Byte.SIZE * b));
      }
    }
  }

  /** Opens the values whose coordinates were written; one round, or two with a nominated party. */
  public void exchange() throws MpcException {
    start();
    stop();
  }

  /** Sends the coordinates; parts of long messages are left to {@link #stop}. */
  public void start() throws MpcException {
    Arrays.fill(outs, mine());
    boolean all = mode == OpeningMode.ALL;
    pending = round(king && !all ? 0 : length(), all || king ? length() : 0);
  }

  /**
   * Receives the coordinates of all parties.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#MALFORMED} if a peer sent bits
   *     beyond the coordinates
   */
  public void stop() throws MpcException {
    pending.finish();
    pending = null;
    if (mode == OpeningMode.ALL) {
      for (int party = 0; party < messages.length; party++) {
        check.broadcasts().log(party, messages[party], length());
      }
      addUp();
    } else {
      viaKing();
    }
    requirePadding();
  }

  private void viaKing() throws MpcException {
    if (king) {
      addUp();
      Arrays.fill(outs, opened);
    }
    round(king ? length() : 0, king ? 0 : length()).finish();
    if (!king) {
      System.arraycopy(messages[KING], 0, opened, 0, length());
    }
    BroadcastCheck broadcasts = check.broadcasts();
    broadcasts.log(KING, opened, length());
  }

  private PendingOpening round(int out, int in) throws MpcException {
    for (int peer : session.peers()) {
      boolean speaks = mode == OpeningMode.ALL || king || peer == KING;
      outLengths[peer] = speaks ? out : 0;
      inLengths[peer] = speaks ? in : 0;
    }
    return session.start(outs, outLengths, messages, inLengths)::finish;
  }

  private void addUp() {
    int length = length();
    System.arraycopy(mine(), 0, opened, 0, length);
    for (int peer : session.peers()) {
      byte[] theirs = messages[peer];
      for (int i = 0; i < length; i++) {
        opened[i] ^= theirs[i];
      }
    }
  }

  private void requirePadding() throws MpcException {
    int used = span.dimension() - Byte.SIZE * (valueBytes - 1);
    if (used == Byte.SIZE) {
      return;
    }
    int excess = 0;
    for (int i = valueBytes - 1; i < length(); i += valueBytes) {
      excess |= (opened[i] & 0xff) >>> used;
    }
    session.require(excess == 0, Check.MALFORMED, "an opened value has more bits than its span");
  }

  /** Returns the coordinates of the opened values, laid out as {@link #mine}; public. */
  public byte[] opened() {
    return opened;
  }

  /** Returns the coordinates of opened value {@code i}. */
  public long opened(int i) {
    long c = 0;
    for (int b = 0; b < valueBytes; b++) {
      c |= (opened[i * valueBytes + b] & 0xffL) << (Byte.SIZE * b);
    }
    return c;
  }

  /**
   * Records n opened values for the check, by their differences.
   *
   * @param macs this party's shares of their MACs, an element each
   */
  public void note(int first, long[] macs, int at, int n) {
    OpenedValues log = check.elements();
    int to = log.addDifferences(n);
    System.arraycopy(macs, at, log.differences(), to, n * limbs);
    multiples.add(opened, first * valueBytes, log.differences(), to, n);
  }

  /**
   * Records n opened values for the check as masked indices: in a sum of their own, which is made
   * when all elements have proved right. For values that can be outside of the span only if an
   * element is wrong, or an index of another lookup before a check.
   *
   * @param macs this party's shares of their MACs, an element each
   */
  public void noteIndices(int first, long[] macs, int at, int n) {
    long[] coordinates = new long[n];
    long[] elements = new long[n * limbs];
    for (int i = 0; i < n; i++) {
      coordinates[i] = opened(first + i);
    }
    span.elements(coordinates, 0, elements, 0, n);
    check.indices().add(elements, 0, macs, at, n);
  }

  /** Wipes the messages and the multiples of the key. */
  public void wipe() {
    for (byte[] message : messages) {
      Secrets.wipe(message);
    }
    multiples.wipe();
  }
}
