package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.spdz.cipher.PulkusVivek.Polynomial;
import org.schurmpc.spdz.share.Shares;

/**
 * The S-boxes of DES with three products (KORSVV17, section 3.3, DES-PV): x^3 = x x^2 and x^7 = x^3
 * x^4 are decomposed, so that p_1, q_1 and p_2 are linear ({@link PulkusVivek}), and so is p_1(x)
 * q_1(x) + p_2(x), whose low four bits are the output. Takes 5 rounds, 3 triples, 24 bits and 9
 * openings.
 */
final class PulkusVivekSbox implements Substitution {
  /** Number of products. */
  static final int TRIPLES = 3;

  /** Number of random bits. */
  static final int RANDOM_BITS = 3 * AesTables.BITS;

  private static final int BITS = AesTables.BITS;
  private static final int IN = DesTables.IN;

  private final Subfield bytes;
  private final int lanes;
  private final BitSum compose;
  private final BitSum square;
  private final BitSum fourth;
  private final Form q1;
  private final Form[] p1 = new Form[DesTables.BOXES];
  private final Form[] p2 = new Form[DesTables.BOXES];
  private final Shares x;

  /** x^2, then x^4. */
  private final Shares power;

  /** x^3 of all items, then x^7. */
  private final Shares powers;

  /** The bits of x^3 and x^7. */
  private final Shares bits;

  /** p_1(x) q_1(x) + p_2(x). */
  private final Shares left;

  private final Shares right;
  private final Shares rest;

  private final long[] constants;

  /** A polynomial as linear maps of the bits of x, x^3 and x^7. */
  private final class Form {
    private final long constant;
    private final BitSum first;
    private final BitSum third;
    private final BitSum seventh;

    Form(Polynomial polynomial) {
      constant = Gf2To40Embedding.embed(polynomial.constant());
      first = BitSum.of(bytes.span(), IN, b -> polynomial.ofClass(0, b));
      third = BitSum.of(bytes.span(), BITS, b -> polynomial.ofClass(1, b));
      seventh = BitSum.of(bytes.span(), BITS, b -> polynomial.ofClass(2, b));
    }

    /**
     * Evaluates the polynomial for the items of one S-box, a block of all lanes.
     *
     * @param from the bits of x of all n items
     */
    void evaluate(Shares from, int n, Shares to, int at) {
      Arrays.fill(constants, 0, lanes, constant);
      bytes.local().set(constants, 0, to, at, lanes);
      first.add(from, at, n, to, at, lanes);
      third.add(bits, at, 2 * n, to, at, lanes);
      seventh.add(bits, n + at, 2 * n, to, at, lanes);
    }
  }

  /**
   * Creates S-boxes.
   *
   * @param most maximum number of items
   */
  PulkusVivekSbox(Subfield bytes, int lanes, int most) {
    this.bytes = bytes;
    this.lanes = lanes;
    this.compose = BitSum.of(bytes.span(), IN, b -> b);
    this.square = BitSum.of(bytes.span(), IN, b -> Gf256.pow(b, 2));
    this.fourth = BitSum.of(bytes.span(), IN, b -> Gf256.pow(b, 4));
    this.q1 = new Form(PulkusVivek.q1());
    for (int box = 0; box < DesTables.BOXES; box++) {
      p1[box] = new Form(PulkusVivek.p1(box));
      p2[box] = new Form(PulkusVivek.p2(box));
    }
    this.x = new Shares(bytes.span().field(), most);
    this.power = new Shares(bytes.span().field(), most);
    this.powers = new Shares(bytes.span().field(), 2 * most);
    this.bits = new Shares(bytes.span().field(), 2 * BITS * most);
    this.left = new Shares(bytes.span().field(), most);
    this.right = new Shares(bytes.span().field(), most);
    this.rest = new Shares(bytes.span().field(), most);
    this.constants = new long[lanes];
  }

  @Override
  public void substitute(Shares from, Shares to, int n) throws MpcException {
    compose.set(from, 0, n, x, 0, n);
    square.set(from, 0, n, power, 0, n);
    bytes.product(x, 0, power, 0, powers, 0, n);
    bytes.multiply();
    fourth.set(from, 0, n, power, 0, n);
    bytes.product(powers, 0, power, 0, powers, n, n);
    bytes.multiply();
    bytes.decompose(powers, 0, bits, 2 * n);
    for (int at = 0; at < n; at += lanes) {
      int box = at / lanes % DesTables.BOXES;
      p1[box].evaluate(from, n, left, at);
      q1.evaluate(from, n, right, at);
      p2[box].evaluate(from, n, rest, at);
    }
    bytes.product(left, 0, right, 0, left, 0, n);
    bytes.multiply();
    bytes.local().add(left, 0, rest, 0, left, 0, n);
    bytes.decompose(left, 0, bits, n);
    to.copy(0, bits, 0, DesTables.OUT * n);
  }

  @Override
  public void wipe() {
    bytes.wipe();
    for (Shares each : new Shares[] {x, power, powers, bits, left, right, rest}) {
      each.wipe();
    }
  }
}
