package org.schurmpc.minimac;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/**
 * One party's online phase of MiniTrix (DLT14, section 4): wires are [[x]]* of 8k bits, linear
 * gates are local, AND gates are {@link PackedProduct}.
 *
 * <p>Two parties, one of them actively corrupted; security with abort of min(8 d*, 128) bits.
 */
final class MiniTrixEvaluator implements Evaluator {
  private final MiniMacCode code;
  private final PrepStore store;
  private final Wires wires;
  private final PublicWords publicWords;
  private final Opening opening;
  private final InputProtocol inputs;
  private final PackedProduct product;
  private final OutputProtocol outputs;

  /**
   * @param store holds the MAC key alpha, 32 longs, and the material
   */
  MiniTrixEvaluator(
      Session session, PrepStore store, MiniMacCode code, OpeningMode mode, Kernels kernels) {
    long[] alpha = store.keys(code.name());
    if (alpha.length != Codeword.LONGS) {
      throw new IllegalStateException("a MAC key of " + alpha.length + " words");
    }
    PublicEncoder encoder = new PublicEncoder(code.c(), kernels);
    PublicEncoder starEncoder = new PublicEncoder(code.star(), kernels);
    this.code = code;
    this.store = store;
    this.publicWords = new PublicWords(session.party(), code.c(), alpha, kernels);
    this.wires = new Wires(publicWords, kernels);
    this.opening =
        switch (mode) {
          case BATCHED -> new BatchedOpening(session, code, starEncoder, alpha, kernels);
          case PAPER -> new PaperOpening(session, code, starEncoder, alpha, kernels);
        };
    this.inputs = new InputProtocol(session, store, code, encoder, publicWords, kernels);
    this.product = new PackedProduct(store, opening, encoder, publicWords, kernels);
    this.outputs = new OutputProtocol(session, store, code, opening, kernels);
  }

  @Override
  public int lanes() {
    return code.lanes();
  }

  @Override
  public void begin(LayeredCircuit circuit) {
    wires.begin(circuit.slotCount());
  }

  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    inputs.input(batch, mine, wires);
  }

  @Override
  public void random(RandomBatch batch) throws MpcException {
    for (int i = 0; i < batch.size(); i++) {
      Lease lease = store.lease(Material.RANDOM, 1);
      int slot = Wires.offset(batch.slot(i));
      System.arraycopy(lease.data(), lease.offset(), wires.words(), slot, AuthWord.LONGS);
    }
  }

  @Override
  public void linear(LinearBatch batch) {
    wires.linear(batch);
  }

  @Override
  public void multiply(MulBatch batch) throws MpcException {
    product.multiply(batch, wires);
  }

  @Override
  public void check() throws MpcException {
    opening.check();
  }

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    return outputs.output(batch, wires, lanes());
  }

  @Override
  public void close() {
    wires.wipe();
    publicWords.wipe();
    opening.wipe();
    product.wipe();
  }
}
