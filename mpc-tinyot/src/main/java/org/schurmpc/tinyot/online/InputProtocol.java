package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Inputs: with [[r]] such that only the owner knows r, the owner sends x + r and both parties set
 * [[x]] = [[r]] + (x + r). A shared input is the sum of one input of each party; a public input is
 * x + [[0]]. All inputs of a circuit take one exchange, with one bit for each private input and
 * lane.
 *
 * <p>A peer can only change its own inputs.
 */
final class InputProtocol {
  private final Session session;
  private final PrepStore store;
  private final LaneLayout layout;
  private final Material material;
  private final XorKernels kernels;

  InputProtocol(
      Session session, PrepStore store, LaneLayout layout, Material material, XorKernels kernels) {
    this.session = session;
    this.store = store;
    this.layout = layout;
    this.material = material;
    this.kernels = kernels;
  }

  void input(InputBatch batch, BitMatrix mine, Wires wires) throws MpcException {
    for (int wire = 0; wire < batch.size(); wire++) {
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        wires.clear(chunk, batch.slot(wire));
        if (batch.source(wire) instanceof InputSource.Public) {
          wires.addPublic(chunk, batch.slot(wire), bits(mine, wire, chunk));
        }
      }
    }
    long[] own = new long[words(batch, session.party())];
    long[] theirs = new long[words(batch, session.peer())];
    Leases ownMasks = lease(session.party(), own.length);
    Leases theirMasks = lease(session.peer(), theirs.length);
    mask(batch, mine, ownMasks, own);
    exchange(own, theirs);
    layout.trim(theirs, 0, contributions(batch, session.peer()));
    add(batch, session.party(), own, ownMasks, wires);
    add(batch, session.peer(), theirs, theirMasks, wires);
  }

  private static int contributions(InputBatch batch, int party) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.source(wire).contributes(party) ? 1 : 0;
    }
    return count;
  }

  private int words(InputBatch batch, int party) {
    return Math.toIntExact(layout.words(contributions(batch, party)));
  }

  private Leases lease(int party, int items) throws MpcException {
    Leases masks = new Leases(store, material.inputMask(party));
    masks.lease(items);
    return masks;
  }

  /** Masks this party's inputs. The masked inputs are public. */
  private void mask(InputBatch batch, BitMatrix mine, Leases masks, long[] masked) {
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(session.party())) {
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          masked[layout.word(number, chunk)] |= bits(mine, wire, chunk) << layout.shift(number);
        }
        number++;
      }
    }
    for (int item = 0; item < masked.length; item++) {
      masked[item] ^= masks.data(item)[masks.offset(item)];
    }
    layout.trim(masked, 0, number);
  }

  private long bits(BitMatrix values, int wire, int chunk) {
    return values.words()[values.offset(wire) + chunk] & layout.usedMask(chunk);
  }

  private void exchange(long[] own, long[] theirs) throws MpcException {
    byte[] out = Words.toBytes(own, 0, own.length);
    byte[] in = new byte[theirs.length * Long.BYTES];
    session.exchange(out, 0, out.length, in, 0, in.length);
    Words.fromBytes(in, 0, theirs, 0, theirs.length);
  }

  /** Adds the contribution of one party to each wire: [[r]] + (x + r). */
  private void add(InputBatch batch, int party, long[] masked, Leases masks, Wires wires) {
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(party)) {
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          int word = layout.word(number, chunk);
          int shift = layout.shift(number);
          int slot = batch.slot(wire);
          addMask(masks.data(word), masks.offset(word), shift, party, wires, chunk, slot);
          wires.addPublic(chunk, slot, (masked[word] >>> shift) & layout.chunkMask());
        }
        number++;
      }
    }
    Secrets.wipe(masked);
  }

  private void addMask(
      long[] mask, int item, int shift, int owner, Wires wires, int chunk, int slot) {
    wires.shares(chunk)[slot] ^= (mask[item] >>> shift) & layout.chunkMask();
    int to = owner == session.party() ? wires.macs(slot) : wires.keys(slot);
    int lanes = layout.chunkLanes();
    for (int v = 0; v < material.macWords(); v++) {
      int from = item + Material.BIT_PLANES + v * Material.BITS + shift;
      kernels.xorInto(wires.planes(chunk), to + v * lanes, mask, from, lanes);
    }
  }
}
