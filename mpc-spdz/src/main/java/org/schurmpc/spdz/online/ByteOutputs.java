package org.schurmpc.spdz.online;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * The output of a circuit as bytes, which are images of elements of GF(2^8) in gf2_40: opened like
 * any elements, with the checks of {@link ElementOutputs}.
 */
final class ByteOutputs {
  private final Session session;
  private final Field field;
  private final int lanes;
  private final ElementOutputs outputs;

  ByteOutputs(
      Session session,
      Field field,
      int lanes,
      GlobalMacCheck macs,
      Opening opening,
      OwnedValues masks) {
    this.session = session;
    this.field = field;
    this.lanes = lanes;
    this.outputs = new ElementOutputs(session, field, macs, opening, masks);
  }

  /** Opens the one output; see {@link CircuitWires#outputBytes}. */
  BitMatrix output(OutputBatch batch, Shares bytes) throws MpcException {
    OutputTarget target = batch.target(0);
    for (int wire = 1; wire < batch.size(); wire++) {
      if (!batch.target(wire).equals(target)) {
        throw new IllegalStateException("bytes of one output for several targets");
      }
    }
    if (bytes.count() * Byte.SIZE != batch.size() * lanes) {
      throw new IllegalStateException("%d bytes of output".formatted(bytes.count()));
    }
    int receiver = target instanceof OutputTarget.Only only ? only.party() : OutputValues.ALL;
    int n = bytes.count();
    long[] clear = new long[n * field.limbs()];
    try {
      outputs.output(List.of(new OutputValues(receiver, bytes, 0, n, clear, 0)));
      return bits(batch, clear, target.includes(session.party()));
    } finally {
      Secrets.wipe(clear);
    }
  }

  private BitMatrix bits(OutputBatch batch, long[] clear, boolean mine) throws MpcException {
    BitMatrix result = new BitMatrix(batch.size(), lanes);
    if (!mine) {
      return result;
    }
    byte[] values = new byte[clear.length];
    boolean all = Gf2To40Embedding.extract(clear, 0, values, 0, values.length);
    session.require(all, Check.MAC, "an output is no byte");
    int last = batch.size() / Byte.SIZE - 1;
    for (int i = 0; i <= last; i++) {
      for (int lane = 0; lane < lanes; lane++) {
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          long value = (values[i * lanes + lane] & 0xffL) >>> bit & 1;
          int row = result.offset(Byte.SIZE * (last - i) + bit);
          result.words()[row + lane / Long.SIZE] |= value << lane;
        }
      }
    }
    Secrets.wipe(values);
    return result;
  }
}
