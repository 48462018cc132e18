package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.kernel.EncodingKernels;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;

/**
 * One party's online phase of MiniMac in any of its variants (DLT14), composed of the parts that
 * the variant names. Wires are [[x]] over C, or over C* without down conversion; linear gates are
 * local; AND gates are {@link Multiplication}.
 *
 * <p>Any number of parties, all but one of them actively corrupted. Security with abort of min(8
 * d*, 128) bits.
 */
public final class MiniMacEvaluator implements Evaluator {
  private final int laneCount;
  private final Material material;
  private final PrepStore store;
  private final Wires wires;
  private final PublicWords publicWords;
  private final Opening opening;
  private final InputProtocol inputs;
  private final Multiplication multiplication;
  private final OutputProtocol outputs;

  /**
   * Creates an evaluator.
   *
   * @param store holds the MAC key alpha, 32 longs, and the material
   */
  public MiniMacEvaluator(
      Session session, PrepStore store, Variant variant, EncodingKernels kernels) {
    long[] alpha = store.keys(variant.material().storeName());
    if (alpha.length != Codeword.LONGS) {
      throw new IllegalStateException("a MAC key of " + alpha.length + " words");
    }
    MiniMacCode code = variant.code();
    Packing packing = variant.packing();
    Encoder encoder = variant.encoder().encoder(code.c(), kernels);
    Encoder starEncoder = variant.encoder().encoder(code.star(), kernels);
    Encoder wireEncoder = variant.starWires() ? starEncoder : encoder;
    Lanes lanes = new Lanes(code.c().k(), packing.planes());
    this.laneCount = variant.material().lanes();
    this.material = variant.material().items();
    AuthWord layout = material.word();
    this.store = store;
    this.publicWords =
        new PublicWords(layout, session.party(), code.c(), packing.one(), alpha, kernels);
    this.wires = new Wires(layout, publicWords, kernels);
    this.opening =
        switch (variant.opening()) {
          case BATCHED -> new BatchedOpening(session, layout, alpha, kernels);
          case PAPER -> new PaperOpening(session, layout, alpha, kernels);
        };
    this.inputs =
        new InputProtocol(session, material, store, encoder, packing, lanes, publicWords, kernels);
    LocalProduct product =
        switch (packing) {
          case BYTES -> new SchurProduct(material, publicWords, kernels);
          case BITS -> new PackedProduct(material, encoder, publicWords, kernels);
        };
    Conversion conversion =
        switch (variant.conversion()) {
          case NONE -> new NoConversion();
          case SYMMETRIC -> pairs(starEncoder, new OwnReencoding(encoder), kernels);
          case ONE ->
              pairs(
                  starEncoder,
                  new NominatedReencoding(session, encoder, variant.sigmaSymbols()),
                  kernels);
        };
    this.multiplication =
        new Multiplication(
            layout,
            store,
            opening,
            wireEncoder,
            product,
            conversion,
            variant.simultaneous(),
            kernels);
    this.outputs =
        new OutputProtocol(
            session, material, store, opening, wireEncoder, variant.starWires(), lanes, kernels);
  }

  private Conversion pairs(Encoder starEncoder, Reencoding reencoding, EncodingKernels kernels) {
    return new PairConversion(
        material, store, opening, starEncoder, reencoding, publicWords, kernels);
  }

  @Override
  public int lanes() {
    return laneCount;
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
      Lease lease = store.lease(material.random(), 1);
      int slot = wires.offset(batch.slot(i));
      System.arraycopy(lease.data(), lease.offset(), wires.words(), slot, material.word().longs());
    }
  }

  @Override
  public void linear(LinearBatch batch) {
    wires.linear(batch);
  }

  @Override
  public void multiply(MulBatch batch) throws MpcException {
    multiplication.multiply(batch, wires);
  }

  @Override
  public void check() throws MpcException {
    opening.check();
  }

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    return outputs.output(batch, wires, laneCount);
  }

  @Override
  public void close() {
    wires.wipe();
    publicWords.wipe();
    opening.wipe();
    multiplication.wipe();
  }
}
