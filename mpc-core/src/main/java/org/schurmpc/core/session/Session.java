package org.schurmpc.core.session;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;

/**
 * One party's end of an agreed session with its peer: the session id, the line, the randomness and
 * the counters. Everything that a protocol sends goes through it.
 *
 * <p>Used by one thread at a time; further threads take a {@link #fork}. Two parties only.
 */
public final class Session implements AutoCloseable {
  private final Network network;
  private final Channel channel;
  private final SessionTerms terms;
  private final SecureRandom random;
  private final byte[] sid;
  private final int channelNumber;
  private final Metrics metrics;
  private final TranscriptHash sent;
  private final TranscriptHash received;
  private final Map<String, Long> numbers;
  private final Verdicts verdicts;
  private int forks;

  private Session(
      Network network,
      SessionTerms terms,
      SecureRandom random,
      byte[] sid,
      int channelNumber,
      Verdicts verdicts) {
    this.network = network;
    this.channel = network.channel(1 - network.party());
    this.terms = terms;
    this.random = random;
    this.sid = sid;
    this.channelNumber = channelNumber;
    this.verdicts = verdicts;
    this.numbers = new HashMap<>();
    this.metrics =
        new Metrics(
            () -> channel.traffic().bytesSent(),
            () -> channel.traffic().bytesReceived(),
            () -> channel.traffic().messagesSent());
    this.sent = new TranscriptHash(sid, direction(party(), peer(), channelNumber));
    this.received = new TranscriptHash(sid, direction(peer(), party(), channelNumber));
  }

  private static String direction(int from, int to, int channelNumber) {
    return from + "->" + to + " on " + channelNumber;
  }

  /**
   * Agrees with the peer on the terms.
   *
   * @param network the connections to the peers; closed with the session, and left open if there is
   *     none
   * @param random the source of all of this party's randomness
   * @throws Refused if there are not exactly two parties
   * @throws org.schurmpc.core.abort.Disagreement if the peer's terms differ
   */
  public static Session establish(Network network, SessionTerms terms, SecureRandom random)
      throws MpcException {
    if (network.parties() != 2) {
      throw new Refused("a session has two parties, not " + network.parties());
    }
    Channel channel = network.channel(1 - network.party());
    byte[] sid = new Handshake(channel, network.party(), terms).run(random);
    Session session = new Session(network, terms, random, sid, 0, new Verdicts());
    for (int i = 0; i < Handshake.ROUNDS; i++) {
      session.metrics.countRound();
    }
    return session;
  }

  /**
   * A further connection to the peer under the same session id, for another thread. Both parties
   * fork in the same order; the name is for messages only. A fork has transcripts, numbers and
   * metrics of its own, and is closed on its own.
   */
  public Session fork(String name) throws MpcException {
    if (channelNumber != 0) {
      throw new IllegalStateException("only the first connection of a session forks, not " + name);
    }
    int number = ++forks;
    return new Session(network.fork(sid, number), terms, random, sid, number, verdicts);
  }

  /** This party's index: 0 or 1. */
  public int party() {
    return network.party();
  }

  /** The other party's index. */
  public int peer() {
    return 1 - network.party();
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

  /** The session id, 32 bytes; a copy. */
  public byte[] sid() {
    return sid.clone();
  }

  /** The number of this connection within the session: 0, or that of the fork. */
  public int channelNumber() {
    return channelNumber;
  }

  /**
   * The next number of a count that both parties keep in step, from 0 on: what tells one use of a
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
   * One round: sends and receives at the same time. Either length may be zero; if both are, nothing
   * is sent and no round counted. Both lengths come from the protocol, never from the peer. The two
   * ranges may be one and the same.
   */
  public void exchange(
      byte[] out, int outOffset, int outLength, byte[] in, int inOffset, int inLength)
      throws MpcException {
    if (outLength == 0 && inLength == 0) {
      return;
    }
    verdicts.requireNoneFailed();
    metrics.countRound();
    sent.update(out, outOffset, outLength);
    channel.exchange(out, outOffset, outLength, in, inOffset, inLength);
    received.update(in, inOffset, inLength);
  }

  /** One round in which both parties send as many bytes: the peer's are returned. */
  public byte[] exchange(byte[] out) throws MpcException {
    byte[] in = new byte[out.length];
    exchange(out, 0, out.length, in, 0, in.length);
    return in;
  }

  /**
   * Says how a check of the protocol ended. Every check that can fail since the peer deviates goes
   * through here: after the first one that does, on whatever connection of the session, none passes
   * and nothing more is sent. (A message that cannot be read fails where it is read; there is no
   * verdict on a secret in it.)
   *
   * @param where what was checked, never the data
   * @throws PeerCheated if the check does not hold
   * @throws org.schurmpc.core.abort.ConnectionLost if another one failed before
   */
  public void require(boolean holds, Check check, String where) throws MpcException {
    verdicts.require(holds, check, where);
  }

  /**
   * Compares the transcripts of both directions of this connection, not of its forks, since the
   * last comparison; one round. On a plaintext line, the guard against accidents that no MAC
   * covers.
   *
   * @throws PeerCheated with {@link Check#TRANSCRIPT} if what came is not what the peer sent; the
   *     peer, if all that came to it is right, learns of it only when this side hangs up
   */
  public void compareTranscripts() throws MpcException {
    verdicts.requireNoneFailed();
    byte[] mine = sent.digest();
    byte[] expected = received.digest();
    metrics.countRound();
    byte[] theirs = new byte[FieldHash.BYTES];
    channel.exchange(mine, 0, mine.length, theirs, 0, theirs.length);
    boolean same = Secrets.equal(theirs, expected);
    require(same, Check.TRANSCRIPT, "the line changed what " + channel.peer() + " sent");
  }

  /** Closes the connection; forks stay open. */
  @Override
  public void close() {
    network.close();
  }
}
