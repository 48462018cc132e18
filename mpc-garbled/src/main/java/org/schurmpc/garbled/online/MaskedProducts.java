package org.schurmpc.garbled.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.Material;

/**
 * The products of masks for AND gates, by Beaver's method: for γ = α ∧ β and a triple z = x ∧ y,
 * with ε = λ_α + x and δ = λ_β + y opened,
 *
 * <pre>
 * [[s]] = [[z]] + ε [[y]] + δ [[x]] + ε ∧ δ + [[λ_γ]],  s = λ_α ∧ λ_β + λ_γ
 * </pre>
 *
 * <p>The openings of a chunk of gates are one message of each party, 2 bits for each gate and lane,
 * with the proof of their MACs. They depend on masks alone. Lane {@code l} of gate {@code g} of the
 * chunk has row {@code g * lanes + l} of each part.
 *
 * <p>Products of values, of layers that are opened, are made in the same way, with the values of α
 * and β in place of their masks and without λ_γ.
 */
final class MaskedProducts {
  private final Session session;
  private final LaneLayout layout;
  private final int lanes;
  private final Material material;
  private final Leases triples;
  private final Leases outMasks;
  private final MacProof proofs;
  private final MacLog macs;

  /** [[λ_α]], [[λ_β]] and [[s]] of each gate; before {@link #finish}, [[λ_γ]] in place of [[s]]. */
  private final BitRows alpha;

  private final BitRows beta;
  private final BitRows s;
  private final GateMasks masks;

  private final long[] key;

  /** The number of this chunk's openings in the session. */
  private long number;

  private boolean ofValues;
  private int gates;
  private int recorded;

  /** This party's shares of ε of all gates, then of δ. */
  private long[] mine = new long[0];

  private long[] theirs = new long[0];

  /** This party's keys of ε and of δ of each gate-lane in turn. */
  private long[] keys = new long[0];

  /**
   * Creates the products of no gates.
   *
   * @param proofs makes the proofs of all chunks
   * @param macs holds the MACs of one proof
   */
  MaskedProducts(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      long[] key,
      MacProof proofs,
      MacLog macs) {
    this.session = session;
    this.layout = layout;
    this.lanes = layout.lanes();
    this.material = material;
    this.triples = new Leases(store, material.andTriples());
    this.outMasks = new Leases(store, material.randomBits());
    this.proofs = proofs;
    this.macs = macs;
    boolean garbles = session.party() == material.garbler();
    this.alpha = new BitRows(material, garbles, key);
    this.beta = new BitRows(material, garbles, key);
    this.s = new BitRows(material, garbles, key);
    this.key = key;
    this.masks = new GateMasks(alpha, beta, s);
  }

  GateMasks masks() {
    return masks;
  }

  /** Begins a chunk of garbled gates, and leases its material. */
  void begin(int andGates) throws MpcException {
    begin(andGates, false);
    outMasks.lease(words());
  }

  /** Begins a chunk of gates that are opened, and leases its material. */
  void beginValues(int andGates) throws MpcException {
    begin(andGates, true);
  }

  private void begin(int andGates, boolean values) throws MpcException {
    ofValues = values;
    gates = andGates;
    recorded = 0;
    int n = Math.multiplyExact(gates, lanes);
    for (BitRows each : new BitRows[] {alpha, beta, s}) {
      each.begin(n);
    }
    int ofKeys = Math.multiplyExact(2 * key.length, n);
    if (keys.length < ofKeys) {
      Secrets.wipe(keys);
      keys = new long[ofKeys];
    }
    int words = words();
    triples.lease(words);
    if (mine.length < 2 * words) {
      Secrets.wipe(mine);
      Secrets.wipe(theirs);
      mine = new long[2 * words];
      theirs = new long[2 * words];
    }
  }

  /** Returns the number of words of the shares of one value of all gates. */
  private int words() {
    return Math.toIntExact(layout.words(gates));
  }

  /** Returns the length of {@link #open}'s message in bytes. */
  int bytes() {
    return gates == 0 ? 0 : 2 * words() * Long.BYTES + MacProof.BYTES;
  }

  /** Records gates of a layer, and gives their outputs fresh masks. */
  void record(MulBatch batch, int from, int to, WireMasks wires) {
    for (int i = from; i < to; i++) {
      int row = recorded * lanes;
      alpha.copy(wires.rows(), wires.row(batch.left(i)), row, lanes);
      beta.copy(wires.rows(), wires.row(batch.right(i)), row, lanes);
      wires.setRandom(batch.out(i), outMasks, recorded);
      s.copy(wires.rows(), wires.row(batch.out(i)), row, lanes);
      recorded++;
    }
  }

  /** Records the values of gates of a layer. */
  void recordValues(MulBatch batch, int from, int to, WireMasks wires, Labels labels) {
    for (int i = from; i < to; i++) {
      int row = recorded * lanes;
      wires.copyValue(batch.left(i), labels, alpha, row);
      wires.copyValue(batch.right(i), labels, beta, row);
      s.clear(row, lanes);
      recorded++;
    }
  }

