package org.schurmpc.client;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Takes bits out of a delivery, and masks inputs with them: a client sends d = x XOR r, one bit for
 * each bit of its inputs, so no input can leave its range.
 */
public final class InputMasks {
  private InputMasks() {}

  /** Returns the number of elements that deliver a number of bits. */
  static int elements(Domain domain, int nBits) {
    return (nBits + domain.packedBits() - 1) / domain.packedBits();
  }

  /**
   * Returns the bits of a delivery of packed bits, which was checked before.
   *
   * @return the bits, the least significant one of each byte first, with zeros behind the last
   * @throws DeliveryRefused if an element has more bits than it delivers, in the words of every
   *     other refusal
   */
  static byte[] bits(DeliveryCheck.Delivered delivered, int nBits) throws DeliveryRefused {
    Domain domain = delivered.expected().domain();
    int full = domain.packedBits();
    byte[] bits = new byte[(nBits + Byte.SIZE - 1) / Byte.SIZE];
    if (domain.isBits()) {
      System.arraycopy(delivered.values(), 0, bits, 0, bits.length);
      requireRange(
          delivered, nBits % Byte.SIZE == 0 || bits[bits.length - 1] >> (nBits % Byte.SIZE) == 0);
      return bits;
    }
    for (int i = 0; i < elements(domain, nBits); i++) {
      BigInteger element = delivered.number(i);
      int here = Math.min(full, nBits - i * full);
      requireRange(delivered, element.bitLength() <= here);
      for (int bit = 0; bit < here; bit++) {
        int at = i * full + bit;
        bits[at / Byte.SIZE] |= (byte) ((element.testBit(bit) ? 1 : 0) << (at % Byte.SIZE));
      }
    }
    return bits;
  }

  private static void requireRange(DeliveryCheck.Delivered delivered, boolean within)
      throws DeliveryRefused {
    if (!within) {
      throw delivered.expected().refused();
    }
  }

  /** Returns inputs with their first bits masked. Those behind the masks stay in the clear. */
  static byte[] mask(byte[] inputs, byte[] masks) {
    byte[] masked = inputs.clone();
    for (int i = 0; i < masks.length; i++) {
      masked[i] ^= masks[i];
    }
    return masked;
  }

  /**
   * Returns the hash of a client's input, 64 hex digits: what parties compare with each other, and
   * give the client as a receipt.
   *
   * @param number the number of the delivery of masks
   * @param digest the digest of what the job runs, 64 hex digits
   * @param ports the job's client inputs as text, see {@link JobDescription#portList}
   * @param masked the masked inputs
   */
  public static String hash(
      Fingerprint client, UUID request, long number, String digest, String ports, byte[] masked) {
    byte[] id =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(request.getMostSignificantBits())
            .putLong(request.getLeastSignificantBits())
            .array();
    return HexFormat.of()
        .formatHex(
            new FieldHash("client input")
                .add(client.bytes())
                .add(id)
                .add(number)
                .add(HexFormat.of().parseHex(digest))
                .add(ports)
                .add(masked)
                .digest());
  }
}
