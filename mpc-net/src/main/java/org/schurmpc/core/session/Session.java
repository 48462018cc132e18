package org.schurmpc.core.session;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;

/**
 * Represents one party's end of an agreed session with its peers: the session id, the lines, the
 * randomness and the counters. Everything that a protocol sends is sent through the session.
 *
 * <p>Two-party protocols use {@link #exchange} with the one {@link #peer}. Protocols of more
 * parties use {@link #exchangeAll} and, for two-party steps such as the comparison of MACs, the
 * two-party session with each peer, its {@link #pair}.
 *
 * <p>A session and its pairs are used by one thread at a time; each further thread takes a {@link
 * #fork}.
 */
public final class Session implements AutoCloseable {
  /**
   * Maximum number of forks of one connection in the session's life. Numbers of forks of forks fit
   * in an int as well.
   */
  private static final int MAX_FORKS = (1 << 15) - 1;

  /** Least time between two looks at the connections while this party computes. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Network trunk; // network of the first connection
  private final Network network;
  private final SessionTerms terms;
  private final SecureRandom random;
  private final Optional<BaseOts> otherBaseOts;
  private final byte[] sid;
  private final int channelNumber;
  private final Metrics metrics;
  private final Map<String, Long> numbers = new HashMap<>();
  private final Verdicts verdicts;
  private final int[] peers; // in a pair, the peers of the whole session
  private final Session[] pairs; // by peer, null for this party itself
  private final PeerLine line; // to the one peer; null if there are several
  private final Round round; // with all peers; in a pair, that of the whole session
  private int forks;
  private long looked = System.nanoTime();

  private Session(
      Network trunk,
      Network network,
      SessionTerms terms,
      SecureRandom random,
      Optional<BaseOts> otherBaseOts,
      byte[] sid,
      int channelNumber,
      Verdicts verdicts) {
    this.trunk = trunk;
    this.network = network;
    this.terms = terms;
    this.random = random;
    this.otherBaseOts = otherBaseOts;
    this.sid = sid;
    this.channelNumber = channelNumber;
    this.verdicts = verdicts;
    this.metrics =
        new Metrics(
            () -> network.traffic().bytesSent(),
            () -> network.traffic().bytesReceived(),
            () -> network.traffic().messagesSent(),
            network::waitedNanos);
    this.peers = others(network);
    this.pairs = new Session[network.parties()];
    PeerLine[] lines = new PeerLine[pairs.length];
    this.round = new Round(peers, lines, metrics);
    if (pairs.length == 2) {
      int peer = 1 - party();
      this.line = line(peer);
      pairs[peer] = this;
    } else {
      this.line = null;
      for (int peer : peers) {
        pairs[peer] = new Session(this, peer);
      }
    }
    for (int peer : peers) {
      lines[peer] = pairs[peer].line;
    }
    verdicts.opened(network);
  }

  private PeerLine line(int peer) {
    return new PeerLine(sid, channelNumber, party(), peer, network.channel(peer), verdicts);
  }

  private static int[] others(Network network) {
    return IntStream.range(0, network.parties()).filter(i -> i != network.party()).toArray();
  }

  /** Creates the two-party session with one peer out of a session of more parties. */
  private Session(Session whole, int peer) {
    this.trunk = whole.trunk;
    this.network = whole.network;
    this.terms = whole.terms;
    this.random = whole.random;
    this.otherBaseOts = whole.otherBaseOts;
    this.channelNumber = whole.channelNumber;
    this.verdicts = whole.verdicts;
    this.metrics = whole.metrics;
    int first = Math.min(party(), peer);
    int second = Math.max(party(), peer);
    this.sid = new FieldHash("session of a pair").add(whole.sid).add(first).add(second).digest();
    this.peers = whole.peers;
    this.pairs = new Session[whole.pairs.length];
    this.round = whole.round;
    this.line = line(peer);
    pairs[peer] = this;
  }

