package org.schurmpc.core.deliver;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/**
 * Describes the values of a delivery, as its header names them.
 *
 * @param name "bits" for bits with pairwise MACs, otherwise the name of the field
 * @param field the field of combinations and masks; GF(2^64) for bits
 * @param elementBits number of bits of a packed element, 1 for bits; 0 if an element is one value
 */
public record DeliveryDomain(String name, Field field, int elementBits) {
  private static final String BITS = "bits";

  /** Returns the domain of bits with pairwise MACs. */
  public static DeliveryDomain bits() {
    try {
      return new DeliveryDomain(BITS, Fields.named("gf2_64"), 1);
    } catch (Refused e) {
      throw new IllegalStateException("there is no GF(2^64)", e);
    }
  }

  /** Returns the domain of values that are elements of a field. */
  public static DeliveryDomain elements(Field field) {
    return new DeliveryDomain(field.name(), field, 0);
  }

  /** Returns the domain of bits that are packed into elements of a field. */
  public static DeliveryDomain packed(Field field) {
    return new DeliveryDomain(field.name(), field, DeliveryRules.packedBits(field));
  }

  private boolean isBits() {
    return name.equals(BITS);
  }

  /** Returns the number of combinations and masks, as {@link DeliveryRules#combinations}. */
  public int combinations() {
    return DeliveryRules.combinations(field);
  }

  /** Returns the number of elements that a number of bits is packed into. */
  public int elements(int bits) {
    if (elementBits == 0) {
      throw new IllegalStateException("elements of " + name + " are values");
    }
    return (bits - 1) / elementBits + 1;
  }

  /** Returns the number of bytes of the opened combinations. */
  public int sumsBytes(int parties) {
    return (isBits() ? parties : 1) * combinations() * field.bytes();
  }

  /** Returns the number of bytes of what a party delivers: m elements and the masks. */
  public int ownBytes(int elements) {
    int masks = combinations() * field.bytes();
    return Math.addExact(
        masks, isBits() ? (elements + 7) / 8 : Math.multiplyExact(elements, field.bytes()));
  }
}
