package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinytable.material.Material;

/**
 * Inputs: the owner sends x + r, of which it alone knows r; of a shared input each party sends its
 * part, and the masked value is the sum. Public inputs have no mask. One exchange, one bit for each
 * private input and lane.
 *
 * <p>The peer has no part in the mask, so there is nothing that it would open or could change.
 */
final class InputProtocol {
  private final Session session;
  private final LaneLayout layout;
  private final Leases[] masks;
  private final PackedExchange exchange;

  InputProtocol(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      PackedExchange exchange) {
    this.session = session;
    this.layout = layout;
    this.masks = new Leases[] {leases(store, material, 0), leases(store, material, 1)};
    this.exchange = exchange;
  }

  private static Leases leases(PrepStore store, Material material, int party) {
    return new Leases(store, material.inputMask(party));
  }

  void input(InputBatch batch, BitMatrix mine, MaskedWires wires) throws MpcException {
    int own = contributions(batch, session.party());
    int theirs = contributions(batch, session.peer());
    long[] sent = new long[(int) layout.words(own)];
    long[] received = new long[(int) layout.words(theirs)];
    masks[session.peer()].lease(received.length); // used up, although this party's part is zero
    mask(batch, mine, sent);
    layout.trim(sent, 0, own);
    exchange.exchange(sent, layout.bits(own), received, layout.bits(theirs));
    set(batch, mine, sent, received, wires);
    Secrets.wipe(sent);
    masks[0].release();
    masks[1].release();
  }

  private static int contributions(InputBatch batch, int party) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.source(wire).contributes(party) ? 1 : 0;
    }
    return count;
  }

  /** The own inputs, masked: these are public from now on. */
  private void mask(InputBatch batch, BitMatrix mine, long[] masked) throws MpcException {
    Leases own = masks[session.party()];
    own.lease(masked.length);
    for (int item = 0; item < masked.length; item++) {
      masked[item] = own.data(item)[own.offset(item)];
    }
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(session.party())) {
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          masked[layout.word(number, chunk)] ^= bits(mine, wire, chunk) << layout.shift(number);
        }
        number++;
      }
    }
  }

  private long bits(BitMatrix values, int wire, int chunk) {
    return values.words()[values.offset(wire) + chunk] & layout.usedMask(chunk);
  }

  private void set(
      InputBatch batch, BitMatrix mine, long[] sent, long[] received, MaskedWires wires) {
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      long[] values = wires.values(chunk);
      int own = 0;
      int theirs = 0;
      for (int wire = 0; wire < batch.size(); wire++) {
        InputSource source = batch.source(wire);
        long value = source instanceof InputSource.Public ? bits(mine, wire, chunk) : 0;
        if (source.contributes(session.party())) {
          value ^= layout.get(sent, own++, chunk);
        }
        if (source.contributes(session.peer())) {
          value ^= layout.get(received, theirs++, chunk);
        }
        values[batch.slot(wire)] = value;
      }
    }
  }
}