  /**
   * Agrees with all peers on the terms.
   *
   * @param network the connections to the peers; closed with the session, and left open if no
   *     session is established
   * @param random the source of all of this party's randomness
   * @throws org.schurmpc.core.abort.Disagreement if a peer's terms differ
   */
  public static Session establish(Network network, SessionTerms terms, SecureRandom random)
      throws MpcException {
    return establish(network, terms, random, Optional.empty());
  }

  /** For tests: a session whose base OTs are not those over ristretto255. */
  static Session establish(
      Network network, SessionTerms terms, SecureRandom random, Optional<BaseOts> otherBaseOts)
      throws MpcException {
    byte[] sid = new Handshake(network, terms).run(random);
    Session session =
        new Session(network, network, terms, random, otherBaseOts, sid, 0, new Verdicts());
    for (int i = 0; i < Handshake.ROUNDS; i++) {
      session.metrics.countRound();
    }
    return session;
  }

  /**
   * Opens a further connection to each peer under the same session id, for another thread. All
   * parties fork in the same order. A fork has its own transcripts, numbers and metrics, is closed
   * on its own, and can be forked in turn, as long as the first connection is open.
   *
   * @param name names the fork in messages only
   */
  public Session fork(String name) throws MpcException {
    if (isPair()) {
      throw new IllegalStateException("a pair of a session does not fork: " + name);
    }
    // Independent of the order across threads: a fork's number is the prefix of those of its own
    // forks.
    int number = Math.addExact(Math.multiplyExact(channelNumber, MAX_FORKS + 1), ++forks);
    if (forks > MAX_FORKS) {
      throw new IllegalStateException("more than " + MAX_FORKS + " forks: " + name);
    }
    Network forked = verdicts.enforce(() -> trunk.fork(sid, number));
    return new Session(trunk, forked, terms, random, otherBaseOts, sid, number, verdicts);
  }

  /** Returns whether this session is a pair of a session of more parties. */
  private boolean isPair() {
    return line != null && pairs.length > 2;
  }

  /** Returns this party's index, counted from 0. */
  public int party() {
    return network.party();
  }

  /**
   * Returns the number of parties, at least two. In a {@link #pair}, returns the number of parties
   * of the whole session.
   */
  public int parties() {
    return pairs.length;
  }

  /**
   * Returns the other party's index, in a session of two parties or a pair.
   *
   * @throws IllegalStateException if there are more parties
   */
  public int peer() {
    return line().peer;
  }

  /** Returns the other parties' indices, ascending, as a copy. */
  public int[] peers() {
    return peers.clone();
  }

  /**
   * Returns the two-party session of this party and a peer. A pair has its own session id and
   * numbers, and shares the connection, randomness, metrics and verdicts of this session. In a
   * session of two parties, returns this session itself. With more parties, whoever uses pairs one
   * after the other takes the peers in ascending order, which avoids a cycle of parties that wait
   * for each other.
   */
  public Session pair(int peer) {
    if (peer < 0 || peer >= pairs.length || pairs[peer] == null) {
      throw new IllegalArgumentException("party " + peer + " is no peer here");
    }
    return pairs[peer];
  }

  private PeerLine line() {
    if (line == null) {
      throw new IllegalStateException("there are " + pairs.length + " parties: use a pair");
    }
    return line;
  }

  public SessionTerms terms() {
    return terms;
  }

  public SecureRandom random() {
    return random;
  }

  /** Returns the base OTs that tests give in place of those over ristretto255. */
  public Optional<BaseOts> otherBaseOts() {
    return otherBaseOts;
  }

  public Metrics metrics() {
    return metrics;
  }

  /** Returns the certificates of all parties, by index; empty if the lines are plaintext. */
  public List<Fingerprint> certificates() {
    List<Fingerprint> all = new ArrayList<>();
    for (int party = 0; party < network.parties(); party++) {
      boolean me = party == party();
      Optional<Certificates> both = network.channel(me ? peers[0] : party).certificates();
      if (both.isEmpty()) {
        return List.of();
      }
      all.add(me ? both.get().mine() : both.get().theirs());
    }
    return all;
  }

