package org.schurmpc.vm.lang;

import java.math.BigInteger;
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

  ClearNumber(Draft draft, int id, Bounds bounds) {
    super(draft, id, bounds);
  }

  abstract C clear(int id, Bounds bounds);

  abstract S secret(int id, Bounds bounds);

  final C with(Operation operation, ClearNumber<?, ?> y, Bounds bounds) {
    requireSameLength(y);
    return clear(draft.emit(operation, 'c', 0, operand(), y.operand()), least(bounds));
  }

  private C with(Operation operation, long y, Bounds bounds) {
    draft.requireFits(Bounds.of(y), "the constant");
    Draft.Operand constant = new Draft.Operand(draft.constant(0, y), 1);
    return clear(draft.emit(operation, 'c', 0, operand(), constant), least(bounds));
  }

  /** Returns the bounds of any element. */
  final Bounds any() {
    return draft.anyElement();
  }

  /** Returns the bounds, or those of any element if values may go around the field. */
  private Bounds least(Bounds bounds) {
    if (bounds.width() <= any().width()) {
      return bounds;
    }
    if (bounds.least().equals(bounds.most())) {
      draft.requireFits(bounds, "the constant");
    }
    return any();
  }

  public C plus(C y) {
    return with(Operation.ADDC, y, bounds().plus(y.bounds()));
  }

  public C plus(long y) {
    return with(Operation.ADDC, y, bounds().plus(Bounds.of(y)));
  }

  public S plus(S y) {
    return y.plus(clear(id(), bounds()));
  }

  public C minus(C y) {
    return with(Operation.SUBC, y, bounds().minus(y.bounds()));
  }

  public C minus(long y) {
    return with(Operation.SUBC, y, bounds().minus(Bounds.of(y)));
  }

  public S minus(S y) {
    return y.with(Operation.RSUBM, this, bounds().minus(y.bounds()), "the difference");
  }

  public C times(C y) {
    return with(Operation.MULC, y, bounds().times(y.bounds()));
  }

  public C times(long y) {
    return with(Operation.MULC, y, bounds().times(Bounds.of(y)));
  }

  public S times(S y) {
    return y.times(clear(id(), bounds()));
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
    return with(Operation.MOD, divisor(y), new Bounds(BigInteger.ZERO, BigInteger.valueOf(y - 1)));
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
    return immediate(
        Operation.SHR, bits, Bounds.unsigned(Math.max(0, draft.field(0).bits() - bits)));
  }

  /** Returns the lowest bits. */
  public C lowBits(int bits) {
    return immediate(Operation.MOD2K, bits, least(Bounds.unsigned(Math.max(0, bits))));
  }

  private C immediate(Operation operation, int bits, Bounds bounds) {
    if (bits < 0 || bits > draft.field(0).bits()) {
      throw draft.error("a shift has 0 to %d bits, not %d".formatted(draft.field(0).bits(), bits));
    }
    return clear(draft.emitImmediate(operation, 'c', 0, n(), id(), bits), bounds);
  }

  /** Returns the element as a secret value, which it is not: all parties know it. */
  public S toSecret() {
    Bounds fitting = draft.requireFits(bounds(), "the value");
    return secret(draft.emit(Operation.SHARE, 's', 0, n(), id(), TapeIr.NO), fitting);
  }

  /** Returns the value, taken to be in a range on the developer's word. */
  public C assumeFits(IntType type) {
    draft.word("assumeFits", this, bounds(), type.bounds());
    return clear(id(), bounds().meet(draft.requireFits(type.bounds(), "the type")));
  }
}
