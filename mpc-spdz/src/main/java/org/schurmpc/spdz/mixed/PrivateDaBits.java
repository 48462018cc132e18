package org.schurmpc.spdz.mixed;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockStock;

/**
 * Private daBits: uniform bits that one party knows, in TinyOT and over F_p. The owner gives the
 * bits of its input masks in TinyOT as proven bits over F_p, and {@link ParityCheck} is one proof
 * for all. Malicious security with abort, for two parties: values differ with probability 2^-σ, and
 * 3/p and 2^-64 of the two domains.
 */
class PrivateDaBits {
  private final Session session;
  private final GivenBits given;
  private final BlockStock stock;
  private final BitBlocks blocks;
  private final int sigma;
  private final ParityCheck check;
  private final Prg random;

  /**
   * Creates the maker.
   *
   * @param sigma statistical security in bits
   */
  PrivateDaBits(
      Session session,
      GivenBits given,
      BlockStock stock,
      BitBlocks blocks,
      int sigma,
      ParityCheck check) {
    this.session = session;
    this.given = given;
    this.stock = stock;
    this.blocks = blocks;
    this.sigma = sigma;
    this.check = check;
    this.random = Prg.seededFrom(session.random());
  }

  /**
   * Makes daBits of one party, and further proven bits of that party over F_p alone; all checks
   * have passed when the method returns.
   *
   * @param n number of daBits, a multiple of 64
   * @param more number of further bits
   * @return {@code n + more} bits over F_p, of which the first n are those of the blocks in turn
   * @throws org.schurmpc.core.abort.Refused if the field has no room for the check; before anything
   *     is sent
   */
  MixedBatch make(int owner, int n, int more) throws MpcException {
    ParityParameters size = ParityParameters.of(n, sigma, given.field());
    int count = Math.addExact(size.numbers(), more);
    long[] bits = new long[size.blocks() * blocks.longs()];
    long[] words = new long[(count + Long.SIZE - 1) / Long.SIZE];
    Shares all = new Shares(given.field(), 0);
    try {
      stock.inputMasks(owner, bits, 0, size.blocks());
      if (owner == session.party()) {
        draw(bits, words, size.blocks());
      }
      all = given.give(owner, words, count);
      check.check(owner, size, bits, all);
      Shares numbers = new Shares(given.field(), n + more);
      numbers.copy(0, all, 0, n);
      numbers.copy(n, all, size.numbers(), more);
      return new MixedBatch(numbers, Arrays.copyOf(bits, n / Material.BITS * blocks.longs()));
    } finally {
      Secrets.wipe(bits);
      Secrets.wipe(words);
      all.wipe();
    }
  }

  /**
   * Writes this party's bits over the field: first those of blocks, then uniform ones. Tests lie
   * about them.
   */
  void draw(long[] bits, long[] words, int count) {
    for (int block = 0; block < count; block++) {
      words[block] = bits[block * blocks.longs()];
    }
    random.nextLongs(words, count, words.length - count);
  }

  /** Wipes the source of bits. */
  void wipe() {
    random.wipe();
  }
}