  /** Returns a copy of the session id, 32 bytes. */
  public byte[] sid() {
    return sid.clone();
  }

  /**
   * Returns the number of this connection within the session: 0 for the first, or the number of the
   * fork.
   */
  public int channelNumber() {
    return channelNumber;
  }

  /**
   * Returns the next value of a counter that all parties keep in step, starting at 0. The counter
   * distinguishes the uses of a label, whichever class uses the label. Each connection has its own
   * counters.
   */
  public long nextNumber(String label) {
    return numbers.merge(label, 1L, Long::sum) - 1;
  }

  /** Returns a hash bound to this session and this connection. */
  public FieldHash hash(String label) {
    return new FieldHash(label).add(sid).add(channelNumber);
  }

  /**
   * Performs one round with the one peer: sends and receives at the same time. Either length may be
   * zero; if both lengths are zero, nothing is sent and no round is counted. Both lengths come from
   * the protocol, never from the peer. The two ranges may be identical.
   */
  public void exchange(
      byte[] out, int outOffset, int outLength, byte[] in, int inOffset, int inLength)
      throws MpcException {
    PeerLine to = line();
    if (outLength == 0 && inLength == 0) {
      return;
    }
    beginRound();
    long start = System.nanoTime();
    to.exchange(out, outOffset, outLength, in, inOffset, inLength);
    metrics.countMessaging(start);
  }

  /**
   * Like {@link #exchange(byte[], int, int, byte[], int, int)}, but leaves the messages out of the
   * transcripts: for messages that are covered by a proof of the protocol itself.
   */
  public void exchangeProven(byte[] out, int outLength, byte[] in, int inLength)
      throws MpcException {
    PeerLine to = line();
    if (outLength == 0 && inLength == 0) {
      return;
    }
    beginRound();
    long start = System.nanoTime();
    to.exchangeUnnoted(out, 0, outLength, in, 0, inLength);
    metrics.countMessaging(start);
  }

  /**
   * Performs one round in which both parties send the same number of bytes, and returns the peer's
   * bytes.
   */
  public byte[] exchange(byte[] out) throws MpcException {
    byte[] in = new byte[out.length];
    exchange(out, 0, out.length, in, 0, in.length);
    return in;
  }

  /**
   * Performs one round with all peers: sends to each and receives from each at the same time. All
   * lengths come from the protocol, never from a peer. Where a length is zero, nothing is sent or
   * received; if all lengths are zero, no round is counted. Arrays are indexed by party; this
   * party's own entries are ignored.
   *
   * @param out the data for each peer, the first {@code outLengths} bytes; several peers may share
   *     an array
   * @param in room for the data from each peer, the first {@code inLengths} bytes
   */
  public void exchangeAll(byte[][] out, int[] outLengths, byte[][] in, int[] inLengths)
      throws MpcException {
    round.requireFinished();
    start(out, outLengths, in, inLengths).finish();
  }

  /**
   * Starts a round with all peers, as {@link #exchangeAll(byte[][], int[], byte[][], int[])}: sends
   * up to two {@linkplain Channel#PIECE pieces} of each message, while the rest is sent when the
   * round is finished. All parties start and finish their rounds in the same order. The arrays may
   * be used again when the round is finished.
   *
   * <p>A round may be started while another is under way; the messages then travel together, and
   * both count as one round. The first one is finished first, except that a round whose messages go
   * in the other direction may be finished before.
   *
   * @throws IllegalStateException if four other rounds are not finished
   */
  public PendingRound start(byte[][] out, int[] outLengths, byte[][] in, int[] inLengths)
      throws MpcException {
    Round all = withAllPeers();
    if (all.most(outLengths) == 0 && all.most(inLengths) == 0) {
      return () -> {};
    }
    verdicts.requireNoneFailed();
    if (!all.joins(outLengths, inLengths)) {
      metrics.countRound();
    }
    return all.start(out, outLengths, in, inLengths);
  }

