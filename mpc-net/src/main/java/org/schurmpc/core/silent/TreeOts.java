package org.schurmpc.core.silent;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.HashDomain;
import org.schurmpc.core.session.Session;

/**
 * OTs of nodes in both directions with one peer, whose receiver chooses: of correlated OTs, by
 * {@link TweakedHash} with a tweak of its own for each OT.
 */
final class TreeOts implements AutoCloseable {
  private static final int NODE = NodeHash.NODE;

  /** Number of bytes of an OT: both nodes. */
  static final int BYTES = 2 * NODE * Long.BYTES;

  private final CotPair cots;
  private final long[] delta;
  private final TweakedHash sendHash;
  private final TweakedHash receiveHash;
  private long counter;
  private int count;
  private long[] sent = {};
  private long[] received = {};
  private long[] choices = {};
  private long[] pads = {};

  private TreeOts(Session pair, CotPair cots, long[] delta, long user) {
    this.cots = cots;
    this.delta = delta;
    int line = pair.channelNumber();
    this.sendHash = hash(pair, line, pair.party(), user);
    this.receiveHash = hash(pair, line, pair.peer(), user);
  }

  /** Returns about how many bytes a party sends for nodes in both directions. */
  static long bytes(long ots, int k) {
    return ots * BYTES + ots / Byte.SIZE + CotPair.bytes(ots, k);
  }

  private static TweakedHash hash(Session pair, int line, int holder, long user) {
    return new TweakedHash(pair.sid(), HashDomain.of(HashDomain.TREE_LEVEL, line, holder, user));
  }

  /**
   * Begins extensions in both directions; one round with the peer.
   *
   * @param keys made for both directions
   * @param k parameter of SoftSpokenOT
   */
  static TreeOts begin(Session pair, CotKeys keys, int k, CotKernels kernels) throws MpcException {
    long user = pair.nextNumber("OTs of trees");
    CotPair cots = CotPair.begin(pair, keys, k, kernels);
    return new TreeOts(pair, cots, keys.delta(), user);
  }

  /**
   * Makes the next OTs of both directions and drops the previous ones; three rounds.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with OT_CONSISTENCY
   */
  void next(int number) throws MpcException {
    int words = (number + Long.SIZE - 1) / Long.SIZE;
    counter += count;
    count = words * Long.SIZE;
    if (choices.length < words) {
      wipe();
      sent = new long[NODE * count];
      received = new long[NODE * count];
      choices = new long[words];
      pads = new long[NODE * count];
    }
    cots.expect(count);
    cots.next(sent, choices, received, count);
  }

  /** Returns the number of bytes of {@link #flips} of the last OTs. */
  int flipBytes() {
    return count / Byte.SIZE;
  }

  /** Returns what makes the sender swap nodes, so that this party receives those it wants. */
  byte[] flips(long[] wanted) {
    int words = count / Long.SIZE;
    long[] flips = new long[words];
    for (int i = 0; i < words; i++) {
      flips[i] = wanted[i] ^ choices[i];
    }
    return Words.toBytes(flips, 0, words);
  }

  /**
   * Writes {@code n} pairs of nodes under pads.
   *
   * @param flips of the receiver, public
   */
  void send(byte[] flips, long[] nodes, int n, byte[] to) {
    long[] bits = new long[count / Long.SIZE];
    Words.fromBytes(flips, 0, bits, 0, bits.length);
    long[] masked = new long[2 * NODE * n];
    for (int branch = 0; branch < 2; branch++) {
      for (int i = 0; i < n; i++) {
        long mask = -((bits[i >>> 6] >>> i & 1) ^ branch);
        pads[NODE * i] = sent[NODE * i] ^ (delta[0] & mask);
        pads[NODE * i + 1] = sent[NODE * i + 1] ^ (delta[1] & mask);
      }
      sendHash.hash(pads, 0, counter, n, pads, 0);
      for (int i = 0; i < n; i++) {
        int at = NODE * (2 * i + branch);
        masked[at] = nodes[at] ^ pads[NODE * i];
        masked[at + 1] = nodes[at + 1] ^ pads[NODE * i + 1];
      }
    }
    Words.toBytes(masked, 0, masked.length, to, 0);
  }

  /** Reads the nodes that this party chose. */
  void receive(long[] wanted, byte[] from, int n, long[] nodes) {
    receiveHash.hash(received, 0, counter, n, nodes, 0);
    long[] both = new long[2 * NODE * n];
    Words.fromBytes(from, 0, both, 0, both.length);
    for (int i = 0; i < n; i++) {
      long second = -(wanted[i >>> 6] >>> i & 1);
      for (int j = 0; j < NODE; j++) {
        long first = both[2 * NODE * i + j];
        nodes[NODE * i + j] ^= first ^ (second & (first ^ both[2 * NODE * i + NODE + j]));
      }
    }
  }

  /** Wipes the last OTs. */
  void wipe() {
    Secrets.wipe(sent);
    Secrets.wipe(received);
    Secrets.wipe(choices);
    Secrets.wipe(pads);
    sendHash.wipe();
    receiveHash.wipe();
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    wipe();
    Secrets.wipe(delta);
    cots.close();
  }
}
