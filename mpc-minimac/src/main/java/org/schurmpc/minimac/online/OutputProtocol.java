package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.Material;

/**
 * Outputs. Over C*, [[z]]* + [[o]]* is opened, where o has zero data and fresh uniform redundancy,
 * so that only the data of z are revealed. Over C, where a word is determined by its data, z itself
 * is opened. All earlier openings are checked before the first share is sent, and the outputs' own
 * MACs before anything is returned.
 */
final class OutputProtocol {
  private final Session session;
  private final Material material;
  private final PrepStore store;
  private final Opening opening;
  private final Encoder wireCode;
  private final boolean masks;
  private final XorKernels kernels;
  private final Lanes lanes;

  /**
   * Creates the protocol.
   *
   * @param wireCode encoder of the wires' code
   * @param masks whether the wires' code is C*
   */
  OutputProtocol(
      Session session,
      Material material,
      PrepStore store,
      Opening opening,
      Encoder wireCode,
      boolean masks,
      Lanes lanes,
      XorKernels kernels) {
    this.session = session;
    this.material = material;
    this.store = store;
    this.opening = opening;
    this.wireCode = wireCode;
    this.masks = masks;
    this.kernels = kernels;
    this.lanes = lanes;
  }

  BitMatrix output(OutputBatch batch, Wires wires, int columns) throws MpcException {
    opening.check();
    int count = batch.size();
    int longs = material.word().longs();
    long[] masked = new long[Math.multiplyExact(count, longs)];
    long[] opened = new long[count * Codeword.LONGS];
    for (int i = 0; i < count; i++) {
      int at = i * longs;
      System.arraycopy(wires.words(), wires.offset(batch.slot(i)), masked, at, longs);
      if (masks) {
        Lease mask = store.lease(material.outputMask(), 1);
        kernels.xorInto(masked, at, mask.data(), mask.offset(), longs);
      }
    }
    try {
      AuthWords words = new AuthWords(wireCode, material.word()).view(masked, 0, count);
      opening.open(words, new Recipients.Targets(batch), opened);
      opening.check();
      BitMatrix result = new BitMatrix(count, columns);
      for (int i = 0; i < count; i++) {
        if (batch.target(i).includes(session.party())) {
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
