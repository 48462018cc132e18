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
 * <p>The openings of all gates are one message of each party, 2 bits for each gate and lane, with
 * the proof of their MACs. They depend on masks alone. Gate {@code g} of lane {@code l} has row
 * {@code g * lanes + l} of each part.
 */
final class MaskedProducts {
  private static final int INITIAL_LOG_WORDS = 1 << 12;

  private final Session session;
  private final LaneLayout layout;
  private final int lanes;
  private final Material material;
  private final Leases triples;
  private final Leases outMasks;
  private final MacProof proofs;
  private final MacLog held = new MacLog(INITIAL_LOG_WORDS);
  private final MacLog expected = new MacLog(INITIAL_LOG_WORDS);

  /** [[λ_α]], [[λ_β]] and [[s]] of each gate; before {@link #finish}, [[λ_γ]] in place of [[s]]. */
  private final BitRows alpha;

  private final BitRows beta;
  private final BitRows s;
  private final BitRows epsilon;
  private final BitRows delta;

  private int gates;
  private int recorded;

  /** This party's shares of ε of all gates, then of δ. */
  private long[] mine = new long[0];

  private long[] theirs = new long[0];

  MaskedProducts(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      boolean garbles,
      long[] key) {
    this.session = session;
    this.layout = layout;
    this.lanes = layout.lanes();
    this.material = material;
    this.triples = new Leases(store, material.andTriples());
    this.outMasks = new Leases(store, material.randomBits());
    this.proofs = new MacProof(session);
    this.alpha = new BitRows(material, garbles, key);
    this.beta = new BitRows(material, garbles, key);
    this.s = new BitRows(material, garbles, key);
    this.epsilon = new BitRows(material, garbles, key);
    this.delta = new BitRows(material, garbles, key);
  }

  BitRows alpha() {
    return alpha;
  }

  BitRows beta() {
    return beta;
  }

  BitRows s() {
    return s;
  }

  /** Leases the material of a number of gates. */
  void begin(int andGates) throws MpcException {
    gates = andGates;
    recorded = 0;
    int n = Math.multiplyExact(gates, lanes);
    for (BitRows each : new BitRows[] {alpha, beta, s, epsilon, delta}) {
      each.begin(n);
    }
    int words = words();
    triples.lease(words);
    outMasks.lease(words);
    if (mine.length < 2 * words) {
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

  /** Records the next gates, and gives their outputs fresh masks. */
  void record(MulBatch batch, WireMasks wires) {
    for (int i = 0; i < batch.size(); i++) {
      int row = recorded * lanes;
      alpha.copy(wires.rows(), wires.row(batch.left(i)), row, lanes);
      beta.copy(wires.rows(), wires.row(batch.right(i)), row, lanes);
      wires.setRandom(batch.out(i), outMasks, recorded);
      s.copy(wires.rows(), wires.row(batch.out(i)), row, lanes);
      recorded++;
    }
  }

  /** Writes this party's shares of all ε and δ, and the proof of their MACs. */
  void open(byte[] out, int at) {
    if (gates == 0) {
      return;
    }
    int words = words();
    Arrays.fill(mine, 0, 2 * words, 0);
    held.clear();
    for (int gate = 0; gate < gates; gate++) {
      for (int lane = 0; lane < lanes; lane++) {
        int row = gate * lanes + lane;
        int item = item(gate, lane);
        int bit = bit(gate, lane);
        mask(alpha, epsilon, row, Material.X, item, bit);
        mask(beta, delta, row, Material.Y, item, bit);
        mine[item] |= (epsilon.share(row) & 1) << bit;
        mine[words + item] |= (delta.share(row) & 1) << bit;
        epsilon.logHeld(row, held);
        delta.logHeld(row, held);
      }
    }
    Words.toBytes(mine, 0, 2 * words, out, at);
    byte[] proof = proof(session.party(), session.peer(), mine, held);
    System.arraycopy(proof, 0, out, at + 2 * words * Long.BYTES, proof.length);
  }

  private int item(int gate, int lane) {
    return layout.word(gate, lane >>> 6);
  }

  private int bit(int gate, int lane) {
    return layout.shift(gate) + (lane & 63);
  }

  private void mask(BitRows of, BitRows to, int row, int part, int item, int bit) {
    to.copy(of, row, row, 1);
    add(to, row, part, item, bit, -1);
  }

  /** Adds the product of a public bit and a part of a triple. */
  private void add(BitRows to, int row, int part, int item, int bit, long mask) {
    int at = triples.offset(item);
    int bits = at + Material.tripleBits(part);
    to.add(row, triples.data(item), bits, at + material.tripleWide(part), bit, mask);
  }

  private byte[] proof(int sender, int receiver, long[] opened, MacLog macs) {
    byte[] statement = new FieldHash("openings of a garbling").add(opened, 0, 2 * words()).digest();
    return proofs.of(sender, receiver, number, statement, macs);
  }

  /** The number of this evaluation's openings. */
  private long number;

  void nextNumber() {
    number = session.nextNumber("openings of a garbling");
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
    expected.clear();
    for (int gate = 0; gate < gates; gate++) {
      for (int lane = 0; lane < lanes; lane++) {
        int row = gate * lanes + lane;
        int item = item(gate, lane);
        int bit = bit(gate, lane);
        long theirEpsilon = -(theirs[item] >>> bit & 1);
        long theirDelta = -(theirs[words + item] >>> bit & 1);
        epsilon.logExpected(row, theirEpsilon, expected);
        delta.logExpected(row, theirDelta, expected);
        long e = epsilon.share(row) ^ theirEpsilon;
        long d = delta.share(row) ^ theirDelta;
        add(s, row, Material.Z, item, bit, -1);
        add(s, row, Material.Y, item, bit, e);
        add(s, row, Material.X, item, bit, d);
        s.addPublic(row, e & d);
      }
    }
    triples.release();
    outMasks.release();
    byte[] required = proof(session.peer(), session.party(), theirs, expected);
    int proofAt = at + 2 * words * Long.BYTES;
    boolean same =
        Secrets.equal(Arrays.copyOfRange(in, proofAt, proofAt + required.length), required);
    session.require(same, Check.MAC, "a masked product was opened wrongly");
  }

  void wipe() {
    triples.release();
    outMasks.release();
    for (BitRows each : new BitRows[] {alpha, beta, s, epsilon, delta}) {
      each.wipe();
    }
    held.wipe();
    expected.wipe();
    proofs.wipe();
    Secrets.wipe(mine);
    Secrets.wipe(theirs);
  }
}