  /**
   * Begins a round whose messages are sent and received one by one, by {@link #sendAll} and {@link
   * #receiveAll}: the peers' messages are under way while this party computes with those that have
   * arrived.
   */
  public void beginRound() throws MpcException {
    round.requireFinished();
    verdicts.requireNoneFailed();
    metrics.countRound();
  }

  /**
   * Sends to each peer a message of a round that has begun, at most {@link Channel#PIECE} bytes.
   * All parties send and receive the messages of a round in the same order, and a party's sending
   * is at most two messages ahead, so that no two parties wait for each other.
   *
   * @param out as in {@link #exchangeAll(byte[][], int[], byte[][], int[])}; may be reused when the
   *     method has returned
   */
  public void sendAll(byte[][] out, int[] lengths) throws MpcException {
    requireOnePiece(lengths);
    withAllPeers().send(out, lengths, 0);
  }

  /**
   * Receives from each peer the next message of a round, which the peer sent by {@link #sendAll}.
   */
  public void receiveAll(byte[][] in, int[] lengths) throws MpcException {
    requireOnePiece(lengths);
    withAllPeers().receive(in, lengths, 0);
  }

  private void requireOnePiece(int[] lengths) {
    for (int peer : peers) {
      if (lengths[peer] > Channel.PIECE) {
        throw new IllegalArgumentException("a message of " + lengths[peer] + " bytes");
      }
    }
  }

  private Round withAllPeers() {
    if (isPair()) {
      throw new IllegalStateException("a pair of a session speaks to one peer only");
    }
    return round;
  }

  /**
   * Performs one round in which every party sends the same bytes to all others; all messages have
   * one length. The round does not prove that a peer sent the same bytes to everybody.
   *
   * @return the messages received, by party; this party's own entry is {@code out}
   */
  public byte[][] exchangeAll(byte[] out) throws MpcException {
    byte[][] outs = new byte[pairs.length][];
    byte[][] ins = new byte[pairs.length][out.length];
    int[] lengths = new int[pairs.length];
    Arrays.fill(outs, out);
    Arrays.fill(lengths, out.length);
    exchangeAll(outs, lengths, ins, lengths);
    ins[party()] = out;
    return ins;
  }

  /**
   * Reports the outcome of a check of the protocol. Every check that fails when a peer deviates is
   * reported here: after the first failure, on any connection of the session, no check passes and
   * nothing more is sent.
   *
   * @param where what was checked, never the data
   * @throws PeerCheated if the check does not hold; listeners have been notified before
   * @throws org.schurmpc.core.abort.ConnectionLost if another check failed before
   */
  public void require(boolean holds, Check check, String where) throws MpcException {
    verdicts.require(holds, check, where);
  }

  /**
   * Adds a listener that is notified of all later checks of this session and its forks. A store is
   * added before any of its keys is used in the session or generated by it. A listener that is
   * already present is not added again.
   *
   * @throws MpcException if a check is pending and the listener cannot record it
   */
  public void addVerdictListener(VerdictListener listener) throws MpcException {
    verdicts.add(listener);
  }

  /**
   * Joins this session and its forks with others that use the same keys: after a failed check of
   * any of them, no check passes and nothing is sent.
   */
  public void join(VerdictGroup group) {
    verdicts.join(group);
  }

  /** Returns whether another session is this one, or a fork of the same session. */
  public boolean sharesChecks(Session other) {
    return verdicts == other.verdicts;
  }

  /** Returns whether the connections of this session and of all its forks were closed. */
  public boolean ended() {
    return verdicts.ended();
  }

  /**
   * Registers an action to run if a check of this session or a fork fails, before the exception of
   * that check is thrown. For example, {@code session.onFailedCheck(store::burn)} destroys a store
   * in memory. If a check has failed already, the action runs at once.
   *
   * @param discard sends nothing and calls no method of the session
   * @return a registration to close when there is nothing left to discard
   */
  public Registration onFailedCheck(Runnable discard) {
    VerdictListener listener = new DiscardOnFailure(discard);
    verdicts.addInMemory(listener);
    return () -> verdicts.remove(listener);
  }

