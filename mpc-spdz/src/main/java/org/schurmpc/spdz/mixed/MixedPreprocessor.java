package org.schurmpc.spdz.mixed;

import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotPreprocessor;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/**
 * The preprocessing of mixed arithmetic at one of two parties: numbers over F_p under MASCOT's key,
 * bits under TinyOT's, and material that ties both (docs/decisions/0059). Malicious security with
 * abort; the statistical security is that of TinyOT's triples.
 *
 * <p>All material handed out has passed its checks. After an exception the preprocessor and the
 * session are unusable. Not thread-safe.
 */
public final class MixedPreprocessor implements AutoCloseable {
  private final MascotPreprocessor mascot;
  private final BlockStock stock;
  private final BitBlocks blocks;
  private final ParityCheck parities;
  private final PrivateDaBits privateDaBits;
  private final BlockProducts products;
  private final EdaBits edaBits;
  private final BlockOpening opening;
  private final DaBits daBits;
  private final Conversions conversions;

  private MixedPreprocessor(
      Session session,
      MascotPreprocessor mascot,
      GivenBits given,
      BlockStock stock,
      int sigma,
      Kernels kernels) {
    this.mascot = mascot;
    this.stock = stock;
    long[] delta = stock.delta();
    this.blocks = new BitBlocks(session.party(), delta, kernels);
    Secrets.wipe(delta);
    this.parities = new ParityCheck(session, given, blocks);
    this.privateDaBits = new PrivateDaBits(session, given, stock, blocks, sigma, parities);
    this.products = new BlockProducts(session, stock, blocks, kernels);
    BlockAdder adder = new BlockAdder(stock, products, blocks);
    this.edaBits = new EdaBits(given, privateDaBits, adder);
    this.opening = new BlockOpening(session, blocks, kernels);
    this.daBits = new DaBits(given, edaBits, opening, blocks, sigma);
    BorrowNetwork borrows = new BorrowNetwork(stock, products, blocks);
    this.conversions = new Conversions(given, opening, borrows, blocks);
  }

  /**
   * Sets up MASCOT and TinyOT's preprocessing under keys of their own.
   *
   * @param session of two parties; stays open when the preprocessor is closed
   * @param mascot over a prime field
   * @param tinyOt its σ is that of everything here
   * @param expected about how many bits of each party will be made over F_p
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's parameters differ
   */
  public static MixedPreprocessor begin(
      Session session,
      MascotParameters mascot,
      OtPreprocessing tinyOt,
      long expected,
      Supplier<Kernels> kernels)
      throws MpcException {
    if (session.parties() != 2 || mascot.field().isBinary()) {
      throw new IllegalArgumentException(
          "mixed arithmetic of %d parties over %s"
              .formatted(session.parties(), mascot.field().name()));
    }
    MascotPreprocessor numbers = MascotPreprocessor.begin(session, mascot, kernels);
    BlockStock stock = null;
    boolean done = false;
    try {
      GivenBits given = numbers.givenBits(expected);
      stock = BlockStock.begin(session, tinyOt, kernels);
      MixedPreprocessor made =
          new MixedPreprocessor(session, numbers, given, stock, tinyOt.sigma(), kernels.get());
      done = true;
      return made;
    } finally {
      if (!done) {
        numbers.close();
        if (stock != null) {
          stock.close();
        }
      }
    }
  }

  /**
   * Makes private daBits of a party: uniform bits that it knows.
   *
   * @param n number of daBits, a multiple of 64
   * @return n bits over F_p, and n/64 blocks of them
   * @throws org.schurmpc.core.abort.Refused if the field has no room for the check
   */
  public MixedBatch privateDaBits(int owner, int n) throws MpcException {
    return privateDaBits.make(owner, n, 0);
  }

  /**
   * Makes edaBits: numbers r that nobody knows, each the sum of a uniform number of ℓ + v bits of
   * each party.
   *
   * @param low number ℓ of low bits of r that are in TinyOT, at least one
   * @param high number v of further bits of each party's number
   * @param groups a 64th of the number of edaBits
   * @param carry whether the carry out of the low bits is in TinyOT, too
   * @return r of all, and blocks: bit 0 of all r, then bit 1, and so on, and the carry at last
   * @throws org.schurmpc.core.abort.Refused if the field has no room for r or for the checks
   */
  public MixedBatch edaBits(int low, int high, int groups, boolean carry) throws MpcException {
    return edaBits.make(low, high, groups, carry);
  }

  /**
   * Makes daBits: uniform bits that nobody knows.
   *
   * @param groups a 64th of the number of daBits
   * @return the bits over F_p, and blocks of them
   * @throws org.schurmpc.core.abort.Refused if the field has no room for the checks
   */
  public MixedBatch daBits(int groups) throws MpcException {
    return daBits.make(groups);
  }

  /** Returns the conversions under the keys of this preprocessor, whose closing ends their use. */
  public Conversions conversions() {
    return conversions;
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    mascot.close();
    stock.close();
    blocks.wipe();
    parities.wipe();
    privateDaBits.wipe();
    products.wipe();
    opening.wipe();
  }
}
