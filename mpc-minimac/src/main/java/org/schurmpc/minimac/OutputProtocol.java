package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/**
 * Outputs: [[z]]* + [[o]]* is opened, where o has zero data and fresh uniform redundancy, so that
 * nothing but the data of z is shown. Everything opened before is checked before the first share is
 * sent, and the outputs' own MACs before anything is returned.
 */
final class OutputProtocol {
  private final Session session;
  private final PrepStore store;
  private final Opening opening;
  private final Kernels kernels;
  private final Lanes lanes;

  OutputProtocol(
      Session session, PrepStore store, MiniMacCode code, Opening opening, Kernels kernels) {
    this.session = session;
    this.store = store;
    this.opening = opening;
    this.kernels = kernels;
    this.lanes = new Lanes(code.c().k());
  }

  BitMatrix output(OutputBatch batch, Wires wires, int columns) throws MpcException {
    opening.check();
    int count = batch.size();
    OutputTarget[] targets = new OutputTarget[count];
    long[] masked = new long[Math.multiplyExact(count, AuthWord.LONGS)];
    long[] opened = new long[count * Codeword.LONGS];
    for (int i = 0; i < count; i++) {
      targets[i] = batch.target(i);
      Lease mask = store.lease(Material.OUTPUT_MASK, 1);
      int z = Wires.offset(batch.slot(i));
      int at = i * AuthWord.LONGS;
      kernels.xor(wires.words(), z, mask.data(), mask.offset(), masked, at, AuthWord.LONGS);
    }
    try {
      opening.openTo(targets, masked, count, opened);
      opening.check();
      BitMatrix result = new BitMatrix(count, columns);
      for (int i = 0; i < count; i++) {
        if (targets[i].includes(session.party())) {
          lanes.unpack(opened, i * Codeword.LONGS, result, i);
        }
      }
      return result;
    } finally {
      Arrays.fill(masked, 0);
      Arrays.fill(opened, 0);
    }
  }
}
