package org.schurmpc.vm.programs;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Auction;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Sorting;

/** Programs on integers of {@code bits} bits. */
final class IntegerPrograms {
  private static final int USUAL_BITS = 32;
  private static final int USUAL_COMPARED_BITS = 64;

  private IntegerPrograms() {}

  private static int bits(ProgramBuilder b, int usual) {
    return Batches.argument(b, "bits", usual, 1, Batches.MOST_BITS);
  }

  /**
   * Returns a list of {@code n} numbers of which each party gives a part, equally many but for the
   * last party, which gives the rest.
   *
   * @param name of the inputs, with the number of the party
   */
  private static SecretInts parts(ProgramBuilder b, String name, IntType type, int n) {
    List<SecretInts> parts = new ArrayList<>();
    int each = n / b.parties();
    for (int party = 0; party < b.parties(); party++) {
      int size = party < b.parties() - 1 ? each : n - party * each;
      parts.add(b.inputs(name + (party + 1), party, type, size));
    }
    return SecretInts.join(parts.toArray(SecretInts[]::new));
  }

  /**
   * Multiplies numbers of {@code bits} bits of the first party by those of the second one (KSS13,
   * section 6.1.1). {@link Batches} describes the arguments {@code n}, {@code batches} and {@code
   * threads}.
   */
  public static final class Multiplications implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Batches batches = new Batches(b);
      int bits = bits(b, USUAL_BITS);
      List<SecretInts> operands = batches.operands(IntType.signed(bits));
      IntType product = IntType.signed(2 * bits);
      b.output("products", batches.apply(operands, product, x -> x.get(0).times(x.get(1))));
    }
  }

  /**
   * Compares numbers of {@code bits} bits of the first party with those of the second one: 1 where
   * the former is below the latter (KSS13, section 6.1.2); with {@code constant} 1 in constant
   * rounds. {@link Batches} describes the arguments {@code n}, {@code batches} and {@code threads}.
   */
  public static final class Comparisons implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Batches batches = new Batches(b);
      int bits = bits(b, USUAL_COMPARED_BITS);
      boolean constant = Batches.argument(b, "constant", 0, 1) == 1;
      Comparison usual = new Comparison(b);
      Comparison comparison = constant ? usual.inConstantRounds() : usual;
      List<SecretInts> operands = batches.operands(IntType.signed(bits));
      b.output(
          "below",
          batches.apply(
              operands, Batches.BIT, x -> comparison.lessThan(x.get(0), x.get(1)).asInts()));
    }
  }

  /**
   * Sorts a list of {@code n} numbers of {@code bits} bits, of which all parties have a part
   * (KSS13, section 6.1.3).
   */
  public static final class Sort implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      int n = Batches.argument(b, "n", b.parties(), Batches.MOST);
      int bits = bits(b, USUAL_BITS);
      b.output("sorted", new Sorting(b).ascending(parts(b, "list", IntType.signed(bits), n)));
    }
  }

  /**
   * Holds a sealed-bid auction at the second price of {@code n} bids of {@code bits} bits, of which
   * all parties have a part: the first bids are the first party's (KOS16, section 7.3.1).
   */
  public static final class Vickrey implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      int n = Batches.argument(b, "n", b.parties(), Batches.MOST);
      int bits = bits(b, USUAL_BITS);
      Auction.Sale sale = new Auction(b).vickrey(parts(b, "bids", IntType.unsigned(bits), n));
      b.output("winner", sale.winner());
      b.output("price", sale.price());
    }
  }
}