  /** Gives the outputs of recorded gates their values, as masks of wires whose Λ is zero. */
  void giveValues(MulBatch batch, int from, int to, WireMasks wires, Labels labels) {
    for (int i = from; i < to; i++) {
      int slot = batch.out(i);
      wires.rows().copy(s, (i - from) * lanes, wires.row(slot), lanes);
      labels.clear(slot);
    }
  }

  /** Writes this party's shares of all ε and δ, and the proof of their MACs. */
  void open(byte[] out, int at) {
    if (gates == 0) {
      return;
    }
    int words = words();
    Arrays.fill(mine, 0, 2 * words, 0);
    number = session.nextNumber("openings of a garbling");
    macs.clear();
    int held = macs.extend(Math.multiplyExact(2 * alpha.heldWords(), gates * lanes));
    for (int gate = 0; gate < gates; gate++) {
      for (int lane = 0; lane < lanes; lane++) {
        int item = item(gate, lane);
        int bit = bit(gate, lane);
        int row = gate * lanes + lane;
        mine[item] |= masked(alpha, row, Material.X, item, bit, 2 * row, held) << bit;
        mine[words + item] |= masked(beta, row, Material.Y, item, bit, 2 * row + 1, held) << bit;
      }
    }
    Words.toBytes(mine, 0, 2 * words, out, at);
    byte[] proof = proof(session.party(), session.peer(), mine);
    System.arraycopy(proof, 0, out, at + 2 * words * Long.BYTES, proof.length);
  }

  private int item(int gate, int lane) {
    return layout.word(gate, lane >>> 6);
  }

  private int bit(int gate, int lane) {
    return layout.shift(gate) + (lane & 63);
  }

  /**
   * Adds a part of a triple to a row, and keeps MAC and key of the sum as those of opening {@code
   * number}.
   *
   * @param held the place in the log of the MAC of opening 0
   * @return this party's share of the sum
   */
  private long masked(BitRows of, int row, int part, int item, int bit, int number, int held) {
    int at = triples.offset(item);
    int bits = at + Material.tripleBits(part);
    int planes = at + material.tripleWide(part);
    int heldAt = held + number * of.heldWords();
    int keyAt = number * key.length;
    return of.sum(row, triples.data(item), bits, planes, bit, macs.words(), heldAt, keys, keyAt);
  }

  private byte[] proof(int sender, int receiver, long[] opened) {
    byte[] statement = new FieldHash("openings of a garbling").add(opened, 0, 2 * words()).digest();
    return proofs.of(sender, receiver, number, statement, macs);
  }

  /**
   * Computes all [[s]] from the peer's shares.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#MAC} if the peer's proof does not
   *     match its shares
   */
  void finish(byte[] in, int at) throws MpcException {
    if (gates == 0) {
      return;
    }
    int words = words();
    Words.fromBytes(in, at, theirs, 0, 2 * words);
    macs.clear();
    int expected = macs.extend(Math.multiplyExact(2 * key.length, gates * lanes));
    for (int gate = 0; gate < gates; gate++) {
      for (int lane = 0; lane < lanes; lane++) {
        int row = gate * lanes + lane;
        int item = item(gate, lane);
        int bit = bit(gate, lane);
        long theirEpsilon = -(theirs[item] >>> bit & 1);
        long theirDelta = -(theirs[words + item] >>> bit & 1);
        expect(2 * row, theirEpsilon, expected);
        expect(2 * row + 1, theirDelta, expected);
        long e = -(mine[item] >>> bit & 1) ^ theirEpsilon;
        long d = -(mine[words + item] >>> bit & 1) ^ theirDelta;
        s.addProduct(row, triples.data(item), triples.offset(item), bit, e, d);
        s.addPublic(row, e & d);
      }
    }
    triples.giveBack();
    if (!ofValues) {
      outMasks.giveBack();
    }
    byte[] required = proof(session.peer(), session.party(), theirs);
    int proofAt = at + 2 * words * Long.BYTES;
    boolean same =
        Secrets.equal(Arrays.copyOfRange(in, proofAt, proofAt + required.length), required);
    session.require(same, Check.MAC, "a masked product was opened wrongly");
  }

  /** Logs the MAC that the peer must hold for its share of an ε or δ: key + share Δ. */
  private void expect(int number, long share, int expected) {
    int at = number * key.length;
    for (int v = 0; v < key.length; v++) {
      macs.words()[expected + at + v] = keys[at + v] ^ (share & key[v]);
    }
  }

  void wipe() {
    triples.release();
    outMasks.release();
    for (BitRows each : new BitRows[] {alpha, beta, s}) {
      each.wipe();
    }
    Secrets.wipe(keys);
    Secrets.wipe(mine);
    Secrets.wipe(theirs);
  }
}
