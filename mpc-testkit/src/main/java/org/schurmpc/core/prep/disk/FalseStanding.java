package org.schurmpc.core.prep.disk;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.Session;

/** What a cheater says of its store in the place of {@link StoreAgreement}. */
public final class FalseStanding {
  private FalseStanding() {}

  /** Describes a store with one batch, of material for a circuit. */
  public static byte[] evaluations(String batchId, long made, long used) throws IOException {
    return batch(batchId, new String[] {EvaluationUnits.NAME}, new long[] {made, used});
  }

  /**
   * Describes a store with one batch.
   *
   * @param numbers of each name how much was made, and how much is used up
   */
  static byte[] batch(String id, String[] names, long[] numbers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(1);
    out.writeUTF(id);
    out.writeInt(names.length);
    for (int i = 0; i < names.length; i++) {
      out.writeUTF(names[i]);
      out.writeLong(numbers[2 * i]);
      out.writeLong(numbers[2 * i + 1]);
    }
    return bytes.toByteArray();
  }

  /** Says a description to an honest peer. */
  public static void say(Session session, byte[] description) throws MpcException {
    say(session, description.length, description);
  }

  static void say(Session session, int saidLength, byte[] description) throws MpcException {
    int self = session.party();
    int peer = 1 - self;
    byte[][] lengths = session.exchangeAll(ByteBuffer.allocate(4).putInt(saidLength).array());
    int theirs = ByteBuffer.wrap(lengths[peer]).getInt();
    byte[][] outs = new byte[2][];
    byte[][] ins = new byte[2][];
    int[] outLengths = new int[2];
    int[] inLengths = new int[2];
    outs[peer] = description;
    outLengths[peer] = description.length;
    ins[peer] = new byte[theirs];
    inLengths[peer] = theirs;
    session.exchangeAll(outs, outLengths, ins, inLengths);
  }
}
