package org.schurmpc.service.state;

import java.util.Objects;

/**
 * A delivery, as the part that computes hands it over: what a header says of it, and the bytes
 * after the header (seed, commitments, sums, this party's values, randomness).
 *
 * @param number never used twice
 * @param sid the id of the session that made it, 32 bytes
 * @param domain "bits", or the field's name
 * @param packed number of bits of a packed element; 0 if an element is one value
 * @param elements number of elements, or bits, without the masks
 * @param combinations number of combinations
 * @param body all bytes after the header; the receiver wipes them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Delivery(
    long number,
    byte[] sid,
    String domain,
    int packed,
    int elements,
    int combinations,
    byte[] body) {
  public Delivery {
    Objects.requireNonNull(domain);
    Objects.requireNonNull(body);
    if (sid.length != 32
        || packed < 0
        || packed > 255
        || elements < 0
        || combinations < 1
        || combinations > 255) {
      throw new IllegalArgumentException("a delivery that no header can describe");
    }
  }

  /** Returns the number only: the body holds shares. */
  @Override
  public String toString() {
    return "Delivery[" + Long.toUnsignedString(number) + "]";
  }
}
