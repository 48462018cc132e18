package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * One or more secret integers, with the bounds that hold for all of them. A value that needs more
 * bits than the field has is an error when the program is compiled, not when it runs.
 *
 * @param <S> the secret type
 * @param <C> the clear type
 */
public abstract class SecretNumber<S extends SecretNumber<S, C>, C extends ClearNumber<S, C>>
    extends IntValue {

  SecretNumber(Draft draft, int id, Bounds bounds) {
    super(draft, id, bounds);
  }

  abstract S secret(int id, Bounds bounds);

  abstract C clear(int id, Bounds bounds);

  final S with(Operation operation, IntValue y, Bounds bounds, String what) {
    requireSameLength(y);
    Bounds fitting = draft.requireFits(bounds, what);
    return secret(draft.emit(operation, 's', 0, operand(), y.operand()), fitting);
  }

  private S withConstant(Operation operation, long y, Bounds bounds, String what) {
    Bounds fitting = draft.requireFits(bounds, what);
    draft.requireFits(Bounds.of(y), "the constant");
    Draft.Operand constant = new Draft.Operand(draft.constant(0, y), 1);
    return secret(draft.emit(operation, 's', 0, operand(), constant), fitting);
  }

  public S plus(S y) {
    return with(Operation.ADDS, y, bounds().plus(y.bounds()), "the sum");
  }

  public S plus(C y) {
    return with(Operation.ADDM, y, bounds().plus(y.bounds()), "the sum");
  }

  public S plus(long y) {
    return withConstant(Operation.ADDM, y, bounds().plus(Bounds.of(y)), "the sum");
  }

  public S minus(S y) {
    return with(Operation.SUBS, y, bounds().minus(y.bounds()), "the difference");
  }

  public S minus(C y) {
    return with(Operation.SUBM, y, bounds().minus(y.bounds()), "the difference");
  }

  public S minus(long y) {
    return withConstant(Operation.SUBM, y, bounds().minus(Bounds.of(y)), "the difference");
  }

  /** Returns the product. Takes a triple for each element, and a round. */
  public S times(S y) {
    return with(Operation.PRODUCT, y, bounds().times(y.bounds()), "the product");
  }

  public S times(C y) {
    return with(Operation.MULM, y, bounds().times(y.bounds()), "the product");
  }

  public S times(long y) {
    return withConstant(Operation.MULM, y, bounds().times(Bounds.of(y)), "the product");
  }

  /**
   * Returns the product in the field, taken to be in a range on the developer's word; for factors
   * such as 1/2^k, with which products of long elements are short.
   */
  public S timesInField(C y, IntType type) {
    return timesInField(y, type.bounds());
  }

  /** Returns the product in the field as {@link #timesInField(ClearNumber, IntType)}. */
  public S timesInField(C y, Bounds bounds) {
    S product = with(Operation.MULM, y, bounds, "the type");
    draft.word("timesInField", product, bounds().times(y.bounds()), bounds);
    return product;
  }

  /** Returns the square. Takes less material than a product. */
  public S square() {
    Bounds square = draft.requireFits(bounds().square(), "the square");
    return secret(draft.emit(Operation.SQUARED, 's', 0, n(), id(), TapeIr.NO), square);
  }

  public S negate() {
    return withConstant(Operation.RSUBM, 0, bounds().negate(), "the negated value");
  }

  /** Opens the value to all parties: it is checked before it acts on anything. Takes a round. */
  public C reveal() {
    return clear(draft.emit(Operation.REVEAL, 'c', 0, n(), id(), TapeIr.NO), bounds());
  }

  /**
   * Returns the value with wider bounds.
   *
   * @param what the value, with its article, for the message
   * @throws ProgramError if the value can be outside of the bounds
   */
  public S within(Bounds wider, String what) {
    if (!wider.contains(bounds())) {
      throw draft.error(
          "%s can be from %s, which is not in %s: clamp it, or narrow it by assumeFits"
              .formatted(what, bounds(), wider));
    }
    return secret(id(), draft.requireFits(wider, what));
  }

  /**
   * Returns the value, taken to be in a range on the developer's word. If it is not, results are
   * wrong, and masks that hide it are too short: bits of it can become known.
   */
  public S assumeFits(IntType type) {
    return assumeFits(type.bounds());
  }

  /** Returns the value, taken to be in bounds as {@link #assumeFits(IntType)}. */
  public S assumeFits(Bounds bounds) {
    draft.word("assumeFits", this, bounds(), bounds);
    return secret(id(), bounds().meet(draft.requireFits(bounds, "the type")));
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
    return clear(draft.emit(open, 'c', 0, n(), sum, TapeIr.NO), masks.opened());
  }
}
