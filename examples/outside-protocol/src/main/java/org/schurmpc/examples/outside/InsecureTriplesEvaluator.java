package org.schurmpc.examples.outside;

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
 * Evaluates a circuit as one party. The value of each wire is the XOR of both parties' shares, and
 * an AND gate opens its inputs masked by a triple. Passive security: a peer that deviates from the
 * protocol is not detected.
 */
final class InsecureTriplesEvaluator implements Evaluator {
  private final Session session;
  private final PrepStore store;
  private final int lanes;
  private final int words;
  private BitMatrix shares = new BitMatrix(0, 0); // one row for each slot

  InsecureTriplesEvaluator(Session session, PrepStore store, int lanes) {
    this.session = session;
    this.store = store;
    this.lanes = lanes;
    this.words = BitMatrix.wordsFor(lanes);
    store.keys(InsecureTriples.materialFor(lanes)); // no keys, but requires that it fits
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public void begin(LayeredCircuit circuit) {
    shares = new BitMatrix(circuit.slotCount(), lanes);
  }

  /** Both parties share their contributions to each wire, which may be zero, by a random share. */
  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    byte[] out = new byte[batch.size() * words * Long.BYTES];
    session.random().nextBytes(out);
    long[] sent = words(out);
    long[] received = exchange(out, out.length);
    for (int i = 0; i < batch.size(); i++) {
      long contributes = contributes(batch.source(i)) ? -1 : 0;
      int slot = shares.offset(batch.slot(i));
      for (int w = 0; w < words; w++) {
        long value = mine.words()[mine.offset(i) + w] & contributes;
        shares.words()[slot + w] = value ^ sent[i * words + w] ^ received[i * words + w];
      }
      shares.trimRow(batch.slot(i));
    }
  }

  /**
   * Returns whether this party contributes to a value. The first party contributes public values.
   */
  private boolean contributes(InputSource source) {
    return source.contributes(session.party())
        || (source instanceof InputSource.Public && session.party() == 0);
  }

  @Override
  public void random(RandomBatch batch) {
    throw new IllegalStateException("this protocol has no random values");
  }

  @Override
  public void linear(LinearBatch batch) {
    boolean flips = session.party() == 0;
    for (int i = 0; i < batch.size(); i++) {
      int out = batch.out(i);
      switch (batch.op(i)) {
        case LinearBatch.XOR -> xor(out, batch.left(i), batch.right(i));
        case LinearBatch.COPY -> shares.copyRow(out, shares, batch.left(i));
        case LinearBatch.NOT -> {
          shares.copyRow(out, shares, batch.left(i));
          if (flips) {
            flip(out);
          }
        }
        case LinearBatch.ZERO -> shares.fillRow(out, false);
        case LinearBatch.ONE -> shares.fillRow(out, flips);
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  private void xor(int out, int left, int right) {
    long[] all = shares.words();
    for (int w = 0; w < words; w++) {
      all[shares.offset(out) + w] = all[shares.offset(left) + w] ^ all[shares.offset(right) + w];
    }
  }

  private void flip(int slot) {
    for (int w = shares.offset(slot); w < shares.offset(slot) + words; w++) {
      shares.words()[w] = ~shares.words()[w];
    }
    shares.trimRow(slot);
  }

  /** Computes xy = c + (x+a)b + (y+b)a + (x+a)(y+b), where x+a and y+b are opened. */
  @Override
  public void multiply(MulBatch batch) throws MpcException {
    int count = batch.size() * words;
    long[] triples = new long[InsecureTriples.PARTS * count];
    lease(batch.size(), triples);
    long[] masked = new long[2 * count];
    for (int i = 0; i < batch.size(); i++) {
      for (int w = 0; w < words; w++) {
        int item = InsecureTriples.PARTS * i * words + w;
        masked[2 * i * words + w] = share(batch.left(i), w) ^ triples[item];
        masked[(2 * i + 1) * words + w] = share(batch.right(i), w) ^ triples[item + words];
      }
    }
    byte[] out = Words.toBytes(masked, 0, masked.length);
    long[] received = exchange(out, out.length);
    for (int i = 0; i < batch.size(); i++) {
      for (int w = 0; w < words; w++) {
        int item = InsecureTriples.PARTS * i * words + w;
        int at = 2 * i * words + w;
        long d = masked[at] ^ received[at];
        long e = masked[at + words] ^ received[at + words];
        shares.words()[shares.offset(batch.out(i)) + w] =
            triples[item + 2 * words]
                ^ (d & triples[item + words])
                ^ (e & triples[item])
                ^ (session.party() == 0 ? d & e : 0);
      }
      shares.trimRow(batch.out(i));
    }
    Secrets.wipe(triples);
  }

  private long share(int slot, int word) {
    return shares.words()[shares.offset(slot) + word];
  }

  /** Leases items until all are there, because a store may lease fewer items than requested. */
  private void lease(int items, long[] to) throws MpcException {
    int longs = InsecureTriples.PARTS * words;
    for (int done = 0; done < items; ) {
      Lease lease = store.lease(InsecureTriples.triple(lanes), items - done);
      System.arraycopy(lease.data(), lease.offset(), to, done * longs, lease.items() * longs);
      done += lease.items();
    }
  }

  /**
   * Does nothing, because no check was deferred. An actively secure protocol checks its MACs here.
   */
  @Override
  public void check() {}

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    long[] sent = new long[batch.size() * words];
    int rowsSent = 0;
    int rowsReceived = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.target(i).includes(session.peer())) {
        int share = shares.offset(batch.slot(i));
        System.arraycopy(shares.words(), share, sent, rowsSent++ * words, words);
      }
      rowsReceived += batch.target(i).includes(session.party()) ? 1 : 0;
    }
    byte[] out = Words.toBytes(sent, 0, rowsSent * words);
    long[] received = exchange(out, rowsReceived * words * Long.BYTES);
    BitMatrix result = new BitMatrix(batch.size(), lanes);
    int at = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.target(i).includes(session.party())) {
        for (int w = 0; w < words; w++) {
          result.words()[result.offset(i) + w] = share(batch.slot(i), w) ^ received[at++];
        }
        result.trimRow(i);
      }
    }
    return result;
  }

  private long[] exchange(byte[] out, int bytes) throws MpcException {
    byte[] in = new byte[bytes];
    session.exchange(out, 0, out.length, in, 0, in.length);
    return words(in);
  }

  private static long[] words(byte[] bytes) {
    long[] words = new long[bytes.length / Long.BYTES];
    Words.fromBytes(bytes, 0, words, 0, words.length);
    return words;
  }

  @Override
  public void close() {
    Secrets.wipe(shares.words());
  }
}
