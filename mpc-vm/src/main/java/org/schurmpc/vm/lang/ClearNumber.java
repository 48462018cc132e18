package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * One or more public elements, with the number of bits that they need at most. Operations on bits
 * and division with rest take the number from 0 to p - 1 that an element is: use them for numbers
 * that are not negative.
 *
 * @param <S> the secret type
 * @param <C> the clear type
 */
public abstract class ClearNumber<S extends SecretNumber<S, C>, C extends ClearNumber<S, C>>
    extends IntValue {

  ClearNumber(Draft draft, int id, int width) {
    super(draft, id, width);
  }

  abstract C clear(int id, int width);

  abstract S secret(int id, int width);

  final C with(Operation operation, ClearNumber<?, ?> y, int width) {
    requireSameLength(y);
    return clear(draft.emit(operation, 'c', 0, operand(), y.operand()), width);
  }

  private C with(Operation operation, long y, int width) {
    Draft.Operand constant = new Draft.Operand(draft.constant(0, y), 1);
    return clear(draft.emit(operation, 'c', 0, operand(), constant), width);
  }

  /** Returns the number of bits of any element. */
  final int any() {
    return draft.field(0).bits() + 1;
  }

  private int least(long width) {
    return (int) Math.min(width, any());
  }

  final int widthOfSum(ClearNumber<?, ?> y) {
    return least(Math.max(width(), y.width()) + 1L);
  }

  final int widthOfProduct(ClearNumber<?, ?> y) {
    return least((long) width() + y.width());
  }

  public C plus(C y) {
    return with(Operation.ADDC, y, widthOfSum(y));
  }

  public C plus(long y) {
    return with(Operation.ADDC, y, least(Math.max(width(), SecretNumber.width(y)) + 1L));
  }

  public S plus(S y) {
    return y.plus(clear(id(), width()));
  }

  public C minus(C y) {
    return with(Operation.SUBC, y, widthOfSum(y));
  }

  public C minus(long y) {
    return with(Operation.SUBC, y, least(Math.max(width(), SecretNumber.width(y)) + 1L));
  }

  public S minus(S y) {
    return y.withClear(Operation.RSUBM, this, Math.max(width(), y.width()) + 1L, "the difference");
  }

  public C times(C y) {
    return with(Operation.MULC, y, widthOfProduct(y));
  }

  public C times(long y) {
    return with(Operation.MULC, y, least((long) width() + SecretNumber.width(y)));
  }

  public S times(S y) {
    return y.times(clear(id(), width()));
  }

  /** Returns the quotient in the field: the element q with q y = this, or 0 if y is 0. */
  public C overInField(C y) {
    return with(Operation.DIVC, y, any());
  }

  /** Returns the quotient, rounded down; 0 if y is 0. */
  public C dividedBy(C y) {
    return with(Operation.IDIV, y, any());
  }

  /** Returns the quotient, rounded down. */
  public C dividedBy(long y) {
    return with(Operation.IDIV, divisor(y), any());
  }

  /** Returns the rest of the division; the number itself if y is 0. */
  public C mod(C y) {
    return with(Operation.MOD, y, any());
  }

  /** Returns the rest of the division. */
  public C mod(long y) {
    return with(Operation.MOD, divisor(y), SecretNumber.width(y));
  }

  private long divisor(long y) {
    if (y <= 0) {
      throw draft.error("a division by %d, which is not above 0".formatted(y));
    }
    return y;
  }

  public C and(C y) {
    return with(Operation.AND, y, any());
  }

  public C or(C y) {
    return with(Operation.OR, y, any());
  }

  public C xor(C y) {
    return with(Operation.XOR, y, any());
  }

  /** Returns the number times 2^bits, in the field. */
  public C shiftLeft(int bits) {
    return immediate(Operation.SHL, bits, any());
  }

  /** Returns the number without its lowest bits. */
  public C shiftRight(int bits) {
    return immediate(Operation.SHR, bits, Math.max(1, any() - bits));
  }

  /** Returns the lowest bits. */
  public C lowBits(int bits) {
    return immediate(Operation.MOD2K, bits, least(bits + 1L));
  }

  private C immediate(Operation operation, int bits, int width) {
    if (bits < 0 || bits > draft.field(0).bits()) {
      throw draft.error("a shift has 0 to %d bits, not %d".formatted(draft.field(0).bits(), bits));
    }
    return clear(draft.emitImmediate(operation, 'c', 0, n(), id(), bits), width);
  }

  /** Returns the element as a secret value, which it is not: all parties know it. */
  public S toSecret() {
    int fitting = draft.requireFits(width(), "the value");
    return secret(draft.emit(Operation.SHARE, 's', 0, n(), id(), TapeIr.NO), fitting);
  }

  /** Returns the value, taken to be in a range on the developer's word. */
  public C assumeFits(IntType type) {
    draft.requireFits(type.width(), "the type");
    return clear(id(), type.width());
  }
}
