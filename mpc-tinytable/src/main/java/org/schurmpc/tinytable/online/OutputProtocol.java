package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinytable.material.Material;

/**
 * Outputs: the shares of the masks r_o are sent to the parties that learn the output, with one
 * proof of their MACs in the same message, and only after the check of all tables. (DNNR17's
 * variant with free XOR distributes r_o beforehand; a party that tampers with a run then sees its
 * result before the check.) One round.
 */
final class OutputProtocol {
  private final Session session;
  private final LaneLayout layout;
  private final boolean active;
  private final long[] delta;
  private final Leases masks;
  private final BitMacKernels kernels;
  private final MacLog held = new MacLog(0);
  private final MacLog expected = new MacLog(0);
  private final TagSums heldSums = new TagSums(held);
  private final TagSums expectedSums = new TagSums(expected);
  private final MacProof proofs;

  OutputProtocol(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      long[] delta,
      BitMacKernels kernels) {
    this.session = session;
    this.proofs = new MacProof(session);
    this.layout = layout;
    this.active = material.scheme().isActive();
    this.delta = delta;
    this.masks = new Leases(store, material.outputMasks());
    this.kernels = kernels;
  }

  /** Opens outputs. Must be called after the check of everything opened for the outputs. */
  BitMatrix output(OutputBatch batch, MaskedWires wires) throws MpcException {
    masks.lease((int) layout.words(batch.size()));
    byte[] out = message(batch);
    byte[] in = new byte[messageBytes(batch, session.party())];
    session.exchange(out, 0, out.length, in, 0, in.length);
    BitMatrix result = receive(batch, wires, in);
    masks.release();
    held.wipe();
    expected.wipe();
    return result;
  }

  private int shareBytes(OutputBatch batch, int learner) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.target(wire).includes(learner) ? 1 : 0;
    }
    return Math.toIntExact((layout.bits(count) + Byte.SIZE - 1) / Byte.SIZE);
  }

  private int messageBytes(OutputBatch batch, int learner) {
    int shares = shareBytes(batch, learner);
    return shares + (active && shares > 0 ? MacProof.BYTES : 0);
  }

  /** Returns the shares that the peer may learn, and the proof. */
  private byte[] message(OutputBatch batch) {
    byte[] out = new byte[messageBytes(batch, session.peer())];
    int bytes = shareBytes(batch, session.peer());
    long[] shares = new long[(bytes + Long.BYTES - 1) / Long.BYTES];
    open(batch, shares);
    byte[] packed = Words.toBytes(shares, 0, shares.length);
    System.arraycopy(packed, 0, out, 0, bytes);
    if (out.length > bytes) {
      byte[] proof = proof(session.party(), session.peer(), out, bytes, held);
      System.arraycopy(proof, 0, out, bytes, proof.length);
    }
    return out;
  }

  /** Collects the shares that the peer may learn, and logs their MACs. */
  private void open(OutputBatch batch, long[] shares) {
    int number = 0;
    heldSums.begin(layout.lanes());
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.peer())) {
        int to = active ? heldSums.next(1) : 0;
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          layout.put(shares, number, chunk, share(wire, chunk));
          if (active) {
            log(held, to, wire, chunk, 1);
          }
        }
        number++;
      }
    }
  }

  private long share(int wire, int chunk) {
    int item = layout.word(wire, chunk);
    return masks.data(item)[masks.offset(item)] >>> layout.shift(wire) & layout.usedMask(chunk);
  }

  /**
   * Adds MACs or keys of an item to the log, for one chunk of a wire.
   *
   * @param to start in the log of the sums of the wire's lanes
   * @param from start of MACs or keys in the item
   * @return start of those of the chunk
   */
  private int log(MacLog log, int to, int wire, int chunk, int from) {
    int item = layout.word(wire, chunk);
    int at = to + chunk * layout.chunkLanes();
    int source = masks.offset(item) + from + layout.shift(wire);
    long[] data = masks.data(item);
    long[] words = log.words();
    for (int lane = 0; lane < layout.usedLanes(chunk); lane++) {
      words[at + lane] ^= data[source + lane];
    }
    return at;
  }

  private byte[] proof(int sender, int receiver, byte[] message, int bytes, MacLog macs) {
    byte[] statement = new FieldHash("output masks").add(message, 0, bytes).digest();
    long number = session.nextNumber("output masks from " + sender);
    return proofs.of(sender, receiver, number, statement, macs);
  }

  private BitMatrix receive(OutputBatch batch, MaskedWires wires, byte[] in) throws MpcException {
    int bytes = shareBytes(batch, session.party());
    byte[] padded = new byte[(bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
    System.arraycopy(in, 0, padded, 0, bytes);
    long[] shares = new long[padded.length / Long.BYTES];
    Words.fromBytes(padded, 0, shares, 0, shares.length);
    BitMatrix result = new BitMatrix(batch.size(), layout.lanes());
    add(batch, wires, shares, result);
    requireProven(in, bytes);
    return result;
  }

  /** Computes the outputs from both parties' shares, and logs the MACs that the peer must have. */
  private void add(OutputBatch batch, MaskedWires wires, long[] shares, BitMatrix result) {
    int number = 0;
    expectedSums.begin(layout.lanes());
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.party())) {
        int to = active ? expectedSums.next(1) : 0;
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          long theirs = layout.get(shares, number, chunk) & layout.usedMask(chunk);
          if (active) {
            int at = log(expected, to, wire, chunk, 1 + Material.BITS);
            int used = layout.usedLanes(chunk);
            kernels.xorConstant(expected.words(), at, theirs, delta[0], used);
          }
          long masked = wires.values(chunk)[batch.slot(wire)] & layout.usedMask(chunk);
          result.words()[result.offset(wire) + chunk] = masked ^ share(wire, chunk) ^ theirs;
        }
        number++;
      }
    }
  }

  private void requireProven(byte[] in, int bytes) throws MpcException {
    if (in.length > bytes) {
      byte[] theirs = new byte[MacProof.BYTES];
      System.arraycopy(in, bytes, theirs, 0, theirs.length);
      byte[] required = proof(session.peer(), session.party(), in, bytes, expected);
      session.require(
          Secrets.equal(theirs, required), Check.MAC, "the share of an output's mask is not right");
    }
  }

  void wipe() {
    masks.release();
    held.wipe();
    expected.wipe();
    proofs.wipe();
  }
}
