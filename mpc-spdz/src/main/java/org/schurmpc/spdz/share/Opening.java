package org.schurmpc.spdz.share;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.PendingRound;
import org.schurmpc.core.session.Session;

/**
 * Partial opening: all parties reconstruct many values from their shares in one exchange (KSS13,
 * section 2.2). The values are not checked yet: they are recorded for {@link GlobalMacCheck}, and
 * messages sent to all are logged for its {@link BroadcastCheck}. Therefore only masked values may
 * be used before this check; all others are opened through the evaluator's outputs.
 *
 * <p>An opening is begun for n values. Then this party's shares are written to {@link #values} and
 * those of their MACs to {@link #macs}, and passed on block by block with {@link #put}. {@link
 * #start} sends them; between {@link #start} and {@link #stop}, nothing is sent on the session's
 * connection but openings under other keys, nothing is checked, and this party may compute. After
 * {@link #stop}, {@link #take} replaces blocks of shares by the values, in place. A block thus
 * stays in the cache while it is made and used. {@link #end} is called last.
 *
 * <p>Each party sends n elements to each other party, or to the first party only, which returns n
 * sums.
 */
public final class Opening {
  private static final int KING = 0;

  private enum State {
    NONE,
    BEGUN,
    STARTED,
    STOPPED
  }

  private final Session session;
  private final Field field;
  private final GlobalMacCheck check;
  private final OpeningMode mode;
  private final int[] peers;
  private final boolean king;

  /** By party: this party's entry is the message that it sends, the others' are those received. */
  private final byte[][] messages;

  private final byte[][] outs;
  private final int[] outLengths;
  private final int[] inLengths;

  /** The sums of the nominated party. */
  private byte[] sums = new byte[0];

  private final long[] theirs;
  private State state = State.NONE;
  private PendingRound pending;
  private int start;
  private int count;

  /** Maximum number of elements of a block that can be put or taken. */
  public static final int BLOCK = 512;

  /**
   * Creates the opening.
   *
   * @param check records the opened values
   */
  public Opening(Session session, Field field, GlobalMacCheck check, OpeningMode mode) {
    int parties = session.parties();
    this.session = session;
    this.field = field;
    this.check = check;
    this.mode = mode;
    this.peers = session.peers();
    this.king = mode == OpeningMode.KING && session.party() == KING;
    this.messages = new byte[parties][0];
    this.outs = new byte[parties][];
    this.outLengths = new int[parties];
    this.inLengths = new int[parties];
    this.theirs = new long[BLOCK * field.limbs()];
  }

  /**
   * Begins to open {@code n} values; first performs the check if one is due. Earlier contents of
   * the arrays become invalid, and values start at {@link #at}.
   */
  public void begin(int n) throws MpcException {
    require(State.NONE);
    check.checkIfDue();
    int length = Math.multiplyExact(n, field.bytes());
    start = check.elements().reserve(n);
    count = n;
    state = State.BEGUN;
    boolean all = mode == OpeningMode.ALL;
    for (int party = 0; party < messages.length; party++) {
      boolean mine = party == session.party();
      if ((all || king || mine || party == KING) && messages[party].length < length) {
        messages[party] = new byte[length];
      }
    }
    if (king && sums.length < length) {
      sums = new byte[length];
    }
  }

  private void require(State required) {
    if (state != required) {
      throw new IllegalStateException("an opening is " + state + ", not " + required);
    }
  }

  /** Returns this party's shares of the values being opened; after {@link #take}, the values. */
  public long[] values() {
    return check.elements().values();
  }

  /** Returns this party's shares of the MACs of the values being opened. */
  public long[] macs() {
    return check.elements().macs();
  }

  /** Returns the start of value {@code i} of the current opening in either array. */
  public int at(int i) {
    return start + i * field.limbs();
  }

  /** Prepares this party's shares of a block for sending. */
  public void put(int first, int n) {
    field.toBytes(values(), at(first), messages[session.party()], first * field.bytes(), n);
  }

