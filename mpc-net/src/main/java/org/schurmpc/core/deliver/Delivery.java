package org.schurmpc.core.deliver;

import java.nio.ByteBuffer;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;

/**
 * Holds one party's part of a delivery whose checks have passed: what the party gives the client to
 * whom the delivery's number is assigned, and nobody else. The client combines the parts of all
 * parties. A part contains no MAC and no key.
 *
 * <p>Secret up to {@link #publicPart}; closed, it is wiped.
 */
public final class Delivery implements AutoCloseable {
  private final long number;
  private final byte[] sid;
  private final DeliveryDomain domain;
  private final int elements;
  private final byte[] seed;
  private final byte[][] commitments;
  private final byte[] sums;
  private final byte[] own;
  private final byte[] randomness;

  Delivery(
      long number,
      byte[] sid,
      DeliveryDomain domain,
      int elements,
      byte[] seed,
      byte[][] commitments,
      byte[] sums,
      byte[] own,
      byte[] randomness) {
    if (sums.length != domain.sumsBytes(commitments.length)
        || own.length != domain.ownBytes(elements)
        || randomness.length != Commitment.RANDOMNESS_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes of sums and %d of %d elements".formatted(sums.length, own.length, elements));
    }
    this.number = number;
    this.sid = sid;
    this.domain = domain;
    this.elements = elements;
    this.seed = seed;
    this.commitments = commitments;
    this.sums = sums;
    this.own = own;
    this.randomness = randomness;
  }

  /** Returns the number, which no other delivery of these parties has. */
  public long number() {
    return number;
  }

  /** Returns a copy of the id of the session that made the delivery, 32 bytes. */
  public byte[] sid() {
    return sid.clone();
  }

  public DeliveryDomain domain() {
    return domain;
  }

  /** Returns the number m of elements, without the masks. */
  public int elements() {
    return elements;
  }

  /** Returns the number c of combinations and masks. */
  public int combinations() {
    return domain.combinations();
  }

  /**
   * Returns the part of the body that is equal at all parties: the seed, the commitments of all
   * parties in their order, and the length and the bytes of the opened combinations.
   */
  public byte[] publicPart() {
    ByteBuffer part = ByteBuffer.allocate(publicBytes());
    putPublic(part);
    return part.array();
  }

  private int publicBytes() {
    return seed.length + commitments.length * Commitment.BYTES + Integer.BYTES + sums.length;
  }

  private void putPublic(ByteBuffer to) {
    to.put(seed);
    for (byte[] each : commitments) {
      to.put(each);
    }
    to.putInt(sums.length).put(sums);
  }

  /**
   * Returns a hash of everything that must be equal at all parties, besides the header: number,
   * session, domain, number of elements and {@link #publicPart}. Parties compare it before any of
   * them gives anything to the client.
   */
  public byte[] digest() {
    return new FieldHash("delivery")
        .add(number)
        .add(sid)
        .add(domain.name())
        .add(domain.elementBits())
        .add(elements)
        .add(publicPart())
        .digest();
  }

  /**
   * Returns the body of the envelope for the client: {@link #publicPart}, then the length and the
   * bytes of this party's values, and the randomness of its commitment. Secret; the caller wipes
   * it.
   */
  public byte[] body() {
    ByteBuffer body =
        ByteBuffer.allocate(
            Math.addExact(publicBytes(), Integer.BYTES + own.length + randomness.length));
    putPublic(body);
    return body.putInt(own.length).put(own).put(randomness).array();
  }

  /** Wipes this party's values and randomness. */
  @Override
  public void close() {
    Secrets.wipe(own);
    Secrets.wipe(randomness);
  }

  /** Returns the size only: the values are secret. */
  @Override
  public String toString() {
    return "Delivery[%d, %d of %s]".formatted(number, elements, domain.name());
  }
}
