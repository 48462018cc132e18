package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.session.Session;

/**
 * Outputs: the shares are sent to the receivers of the output, and to nobody else. All earlier
 * openings are checked before the first share is sent, and the outputs' own MACs before anything is
 * returned. Between two parties a share shows its receiver only the output, since the receiver
 * holds the other share.
 */
final class OutputProtocol {
  private final Session session;
  private final LaneLayout layout;
  private final BitMacs macs;

  OutputProtocol(Session session, LaneLayout layout, BitMacs macs) {
    this.session = session;
    this.layout = layout;
    this.macs = macs;
  }

  BitMatrix output(OutputBatch batch, Wires wires) throws MpcException {
    macs.check();
    long[] sent = new long[words(batch, session.peer())];
    long[] received = new long[words(batch, session.party())];
    send(batch, wires, sent);
    byte[] out = Words.toBytes(sent, 0, sent.length);
    byte[] in = new byte[received.length * Long.BYTES];
    session.exchange(out, 0, out.length, in, 0, in.length);
    Words.fromBytes(in, 0, received, 0, received.length);
    BitMatrix result = receive(batch, wires, received);
    macs.check();
    return result;
  }

  private int words(OutputBatch batch, int learner) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.target(wire).includes(learner) ? 1 : 0;
    }
    return Math.toIntExact(layout.words(count));
  }

  private void send(OutputBatch batch, Wires wires, long[] bits) {
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.peer())) {
        int slot = batch.slot(wire);
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          long share = wires.shares(chunk)[slot] & layout.usedMask(chunk);
          bits[layout.word(number, chunk)] |= share << layout.shift(number);
          macs.sent(chunk, wires.planes(chunk), wires.macs(slot));
        }
        number++;
      }
    }
  }

  private BitMatrix receive(OutputBatch batch, Wires wires, long[] bits) {
    BitMatrix result = new BitMatrix(batch.size(), layout.lanes());
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.party())) {
        int slot = batch.slot(wire);
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          long theirs = bits[layout.word(number, chunk)] >>> layout.shift(number);
          macs.received(chunk, wires.planes(chunk), wires.keys(slot), theirs);
          long opened = (wires.shares(chunk)[slot] ^ theirs) & layout.usedMask(chunk);
          result.words()[result.offset(wire) + chunk] = opened;
        }
        number++;
      }
    }
    return result;
  }
}