  /**
   * Represents an action that a failed check triggers. Closing the registration removes the action.
   */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /** Performs a part of a protocol that sends, receives or judges. */
  public interface Step {
    /** Runs the step. */
    void run() throws MpcException;
  }

  /** Performs a part of a protocol that has a result. */
  public interface Part<T> {
    /** Runs the part. */
    T run() throws MpcException;
  }

  /** Like {@link #enforce(Step)}, for a part that has a result. */
  public <T> T enforce(Part<T> part) throws MpcException {
    return verdicts.enforce(part);
  }

  /**
   * Runs a step that may detect a failed check where no session is at hand, for example while
   * decoding a message with an invalid encoding. After a failure the session ends as by {@link
   * #require}.
   *
   * @throws PeerCheated as thrown by the step; listeners have been notified before
   */
  public void enforce(Step step) throws MpcException {
    verdicts.enforce(
        () -> {
          step.run();
          return null;
        });
  }

  /**
   * Performs a check in which this party's answer is sent before the peer's has arrived. A peer
   * that leaves during the judgement has learnt the result and withheld it. Therefore the check
   * fails unless the judgement returns normally, and also fails if this process ends: the listeners
   * have recorded the pending verdict before the judgement begins.
   *
   * @param check the check that fails if a peer leaves
   * @param where what is being checked, never the data
   */
  public void judge(Check check, String where, Step judgement) throws MpcException {
    verdicts.begin();
    boolean over = false;
    try {
      judgement.run();
      over = true;
    } catch (PeerCheated e) {
      throw verdicts.fail(e);
    } catch (MpcException | RuntimeException | Error e) {
      verdicts.left(check, where);
      throw e;
    } finally {
      if (over) {
        verdicts.settle();
      }
    }
  }

  /**
   * Compares the transcripts of both directions of this connection (without its forks) with each
   * peer, since the last comparison; one round. On a plaintext line, the comparison guards against
   * accidents that no MAC covers.
   *
   * @throws PeerCheated with {@link Check#TRANSCRIPT} if the received data differs from the data
   *     that the peer sent. If everything that the peer received is correct, the peer learns of the
   *     failure only when this side disconnects
   */
  public void compareTranscripts() throws MpcException {
    beginRound();
    long start = System.nanoTime();
    int[] compared = line == null ? peers : new int[] {line.peer};
    for (int peer : compared) {
      byte[] mine = pairs[peer].line.sent.digest();
      pairs[peer].line.sendUnnoted(mine, 0, mine.length);
    }
    for (int peer : compared) {
      PeerLine from = pairs[peer].line;
      byte[] theirs = new byte[FieldHash.BYTES];
      from.receiveUnnoted(theirs, 0, theirs.length);
      boolean same = Secrets.equal(theirs, from.received.digest());
      require(same, Check.TRANSCRIPT, "the line changed what " + from.channel.peer() + " sent");
    }
    metrics.countMessaging(start);
  }

  /**
   * Requires that the peers are there, for long computations between two rounds. To be called
   * often, by the thread that uses the session: most calls read the clock only, and one in 5 ms
   * looks at the connections, without waiting and without receiving anything.
   *
   * <p>To be called only where each peer still needs a message of this party, so that a peer that
   * has closed its connection did not come to its end. A peer of which a message waits is left to
   * the round that receives the message: it may show why the peer left.
   *
   * @throws org.schurmpc.core.abort.ConnectionLost if a peer is gone, or a check of this session
   *     failed
   */
  public void requirePeers() throws MpcException {
    long now = System.nanoTime();
    if (now - looked < LOOK_NANOS) {
      return;
    }
    looked = now;
    verdicts.requireNoneFailed();
    for (int peer : peers) {
      network.channel(peer).requirePeer();
    }
  }

  /** Closes the connections to all peers, even if this session is a pair; forks stay open. */
  @Override
  public void close() {
    verdicts.closed(network);
    network.close();
  }
}
