package org.schurmpc.core.eval.tables;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/**
 * One party's side of masked truth tables (TinyTable, DNNR17, section 3, without its MACs). A wire
 * with value b and mask r carries the public e = b ^ r, and each party holds a share of r. Passive
 * security: a peer that deviates goes unnoticed.
 *
 * <p>Sends one bit for each AND gate, input wire and learnt output wire, per lane.
 */
final class InsecureTablesEvaluator implements Evaluator {
  private final Session session;
  private final PrepStore store;
  private final int lanes;
  private final int words;
  private final long[] theirs;
  private Material material;
  private BitMatrix masked = new BitMatrix(0, 0); // e of each slot
  private BitMatrix shares = new BitMatrix(0, 0); // this party's share of r of each slot
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  InsecureTablesEvaluator(Session session, PrepStore store, int lanes) {
    this.session = session;
    this.store = store;
    this.lanes = lanes;
    this.words = BitMatrix.wordsFor(lanes);
    this.theirs = new long[words];
    store.keys(InsecureTables.materialFor(lanes)); // there are none, but it must be this material
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public void begin(LayeredCircuit circuit) {
    material = Material.of(circuit, lanes);
    masked = new BitMatrix(circuit.slotCount(), lanes);
    shares = new BitMatrix(circuit.slotCount(), lanes);
  }

  /**
   * e = x_0 ^ r_0 ^ x_1 ^ r_1, where x_i is party i's share of the input: all of it or nothing,
   * unless the input is shared. The dealer need not know who owns what.
   */
  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    makeRoom(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      int slot = masked.offset(batch.slot(i));
      Lease mask = store.lease(material.inputMask(), 1);
      System.arraycopy(mask.data(), mask.offset(), shares.words(), slot, words);
      long contributes = contributes(batch.source(i)) ? -1 : 0;
      for (int w = 0; w < words; w++) {
        long x = mine.words()[mine.offset(i) + w] & contributes;
        masked.words()[slot + w] = x ^ shares.words()[slot + w];
      }
      Words.toBytes(masked.words(), slot, words, out, i * words * Long.BYTES);
    }
    exchange(batch.size(), batch.size());
    for (int i = 0; i < batch.size(); i++) {
      addReceived(i, masked, batch.slot(i));
    }
  }

  private boolean contributes(InputSource source) {
    if (source instanceof InputSource.Private owner) {
      return owner.party() == session.party();
    }
    return source instanceof InputSource.Shared || session.party() == 0;
  }

  /** Never: the dealer would have to know the masks, and a demand does not ask for any. */
  @Override
  public void random(RandomBatch batch) {
    throw new IllegalStateException("masked tables have no random values");
  }

  @Override
  public void linear(LinearBatch batch) {
    LinearRows.onMaskedValues(batch, masked);
    LinearRows.onMasks(batch, shares);
  }

  @Override
  public void multiply(MulBatch batch) throws MpcException {
    makeRoom(batch.size());
    for (int done = 0; done < batch.size(); ) {
      Lease lease = store.lease(material.and(), batch.size() - done);
      for (int i = 0; i < lease.items(); i++) {
        lookUp(batch, done + i, lease.data(), lease.offset() + i * Material.PARTS * words);
      }
      done += lease.items();
    }
    exchange(batch.size(), batch.size());
    for (int i = 0; i < batch.size(); i++) {
      addReceived(i, masked, batch.out(i));
    }
  }

  /** This party's share of e of the output. Indices are masked values, which are public. */
  private void lookUp(MulBatch batch, int i, long[] item, int table) {
    long[] e = masked.words();
    int left = masked.offset(batch.left(i));
    int right = masked.offset(batch.right(i));
    int o = masked.offset(batch.out(i));
    for (int w = 0; w < words; w++) {
      long u = e[left + w];
      long v = e[right + w];
      e[o + w] =
          (~u & ~v & item[table + w])
              | (~u & v & item[table + words + w])
              | (u & ~v & item[table + 2 * words + w])
              | (u & v & item[table + 3 * words + w]);
    }
    System.arraycopy(item, table + Material.ENTRIES * words, shares.words(), o, words);
    Words.toBytes(e, o, words, out, i * words * Long.BYTES);
  }

  /** Nothing was put off: a protocol with active security compares its MACs here. */
  @Override
  public void check() {}

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    makeRoom(batch.size());
    int sent = 0;
    int received = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.target(i).includes(session.peer())) {
        int share = shares.offset(batch.slot(i));
        Words.toBytes(shares.words(), share, words, out, sent++ * words * Long.BYTES);
      }
      received += batch.target(i).includes(session.party()) ? 1 : 0;
    }
    exchange(sent, received);
    BitMatrix result = new BitMatrix(batch.size(), lanes);
    int at = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.target(i).includes(session.party())) {
        int slot = masked.offset(batch.slot(i));
        for (int w = 0; w < words; w++) {
          // b = e ^ r_0 ^ r_1
          result.words()[result.offset(i) + w] =
              masked.words()[slot + w] ^ shares.words()[slot + w];
        }
        addReceived(at++, result, i);
      }
    }
    return result;
  }

  private void makeRoom(int rows) {
    int bytes = Math.multiplyExact(rows, words * Long.BYTES);
    if (out.length < bytes) {
      out = new byte[bytes];
      in = new byte[bytes];
    }
  }

  private void exchange(int rowsSent, int rowsReceived) throws MpcException {
    int rowBytes = words * Long.BYTES;
    session.exchange(out, 0, rowsSent * rowBytes, in, 0, rowsReceived * rowBytes);
  }

  /** Adds row {@code i} of what the peer sent; bits beyond the lanes mean nothing. */
  private void addReceived(int i, BitMatrix rows, int row) {
    Words.fromBytes(in, i * words * Long.BYTES, theirs, 0, words);
    for (int w = 0; w < words; w++) {
      rows.words()[rows.offset(row) + w] ^= theirs[w];
    }
    rows.trimRow(row);
  }

  @Override
  public void close() {
    Secrets.wipe(shares.words());
    Secrets.wipe(masked.words());
  }
}
