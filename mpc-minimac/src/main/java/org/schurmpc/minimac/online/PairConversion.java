package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.minimac.material.Material;

/**
 * Conversion from C* to C with a pair ([[s]], [[s]]*) of equal data (DLT14, section 4.3, steps 3
 * and 4): [[z]]* + [[s]]* is opened to sigma*, the data of sigma* are re-encoded to sigma in C, and
 * [[z]] = sigma + [[s]]. The opened word is uniform in C*, since s* is uniform, even in its
 * redundancy.
 */
final class PairConversion implements Conversion {
  private final Material material;
  private final int longs;
  private final PrepStore store;
  private final Opening opening;
  private final Reencoding reencoding;
  private final PublicWords publicWords;
  private final XorKernels kernels;

  private final LeasedItems pairs = new LeasedItems();
  private long[] masked = new long[0];
  private long[] opened = new long[0];
  private final AuthWords words; // of masked

  /**
   * Creates the conversion.
   *
   * @param starCode encoder of C*
   */
  PairConversion(
      Material material,
      PrepStore store,
      Opening opening,
      Encoder starCode,
      Reencoding reencoding,
      PublicWords publicWords,
      XorKernels kernels) {
    this.material = material;
    this.longs = material.word().longs();
    this.store = store;
    this.opening = opening;
    this.words = new AuthWords(starCode, material.word());
    this.reencoding = reencoding;
    this.publicWords = publicWords;
    this.kernels = kernels;
  }

  @Override
  public void lease(int gates) throws MpcException {
    pairs.lease(store, material.pair(), gates);
  }

  @Override
  public void convert(MulBatch batch, int from, int count, Wires wires) throws MpcException {
    makeRoom(count);
    long[] w = wires.words();
    for (int i = 0; i < count; i++) {
      int z = wires.offset(batch.out(from + i));
      int star = pairs.offset(from + i) + material.star();
      int out = i * longs;
      kernels.xor(w, z, pairs.data(from + i), star, masked, out, longs);
    }
    opening.open(words.view(masked, 0, count), opened);
    reencoding.reencode(opened, count);
    for (int i = 0; i < count; i++) {
      int z = wires.offset(batch.out(from + i));
      int s = pairs.offset(from + i) + material.s();
      System.arraycopy(pairs.data(from + i), s, w, z, longs);
      publicWords.add(w, z, opened, i * Codeword.LONGS);
    }
  }

  private void makeRoom(int gates) {
    if (opened.length < gates * Codeword.LONGS) {
      Arrays.fill(masked, 0);
      Arrays.fill(opened, 0);
      masked = new long[Math.multiplyExact(gates, longs)];
      opened = new long[gates * Codeword.LONGS];
    }
  }

  @Override
  public void wipe() {
    pairs.clear();
    Arrays.fill(masked, 0);
    Arrays.fill(opened, 0);
    reencoding.wipe();
  }
}
