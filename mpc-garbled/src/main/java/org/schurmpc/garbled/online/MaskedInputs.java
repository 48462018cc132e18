package org.schurmpc.garbled.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.Material;

/**
 * Masks of input wires and their masked values Λ = x + λ. The owner knows λ of its private inputs
 * and sends Λ, one bit for each wire and lane; an input that is shared has a mask of each party,
 * whose sum is λ, and Λ is the sum of both messages. A public input is a wire with Λ = 0 whose mask
 * is the input. A peer can only change its own inputs.
 */
final class MaskedInputs {
  private final Session session;
  private final PrepStore store;
  private final LaneLayout layout;
  private final Material material;

  private InputBatch batch;

  /** Λ of all input wires, a row of bits for each. */
  private BitMatrix masked = new BitMatrix(0, 1);

  private long[] mine = new long[0];
  private long[] theirs = new long[0];

  MaskedInputs(Session session, PrepStore store, LaneLayout layout, Material material) {
    this.session = session;
    this.store = store;
    this.layout = layout;
    this.material = material;
  }

  /** Sets the masks of all input wires, and masks this party's inputs. */
  void begin(InputBatch inputs, BitMatrix values, WireMasks wires) throws MpcException {
    wipe();
    batch = inputs;
    masked = new BitMatrix(batch.size(), layout.lanes());
    mine = new long[words(session.party())];
    theirs = new long[words(session.peer())];
    for (int wire = 0; wire < batch.size(); wire++) {
      wires.clear(batch.slot(wire));
      if (batch.source(wire) instanceof InputSource.Public) {
        for (int lane = 0; lane < layout.lanes(); lane++) {
          wires.addPublic(batch.slot(wire), lane, values.get(wire, lane) ? -1 : 0);
        }
      }
    }
    for (int party = 0; party < session.parties(); party++) {
      addMasks(party, values, wires);
    }
  }

  private int words(int party) {
    int wires = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      wires += batch.source(wire).contributes(party) ? 1 : 0;
    }
    return Math.toIntExact(layout.words(wires));
  }

  private void addMasks(int owner, BitMatrix values, WireMasks wires) throws MpcException {
    Leases masks = new Leases(store, material.inputMask(owner));
    masks.lease(owner == session.party() ? mine.length : theirs.length);
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(owner)) {
        wires.addMask(batch.slot(wire), masks, number, owner == material.garbler());
        if (owner == session.party()) {
          mask(wire, number, values, masks);
        }
        number++;
      }
    }
    masks.release();
  }

  private void mask(int wire, int number, BitMatrix values, Leases masks) {
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      int item = layout.word(number, chunk);
      long mask = masks.data(item)[masks.offset(item)] >>> layout.shift(number);
      long value = values.words()[values.offset(wire) + chunk];
      layout.put(mine, number, chunk, (value ^ mask) & layout.usedMask(chunk));
    }
  }

  /** Returns the length of this party's message in bytes. */
  int bytes() {
    return mine.length * Long.BYTES;
  }

  /** Returns the length of the peer's message in bytes. */
  int theirBytes() {
    return theirs.length * Long.BYTES;
  }

  void write(byte[] out) {
    Words.toBytes(mine, 0, mine.length, out, 0);
  }

  void read(byte[] in) {
    Words.fromBytes(in, 0, theirs, 0, theirs.length);
    add(session.party(), mine);
    add(session.peer(), theirs);
  }

  private void add(int owner, long[] from) {
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(owner)) {
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          masked.words()[masked.offset(wire) + chunk] ^=
              layout.get(from, number, chunk) & layout.usedMask(chunk);
        }
        number++;
      }
    }
  }

  /** Returns the input wires. */
  InputBatch batch() {
    return batch;
  }

  /** Whether a wire has a masked value, and so a label; the others are public. */
  boolean isMasked(int wire) {
    return !(batch.source(wire) instanceof InputSource.Public);
  }

  /** Returns the number of wires that are masked. */
  int count() {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += isMasked(wire) ? 1 : 0;
    }
    return count;
  }

  /**
   * Adds Λ, which both parties know, to the masks of all wires. Each wire then has its value in
   * place of a mask, the masked value 0 and no label.
   */
  void unmask(WireMasks wires) {
    for (int wire = 0; wire < batch.size(); wire++) {
      for (int lane = 0; isMasked(wire) && lane < layout.lanes(); lane++) {
        wires.addPublic(batch.slot(wire), lane, masked(wire, lane));
      }
    }
  }

  /** Returns Λ of one lane of a wire as a mask. */
  long masked(int wire, int lane) {
    return -(masked.words()[masked.offset(wire) + (lane >>> 6)] >>> (lane & 63) & 1);
  }

  void wipe() {
    Secrets.wipe(masked.words());
    Secrets.wipe(mine);
    Secrets.wipe(theirs);
  }
}
