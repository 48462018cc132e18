package org.schurmpc.core.session;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * One party's end of an agreed session with its peers: the session id, the lines, the randomness
 * and the counters. Everything that a protocol sends goes through it.
 *
 * <p>Protocols of two parties use {@link #exchange} with the one {@link #peer}. With more parties
 * there is {@link #exchangeAll}, and a session of two with each peer, its {@link #pair}, for what
 * two parties do between them, such as the comparison of their MACs.
 *
 * <p>Used by one thread at a time, with its pairs; further threads take a {@link #fork}.
 */
public final class Session implements AutoCloseable {
  private static final int MAX_FORKS = 255;

  private final Network trunk; // of the first connection
  private final Network network;
  private final SessionTerms terms;
  private final SecureRandom random;
  private final byte[] sid;
  private final int channelNumber;
  private final Metrics metrics;
  private final Map<String, Long> numbers = new HashMap<>();
  private final Verdicts verdicts;
  private final int[] peers; // of a pair those of the whole session
  private final Session[] pairs; // by peer, null for this party itself
  private final Line line; // to the one peer; null if there are several
  private int forks;

  private Session(
      Network trunk,
      Network network,
      SessionTerms terms,
      SecureRandom random,
      byte[] sid,
      int channelNumber,
      Verdicts verdicts) {
    this.trunk = trunk;
    this.network = network;
    this.terms = terms;
    this.random = random;
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
  }

  private Line line(int peer) {
    return new Line(sid, channelNumber, party(), peer, network.channel(peer), verdicts);
  }

  private static int[] others(Network network) {
    return IntStream.range(0, network.parties()).filter(i -> i != network.party()).toArray();
  }

  /** What a session of more parties is between two of them. */
  private Session(Session whole, int peer) {
    this.trunk = whole.trunk;
    this.network = whole.network;
    this.terms = whole.terms;
    this.random = whole.random;
    this.channelNumber = whole.channelNumber;
    this.verdicts = whole.verdicts;
    this.metrics = whole.metrics;
    int first = Math.min(party(), peer);
    int second = Math.max(party(), peer);
    this.sid = new FieldHash("session of a pair").add(whole.sid).add(first).add(second).digest();
    this.peers = whole.peers;
    this.pairs = new Session[whole.pairs.length];
    this.line = line(peer);
    pairs[peer] = this;
  }

  /**
   * Agrees with all peers on the terms.
   *
   * @param network the connections to the peers; closed with the session, and left open if there is
   *     none
   * @param random the source of all of this party's randomness
   * @throws org.schurmpc.core.abort.Disagreement if a peer's terms differ
   */
  public static Session establish(Network network, SessionTerms terms, SecureRandom random)
      throws MpcException {
    byte[] sid = new Handshake(network, terms).run(random);
    Session session = new Session(network, network, terms, random, sid, 0, new Verdicts());
    for (int i = 0; i < Handshake.ROUNDS; i++) {
      session.metrics.countRound();
    }
    return session;
  }

  /**
   * A further connection to each peer under the same session id, for another thread. All parties
   * fork in the same order; the name is for messages only. A fork has transcripts, numbers and
   * metrics of its own, is closed on its own, and forks as well, as long as the first connection is
   * open.
   */
  public Session fork(String name) throws MpcException {
    if (isPair()) {
      throw new IllegalStateException("a pair of a session does not fork: " + name);
    }
    // Whoever forks when: a fork's own are numbered behind its own number.
    int number = Math.addExact(Math.multiplyExact(channelNumber, MAX_FORKS + 1), ++forks);
    if (forks > MAX_FORKS) {
      throw new IllegalStateException("more than " + MAX_FORKS + " forks: " + name);
    }
    Network forked = verdicts.enforce(() -> trunk.fork(sid, number));
    return new Session(trunk, forked, terms, random, sid, number, verdicts);
  }

  /** Whether this is a pair of a session of more parties. */
  private boolean isPair() {
    return line != null && pairs.length > 2;
  }

  /** This party's index, from 0 on. */
  public int party() {
    return network.party();
  }

  /** How many parties there are, at least two; in a {@link #pair} those of the whole session. */
  public int parties() {
    return pairs.length;
  }

  /**
   * The other party's index, in a session of two or a pair.
   *
   * @throws IllegalStateException if there are more
   */
  public int peer() {
    return line().peer;
  }

  /** The other parties' indices, ascending; a copy. */
  public int[] peers() {
    return peers.clone();
  }

  /**
   * The session of two that this party has with a peer: with a session id and numbers of its own,
   * and the same connection, randomness, metrics and verdicts. In a session of two it is that
   * session itself. Among more than two, those who use pairs one after the other take the peers in
   * ascending order, so that nobody waits in a circle.
   */
  public Session pair(int peer) {
    if (peer < 0 || peer >= pairs.length || pairs[peer] == null) {
      throw new IllegalArgumentException("party " + peer + " is no peer here");
    }
    return pairs[peer];
  }

  private Line line() {
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

  public Metrics metrics() {
    return metrics;
  }

  /** The certificates of all parties, by index; empty if the lines are plaintext. */
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

  /** The session id, 32 bytes; a copy. */
  public byte[] sid() {
    return sid.clone();
  }

  /** The number of this connection within the session: 0, or that of the fork. */
  public int channelNumber() {
    return channelNumber;
  }

  /**
   * The next number of a count that all parties keep in step, from 0 on: what tells one use of a
   * label from the next, whoever uses it. Each connection counts for itself.
   */
  public long nextNumber(String label) {
    return numbers.merge(label, 1L, Long::sum) - 1;
  }

  /** A hash bound to this session and this connection. */
  public FieldHash hash(String label) {
    return new FieldHash(label).add(sid).add(channelNumber);
  }

  /**
   * One round with the one peer: sends and receives at the same time. Either length may be zero; if
   * both are, nothing is sent and no round counted. Both lengths come from the protocol, never from
   * the peer. The two ranges may be one and the same.
   */
  public void exchange(
      byte[] out, int outOffset, int outLength, byte[] in, int inOffset, int inLength)
      throws MpcException {
    Line to = line();
    if (outLength == 0 && inLength == 0) {
      return;
    }
    beginRound();
    long start = System.nanoTime();
    to.exchange(out, outOffset, outLength, in, inOffset, inLength);
    metrics.countMessaging(start);
  }

  /**
   * A round like {@link #exchange(byte[], int, int, byte[], int, int)}, and not noted in the
   * transcripts: for messages that a proof of the protocol's own covers.
   */
  public void exchangeProven(byte[] out, int outLength, byte[] in, int inLength)
      throws MpcException {
    Line to = line();
    if (outLength == 0 && inLength == 0) {
      return;
    }
    beginRound();
    long start = System.nanoTime();
    to.exchangeUnnoted(out, 0, outLength, in, 0, inLength);
    metrics.countMessaging(start);
  }

  /** One round in which both parties send as many bytes: the peer's are returned. */
  public byte[] exchange(byte[] out) throws MpcException {
    byte[] in = new byte[out.length];
    exchange(out, 0, out.length, in, 0, in.length);
    return in;
  }

  /**
   * One round with all peers: sends to each and receives from each at the same time. All lengths
   * come from the protocol, never from a peer; where one is zero nothing is sent or received, and
   * if all are no round is counted. Arrays are by party; this party's own entries do not count.
   *
   * @param out what each peer gets, the first {@code outLengths} bytes; may be the same for several
   * @param in room for what comes from each peer, the first {@code inLengths} bytes
   */
  public void exchangeAll(byte[][] out, int[] outLengths, byte[][] in, int[] inLengths)
      throws MpcException {
    int most = 0;
    for (int peer : peers) {
      most = Math.max(most, Math.max(outLengths[peer], inLengths[peer]));
    }
    if (most == 0) {
      return;
    }
    beginRound();
    for (int done = 0; done < most; done += Channel.PIECE) {
      sendPiece(out, outLengths, done);
      receivePiece(in, inLengths, done);
    }
  }

  /**
   * Begins a round whose messages go out and come in one by one, by {@link #sendAll} and {@link
   * #receiveAll}: the peers' are under way while this party computes with what it has.
   */
  public void beginRound() throws MpcException {
    verdicts.requireNoneFailed();
    metrics.countRound();
  }

  /**
   * Sends to each peer a message of a round that has begun, at most {@link Channel#PIECE} bytes.
   * All parties send and receive the messages of a round in the same order, and nobody is further
   * ahead with sending than by two messages, so that no two wait for each other.
   *
   * @param out as in {@link #exchangeAll(byte[][], int[], byte[][], int[])}; free again afterwards
   */
  public void sendAll(byte[][] out, int[] lengths) throws MpcException {
    requireOnePiece(lengths);
    sendPiece(out, lengths, 0);
  }

  /** Receives from each peer the next message of a round, which it sent by {@link #sendAll}. */
  public void receiveAll(byte[][] in, int[] lengths) throws MpcException {
    requireOnePiece(lengths);
    receivePiece(in, lengths, 0);
  }

  private void requireOnePiece(int[] lengths) {
    for (int peer : peers) {
      if (lengths[peer] > Channel.PIECE) {
        throw new IllegalArgumentException("a message of " + lengths[peer] + " bytes");
      }
    }
  }

  private void sendPiece(byte[][] out, int[] lengths, int done) throws MpcException {
    long start = System.nanoTime();
    for (int peer : allPeers()) {
      int length = Math.min(Channel.PIECE, lengths[peer] - done);
      if (length > 0) {
        pairs[peer].line.send(out[peer], done, length);
      }
    }
    metrics.countMessaging(start);
  }

  private void receivePiece(byte[][] in, int[] lengths, int done) throws MpcException {
    long start = System.nanoTime();
    for (int peer : allPeers()) {
      int length = Math.min(Channel.PIECE, lengths[peer] - done);
      if (length > 0) {
        pairs[peer].line.receive(in[peer], done, length);
      }
    }
    metrics.countMessaging(start);
  }

  private int[] allPeers() {
    if (isPair()) {
      throw new IllegalStateException("a pair of a session speaks to one peer only");
    }
    return peers;
  }

  /**
   * One round in which every party sends the same bytes to all others, all of one length. Nothing
   * says yet that a peer sent the same to everybody.
   *
   * @return what came, by party; this party's own entry is {@code out}
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
   * Says how a check of the protocol ended. Every check that can fail since a peer deviates goes
   * through here: after the first one that does, on whatever connection of the session, none passes
   * and nothing more is sent.
   *
   * @param where what was checked, never the data
   * @throws PeerCheated if the check does not hold; listeners have been told before
   * @throws org.schurmpc.core.abort.ConnectionLost if another one failed before
   */
  public void require(boolean holds, Check check, String where) throws MpcException {
    verdicts.require(holds, check, where);
  }

  /**
   * Tells a listener of all checks of this session and its forks from here on: of a store, before
   * any of its keys is used in the session or made by it. A listener that is there already is not
   * added again.
   *
   * @throws MpcException if a check is pending and the listener cannot note it
   */
  public void addVerdictListener(VerdictListener listener) throws MpcException {
    verdicts.add(listener);
  }

  /**
   * Has an action taken if a check of this session or a fork fails, before the exception that says
   * so is thrown: {@code session.onFailedCheck(store::burn)} destroys a store in memory. Taken at
   * once if a check has failed already.
   *
   * @param discard sends nothing and calls no method of the session
   * @return to be closed when there is nothing left to discard
   */
  public Registration onFailedCheck(Runnable discard) {
    VerdictListener listener = new DiscardOnFailure(discard);
    verdicts.addInMemory(listener);
    return () -> verdicts.remove(listener);
  }

  /** An action that a failed check causes; closing it removes the action. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /** A part of a protocol that sends, receives or judges. */
  public interface Step {
    /** Runs the step. */
    void run() throws MpcException;
  }

  /** A part of a protocol that has a result. */
  public interface Part<T> {
    /** Runs the part. */
    T run() throws MpcException;
  }

  /** Like {@link #enforce(Step)}, for a part that has a result. */
  public <T> T enforce(Part<T> part) throws MpcException {
    return verdicts.enforce(part);
  }

  /**
   * Runs a step that may find a failed check where no session is at hand, such as in a message that
   * encodes nothing: the session then ends as by {@link #require}.
   *
   * @throws PeerCheated as the step threw it; listeners have been told before
   */
  public void enforce(Step step) throws MpcException {
    verdicts.enforce(
        () -> {
          step.run();
          return null;
        });
  }

  /**
   * Makes a check in which this party's answer leaves before the peer's has come. A peer that
   * leaves in the middle has learnt the result and denied it, so that whatever ends the judgement
   * other than its return is the failure of this check, and so is the end of this process: the
   * listeners have noted the pending verdict before the judgement begins.
   *
   * @param check fails if a peer leaves
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
      require(false, check, "a peer left in the middle of " + where);
      throw e;
    } finally {
      if (over) {
        verdicts.settle();
      }
    }
  }

  /**
   * Compares the transcripts of both directions of this connection with each peer, not of its
   * forks, since the last comparison; one round. On a plaintext line, the guard against accidents
   * that no MAC covers.
   *
   * @throws PeerCheated with {@link Check#TRANSCRIPT} if what came is not what the peer sent; the
   *     peer, if all that came to it is right, learns of it only when this side hangs up
   */
  public void compareTranscripts() throws MpcException {
    verdicts.requireNoneFailed();
    metrics.countRound();
    long start = System.nanoTime();
    int[] compared = line == null ? peers : new int[] {line.peer};
    for (int peer : compared) {
      byte[] mine = pairs[peer].line.sent.digest();
      pairs[peer].line.sendUnnoted(mine, 0, mine.length);
    }
    for (int peer : compared) {
      Line from = pairs[peer].line;
      byte[] theirs = new byte[FieldHash.BYTES];
      from.receiveUnnoted(theirs, 0, theirs.length);
      boolean same = Secrets.equal(theirs, from.received.digest());
      require(same, Check.TRANSCRIPT, "the line changed what " + from.channel.peer() + " sent");
    }
    metrics.countMessaging(start);
  }

  /** Closes the connections to all peers, also if this is a pair; forks stay open. */
  @Override
  public void close() {
    network.close();
  }
}
