package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Outputs, all in one opening to everybody. Outputs for one party alone are masked by an r known to
 * this party. All earlier openings are checked before the first share is sent, and the outputs' own
 * MACs before anything is returned.
 */
final class OutputProtocol {
  private final Session session;
  private final Field field;
  private final int lanes;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final OwnedValues masks;

  OutputProtocol(
      Session session,
      Material material,
      int lanes,
      GlobalMacCheck macs,
      Opening opening,
      OwnedValues masks) {
    this.session = session;
    this.field = material.field();
    this.lanes = lanes;
    this.macs = macs;
    this.opening = opening;
    this.masks = masks;
  }

  BitMatrix output(OutputBatch batch, Wires wires) throws MpcException {
    macs.check();
    int longs = lanes * field.limbs();
    opening.begin(Math.multiplyExact(batch.size(), lanes));
    long[] clear = new long[batch.size() * longs];
    try {
      for (int wire = 0; wire < batch.size(); wire++) {
        write(batch, wire, wires, clear);
      }
      opening.openWritten();
      field.subtract(opening.values(), opening.at(0), clear, 0, clear, 0, batch.size() * lanes);
      macs.check();
      return bits(batch, clear);
    } finally {
      Secrets.wipe(clear);
      masks.release();
    }
  }

  /**
   * Writes the value to open for one output: z, or z + r.
   *
   * @param clear receives r if this party knows r
   */
  private void write(OutputBatch batch, int wire, Wires wires, long[] clear) throws MpcException {
    int longs = lanes * field.limbs();
    int at = opening.at(wire * lanes);
    Shares shares = wires.shares();
    int from = shares.at(wires.element(batch.slot(wire)));
    System.arraycopy(shares.values(), from, opening.values(), at, longs);
    System.arraycopy(shares.macs(), from, opening.macs(), at, longs);
    if (batch.target(wire) instanceof OutputTarget.Only only) {
      LeasedValues owners = masks.of(only.party());
      Shares mask = new Shares(field, lanes);
      owners.lease(lanes);
      owners.copy(0, lanes, 0, mask, 0);
      field.add(opening.values(), at, mask.values(), 0, opening.values(), at, lanes);
      field.add(opening.macs(), at, mask.macs(), 0, opening.macs(), at, lanes);
      if (only.party() == session.party()) {
        owners.copyClear(0, lanes, clear, wire * longs);
      }
      mask.wipe();
    }
  }

  private BitMatrix bits(OutputBatch batch, long[] opened) throws MpcException {
    BitMatrix result = new BitMatrix(batch.size(), lanes);
    BitReader reader = new BitReader(field);
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.party())) {
        for (int lane = 0; lane < lanes; lane++) {
          long bit = reader.bit(opened, (wire * lanes + lane) * field.limbs());
          result.words()[result.offset(wire) + lane / Long.SIZE] |= bit << lane;
        }
      }
    }
    boolean all = reader.all();
    if (!all) {
      Arrays.fill(result.words(), 0);
    }
    session.require(all, Check.MAC, "an output is neither 0 nor 1");
    return result;
  }
}
