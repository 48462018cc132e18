package org.schurmpc.garbled.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.Material;

/**
 * Opens outputs. The shares of a value ({@link WireMasks#copyValue}) go to those who learn the
 * output, with the proof of their MACs in the same message; each party compares before it returns
 * anything.
 */
final class OutputShares {
  private static final int INITIAL_LOG_WORDS = 1 << 8;

  private final Session session;
  private final LaneLayout layout;
  private final int lanes;
  private final BitRows shares;
  private final MacProof proofs;
  private final MacLog held = new MacLog(INITIAL_LOG_WORDS);
  private final MacLog expected = new MacLog(INITIAL_LOG_WORDS);

  OutputShares(
      Session session, LaneLayout layout, Material material, boolean garbles, long[] delta) {
    this.session = session;
    this.layout = layout;
    this.lanes = layout.lanes();
    this.shares = new BitRows(material, garbles, delta);
    this.proofs = new MacProof(session);
  }

  BitMatrix output(OutputBatch batch, WireMasks wires, Labels labels) throws MpcException {
    shares.begin(Math.multiplyExact(batch.size(), lanes));
    for (int wire = 0; wire < batch.size(); wire++) {
      wires.copyValue(batch.slot(wire), labels, shares, wire * lanes);
    }
    long number = session.nextNumber("outputs of a garbling");
    long[] mine = new long[words(batch, session.peer())];
    long[] theirs = new long[words(batch, session.party())];
    collect(batch, mine);
    byte[] out = message(mine, number);
    byte[] in = new byte[length(theirs)];
    session.exchange(out, 0, out.length, in, 0, in.length);
    Words.fromBytes(in, 0, theirs, 0, theirs.length);
    BitMatrix result = open(batch, theirs);
    Secrets.wipe(mine);
    Secrets.wipe(out);
    if (theirs.length > 0) {
      byte[] required = proof(session.peer(), session.party(), number, theirs, expected);
      byte[] proof = Arrays.copyOfRange(in, in.length - required.length, in.length);
      session.require(Secrets.equal(proof, required), Check.MAC, "an output was opened wrongly");
    }
    Secrets.wipe(theirs);
    Secrets.wipe(in);
    return result;
  }

  private int words(OutputBatch batch, int learner) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.target(wire).includes(learner) ? 1 : 0;
    }
    return Math.toIntExact(layout.words(count));
  }

  private static int length(long[] opened) {
    return opened.length == 0 ? 0 : opened.length * Long.BYTES + MacProof.BYTES;
  }

  private void collect(OutputBatch batch, long[] bits) {
    held.clear();
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.peer())) {
        for (int lane = 0; lane < lanes; lane++) {
          int row = wire * lanes + lane;
          layout.put(bits, number, lane >>> 6, (shares.share(row) & 1) << (lane & 63));
          shares.logHeld(row, held);
        }
        number++;
      }
    }
  }

  private byte[] message(long[] opened, long number) {
    byte[] message = new byte[length(opened)];
    if (opened.length > 0) {
      Words.toBytes(opened, 0, opened.length, message, 0);
      byte[] proof = proof(session.party(), session.peer(), number, opened, held);
      System.arraycopy(proof, 0, message, message.length - proof.length, proof.length);
    }
    return message;
  }

  private byte[] proof(int sender, int receiver, long number, long[] opened, MacLog macs) {
    byte[] statement =
        new FieldHash("outputs of a garbling").add(opened, 0, opened.length).digest();
    return proofs.of(sender, receiver, number, statement, macs);
  }

  private BitMatrix open(OutputBatch batch, long[] bits) {
    BitMatrix result = new BitMatrix(batch.size(), lanes);
    expected.clear();
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.target(wire).includes(session.party())) {
        for (int lane = 0; lane < lanes; lane++) {
          int row = wire * lanes + lane;
          long theirs = -(layout.get(bits, number, lane >>> 6) >>> (lane & 63) & 1);
          shares.logExpected(row, theirs, expected);
          long value = (shares.share(row) ^ theirs) & 1;
          result.words()[result.offset(wire) + (lane >>> 6)] |= value << (lane & 63);
        }
        number++;
      }
    }
    return result;
  }

  void wipe() {
    shares.wipe();
    held.wipe();
    expected.wipe();
    proofs.wipe();
  }
}
