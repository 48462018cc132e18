package org.schurmpc.minimac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.PrepStore;

/**
 * The multiplication protocol (DLT14, section 4.3): opens epsilon = x + a and delta = y + b (step
 * 1), forms [[x y]]* (step 2, {@link LocalProduct}) and makes of it what wires hold (steps 3 and 4,
 * {@link Conversion}); for all gates of a layer in one exchange (section 4.4), or gate by gate.
 */
final class Multiplication {
  private final int longs;
  private final PrepStore store;
  private final Opening opening;
  private final Encoder wireCode;
  private final LocalProduct product;
  private final Conversion conversion;
  private final boolean simultaneous;
  private final Kernels kernels;

  private final LeasedItems items = new LeasedItems();
  private long[] masked = new long[0];
  private long[] opened = new long[0];

  /**
   * @param wireCode the encoder of the code that wires are over
   * @param simultaneous whether the gates of a layer share their exchanges
   */
  Multiplication(
      AuthWord layout,
      PrepStore store,
      Opening opening,
      Encoder wireCode,
      LocalProduct product,
      Conversion conversion,
      boolean simultaneous,
      Kernels kernels) {
    this.longs = layout.longs();
    this.store = store;
    this.opening = opening;
    this.wireCode = wireCode;
    this.product = product;
    this.conversion = conversion;
    this.simultaneous = simultaneous;
    this.kernels = kernels;
  }

  /** Multiplies the gates of a batch; its output slots are apart from its input slots. */
  void multiply(MulBatch batch, Wires wires) throws MpcException {
    int gates = batch.size();
    if (gates == 0) {
      return;
    }
    items.lease(store, product.material(), gates);
    conversion.lease(gates);
    int together = simultaneous ? gates : 1;
    makeRoom(together);
    for (int from = 0; from < gates; from += together) {
      mask(batch, from, together, wires);
      opening.open(wireCode, masked, 2 * together, opened);
      combine(batch, from, together, wires);
      conversion.convert(batch, from, together, wires);
    }
    items.clear();
  }

  private void makeRoom(int gates) {
    int openings = Math.multiplyExact(2, gates);
    if (opened.length < openings * Codeword.LONGS) {
      Arrays.fill(masked, 0);
      Arrays.fill(opened, 0);
      masked = new long[Math.multiplyExact(openings, longs)];
      opened = new long[openings * Codeword.LONGS];
    }
  }

  /** Step 1, local part: [[x]] + [[a]] and [[y]] + [[b]]. */
  private void mask(MulBatch batch, int from, int count, Wires wires) {
    long[] w = wires.words();
    for (int i = 0; i < count; i++) {
      int gate = from + i;
      long[] material = items.data(gate);
      int item = items.offset(gate);
      int x = wires.offset(batch.left(gate));
      int y = wires.offset(batch.right(gate));
      int out = 2 * i * longs;
      kernels.xor(w, x, material, item + product.a(), masked, out, longs);
      out += longs;
      kernels.xor(w, y, material, item + product.b(), masked, out, longs);
    }
  }

  private void combine(MulBatch batch, int from, int count, Wires wires) {
    for (int i = 0; i < count; i++) {
      int gate = from + i;
      int epsilon = 2 * i * Codeword.LONGS;
      int z = wires.offset(batch.out(gate));
      product.combine(opened, epsilon, items.data(gate), items.offset(gate), wires.words(), z);
    }
  }

  void wipe() {
    items.clear();
    Arrays.fill(masked, 0);
    Arrays.fill(opened, 0);
    product.wipe();
    conversion.wipe();
  }
}
