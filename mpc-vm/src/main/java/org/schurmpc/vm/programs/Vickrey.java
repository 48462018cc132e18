package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Auction;

/**
 * Holds a sealed-bid auction at the second price of {@code n} bids of {@code bits} bits, of which
 * all parties have a part: the first bids are the first party's (KOS16, section 7.3.1).
 */
public final class Vickrey implements SecureProgram {
  private static final int USUAL_BITS = 32;

  /** Creates the program. */
  public Vickrey() {}

  @Override
  public void define(ProgramBuilder b) {
    int n = Batches.argument(b, "n", b.parties(), Batches.MOST);
    int bits = Batches.argument(b, "bits", USUAL_BITS, 1, Batches.MOST_BITS);
    Auction.Sale sale = new Auction(b).vickrey(Parts.inputs(b, "bids", IntType.unsigned(bits), n));
    b.output("winner", sale.winner());
    b.output("price", sale.price());
  }
}