  /**
   * Sends the shares of all values; the nominated party sends nothing yet. Parts of long messages
   * are left to {@link #stop}.
   */
  public void start() throws MpcException {
    require(State.BEGUN);
    Arrays.fill(outs, messages[session.party()]);
    boolean all = mode == OpeningMode.ALL;
    pending = startRound(king ? 0 : bytes(), all || king ? bytes() : 0);
    state = State.STARTED;
  }

  /**
   * Receives the shares of all values, or their sums from the nominated party: ends the one round,
   * or two with a nominated party.
   *
   * @throws PeerCheated with {@link Check#MALFORMED} if the nominated party received bytes that are
   *     not elements
   */
  public void stop() throws MpcException {
    require(State.STARTED);
    pending.finish();
    if (mode == OpeningMode.ALL) {
      logAll(bytes());
    } else {
      exchangeSums();
    }
    state = State.STOPPED;
  }

  private void exchangeSums() throws MpcException {
    if (king) {
      addUp();
    }
    Arrays.fill(outs, sums);
    startRound(king ? bytes() : 0, king ? 0 : bytes()).finish();
    check.broadcasts().log(KING, king ? sums : messages[KING], bytes());
  }

  private int bytes() {
    return count * field.bytes();
  }

  /** Starts a round with all peers, or with the nominated party only. */
  private PendingRound startRound(int out, int in) throws MpcException {
    for (int peer : peers) {
      boolean speaks = mode == OpeningMode.ALL || king || peer == KING;
      outLengths[peer] = speaks ? out : 0;
      inLengths[peer] = speaks ? in : 0;
    }
    return session.start(outs, outLengths, messages, inLengths);
  }

  private void logAll(int bytes) {
    BroadcastCheck broadcasts = check.broadcasts();
    for (int party = 0; party < messages.length; party++) {
      broadcasts.log(party, messages[party], bytes);
    }
  }

  /** Performs the nominated party's part: replaces its own shares by the sums of all shares. */
  private void addUp() throws MpcException {
    for (int first = 0; first < count; first += BLOCK) {
      int n = Math.min(BLOCK, count - first);
      addPeers(first, n);
      field.toBytes(values(), at(first), sums, first * field.bytes(), n);
    }
  }

  private void addPeers(int first, int n) throws MpcException {
    for (int peer : peers) {
      read(messages[peer], first, theirs, 0, n);
      field.add(values(), at(first), theirs, 0, values(), at(first), n);
    }
  }

  private void read(byte[] from, int first, long[] to, int toAt, int n) throws MpcException {
    boolean elements = field.fromBytes(from, first * field.bytes(), to, toAt, n);
    session.require(elements, Check.MALFORMED, "an opened share is no element of the field");
  }

  /**
   * Replaces the shares of a block, at most {@value #BLOCK}, by the values.
   *
   * @throws PeerCheated with {@link Check#MALFORMED} if a peer sent bytes that are not elements
   */
  public void take(int first, int n) throws MpcException {
    require(State.STOPPED);
    if (mode == OpeningMode.ALL) {
      addPeers(first, n);
    } else if (!king) {
      read(messages[KING], first, values(), at(first), n);
    }
  }

  /** Ends the opening and records its values, all of which were taken, for the check. */
  public void end() {
    require(State.STOPPED);
    check.elements().noteReserved(count);
    count = 0;
    state = State.NONE;
  }

  /** Opens values whose shares and MACs were written, without work in between. */
  public void openWritten() throws MpcException {
    for (int first = 0; first < count; first += BLOCK) {
      put(first, Math.min(BLOCK, count - first));
    }
    start();
    stop();
    for (int first = 0; first < count; first += BLOCK) {
      take(first, Math.min(BLOCK, count - first));
    }
    end();
  }

  /**
   * Opens values in other arrays.
   *
   * @return a copy of the values
   */
  public long[] open(long[] shares, long[] macShares, int n) throws MpcException {
    begin(n);
    int longs = n * field.limbs();
    System.arraycopy(shares, 0, values(), start, longs);
    System.arraycopy(macShares, 0, macs(), start, longs);
    openWritten();
    return Arrays.copyOfRange(values(), start, start + longs);
  }

  /** Wipes the messages. */
  public void wipe() {
    for (byte[] message : messages) {
      Secrets.wipe(message);
    }
    Secrets.wipe(sums);
    Secrets.wipe(theirs);
  }
}
