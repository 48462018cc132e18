package org.schurmpc.vm.lang;

import java.math.BigInteger;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * One or more secret integers, with the number of bits that they need at most. A value that needs
 * more bits than the field has is an error when the program is compiled, not when it runs.
 *
 * @param <S> the secret type
 * @param <C> the clear type
 */
public abstract class SecretNumber<S extends SecretNumber<S, C>, C extends ClearNumber<S, C>>
    extends IntValue {

  SecretNumber(Draft draft, int id, int width) {
    super(draft, id, width);
  }

  abstract S secret(int id, int width);

  abstract C clear(int id, int width);

  final S add(SecretNumber<?, ?> y) {
    requireSameLength(y);
    int sum = draft.requireFits(Math.max(width(), y.width()) + 1L, "the sum");
    return secret(draft.emit(Operation.ADDS, 's', 0, operand(), y.operand()), sum);
  }

  final S subtract(SecretNumber<?, ?> y) {
    requireSameLength(y);
    int difference = draft.requireFits(Math.max(width(), y.width()) + 1L, "the difference");
    return secret(draft.emit(Operation.SUBS, 's', 0, operand(), y.operand()), difference);
  }

  final S multiply(SecretNumber<?, ?> y) {
    requireSameLength(y);
    int product = draft.requireFits((long) width() + y.width(), "the product");
    return secret(draft.emit(Operation.PRODUCT, 's', 0, operand(), y.operand()), product);
  }

  final S withClear(Operation operation, ClearNumber<?, ?> y, long width, String what) {
    requireSameLength(y);
    int fitting = draft.requireFits(width, what);
    return secret(draft.emit(operation, 's', 0, operand(), y.operand()), fitting);
  }

  private S withConstant(Operation operation, long y, long width, String what) {
    int fitting = draft.requireFits(width, what);
    Draft.Operand constant = new Draft.Operand(draft.constant(0, y), 1);
    return secret(draft.emit(operation, 's', 0, operand(), constant), fitting);
  }

  /** Returns the number of bits of a number, with one for the sign. */
  static int width(long y) {
    return BigInteger.valueOf(y).bitLength() + 1;
  }

  /** Returns the number of bits by which a factor makes numbers longer. */
  private static int growth(long y) {
    return y == 0
        ? 0
        : BigInteger.valueOf(y).abs().subtract(BigInteger.ONE).bitLength() + (y < 0 ? 1 : 0);
  }

  public S plus(S y) {
    return add(y);
  }

  public S plus(C y) {
    return withClear(Operation.ADDM, y, Math.max(width(), y.width()) + 1L, "the sum");
  }

  public S plus(long y) {
    return withConstant(Operation.ADDM, y, Math.max(width(), width(y)) + 1L, "the sum");
  }

  public S minus(S y) {
    return subtract(y);
  }

  public S minus(C y) {
    return withClear(Operation.SUBM, y, Math.max(width(), y.width()) + 1L, "the difference");
  }

  public S minus(long y) {
    return withConstant(Operation.SUBM, y, Math.max(width(), width(y)) + 1L, "the difference");
  }

  /** Returns the product. Takes a triple for each element, and a round. */
  public S times(S y) {
    return multiply(y);
  }

  public S times(C y) {
    return withClear(Operation.MULM, y, (long) width() + y.width(), "the product");
  }

  public S times(long y) {
    return withConstant(Operation.MULM, y, (long) width() + growth(y), "the product");
  }

  /**
   * Returns the product in the field, taken to be in a range on the developer's word; for factors
   * such as 1/2^k, with which products of long elements are short.
   */
  public S timesInField(C y, IntType type) {
    return withClear(Operation.MULM, y, type.width(), "the type");
  }

  /** Returns the square. Takes less material than a product. */
  public S square() {
    int square = draft.requireFits(2L * width(), "the square");
    return secret(draft.emit(Operation.SQUARED, 's', 0, n(), id(), TapeIr.NO), square);
  }

  public S negate() {
    return withConstant(Operation.RSUBM, 0, width() + 1L, "the negated value");
  }

  /** Opens the value to all parties: it is checked before it acts on anything. Takes a round. */
  public C reveal() {
    return clear(draft.emit(Operation.REVEAL, 'c', 0, n(), id(), TapeIr.NO), width());
  }

  /**
   * Returns the value, taken to be in a range on the developer's word. If it is not, results are
   * wrong, and masks that hide it are too short: bits of it can become known.
   */
  public S assumeFits(IntType type) {
    draft.requireFits(type.width(), "the type");
    return secret(id(), type.width());
  }

  /**
   * Opens the value plus a mask, which can be used once, as {@link #openMasked(Masks)}.
   *
   * @throws ProgramError if the mask was used, or hides fewer bits than the value has
   */
  public C openMasked(Mask mask) {
    return openMasked(mask.masks);
  }

  /**
   * Opens the values plus masks, one for each, which can be used once. The results are not checked
   * before they are used; the machine checks them before anything that they decide is done.
   *
   * <p>Masks of bits hide values that are in their range, and a peer that forges an opening can
   * move what depends on it out of its range. So the machine checks what is opened so far before it
   * sends a value under such a mask, as before a reveal. Under masks that are any element it does
   * not.
   *
   * @throws ProgramError if the masks were used, are for another number of values, or hide fewer
   *     bits than the values have
   */
  public C openMasked(Masks masks) {
    Draft.Operand of = masks.take(draft, this);
    int sum = draft.emit(Operation.ADDS, 's', 0, operand(), of);
    Operation open = masks.hidesAll() ? Operation.MASKED : Operation.REVEAL;
    return clear(draft.emit(open, 'c', 0, n(), sum, TapeIr.NO), masks.openedWidth());
  }
}
