package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.minimac.material.AuthWord;

/**
 * The multiplication protocol (DLT14, section 4.3): opens epsilon = x + a and delta = y + b (step
 * 1), computes [[x y]]* (step 2, {@link LocalProduct}) and converts it to a wire (steps 3 and 4,
 * {@link Conversion}). All gates of a layer share one exchange (section 4.4), or gates are
 * multiplied one by one.
 *
 * <p>A wide layer is processed in portions that fit the processor's cache: while the peers' shares
 * of one portion are in transit, the portion before is computed.
 */
final class Multiplication {
  /**
   * Number of gates of a portion: 200 KB of masked values with two parties, and 60 KB of messages.
   */
  private static final int PORTION = 64;

  /** Maximum number of portions sent and not yet received, including the one sent last. */
  private static final int UNDER_WAY = 2;

  private final int longs;
  private final PrepStore store;
  private final Opening opening;
  private final LocalProduct product;
  private final Conversion conversion;
  private final boolean simultaneous;
  private final XorKernels kernels;

  private final LeasedItems items = new LeasedItems();
  private long[] masked = new long[0];
  private long[] opened = new long[0];
  private final AuthWords words; // of masked

  /**
   * Creates the protocol.
   *
   * @param wireCode encoder of the wires' code
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
      XorKernels kernels) {
    this.longs = layout.longs();
    this.store = store;
    this.opening = opening;
    this.words = new AuthWords(wireCode, layout);
    this.product = product;
    this.conversion = conversion;
    this.simultaneous = simultaneous;
    this.kernels = kernels;
  }

  /** Multiplies the gates of a batch. Output slots are disjoint from input slots. */
  void multiply(MulBatch batch, Wires wires) throws MpcException {
    int gates = batch.size();
    if (gates == 0) {
      return;
    }
    items.lease(store, product.material(), gates);
    conversion.lease(gates);
    if (simultaneous) {
      multiplyTogether(batch, gates, wires);
    } else {
      multiplyOneByOne(batch, gates, wires);
    }
    items.clear();
  }

  private void multiplyOneByOne(MulBatch batch, int gates, Wires wires) throws MpcException {
    makeRoom(1);
    for (int gate = 0; gate < gates; gate++) {
      mask(batch, gate, 1, wires, 0);
      opening.open(words.view(masked, 0, 2), opened);
      combine(batch, gate, 1, wires);
      conversion.convert(batch, gate, 1, wires);
    }
  }

  private void multiplyTogether(MulBatch batch, int gates, Wires wires) throws MpcException {
    makeRoom(Math.min(gates, UNDER_WAY * PORTION));
    opening.begin();
    int sent = 0;
    for (int done = 0; done < gates; done += PORTION) {
      for (; sent < gates && sent < done + UNDER_WAY * PORTION; sent += PORTION) {
        int count = Math.min(PORTION, gates - sent);
        mask(batch, sent, count, wires, place(sent));
        opening.send(words.view(masked, place(sent), 2 * count));
      }
      int count = Math.min(PORTION, gates - done);
      opening.receive(words.view(masked, place(done), 2 * count), opened);
      combine(batch, done, count, wires);
    }
    conversion.convert(batch, 0, gates, wires);
  }

  /** Returns the place of the masked values of a portion. */
  private int place(int firstGate) {
    return 2 * longs * (firstGate % (UNDER_WAY * PORTION));
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

  /** Computes the local part of step 1: [[x]] + [[a]] and [[y]] + [[b]]. */
  private void mask(MulBatch batch, int from, int count, Wires wires, int offset) {
    long[] w = wires.words();
    for (int i = 0; i < count; i++) {
      int gate = from + i;
      long[] material = items.data(gate);
      int item = items.offset(gate);
      int x = wires.offset(batch.left(gate));
      int y = wires.offset(batch.right(gate));
      int out = offset + 2 * i * longs;
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
