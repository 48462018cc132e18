package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Texts that are only compared for equality: the first bits of SHA-256 of their UTF-8 after normal
 * form C. Two different texts are equal with probability 2^-bits.
 *
 * @param bytes the greatest number of bytes of a text
 * @param bits number of bits of the hash, at most 84, which comparisons over p128 take
 */
public record KeyType(int bytes, int bits) implements ColumnType {
  @Override
  public List<Span> spans() {
    return List.of(Span.ofBits(bits));
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    byte[] utf8 = Utf8.bytes(text, bytes);
    if (utf8.length == 0) {
      throw new Misfit("is empty, and a key is not");
    }
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(utf8);
      return new BigInteger[] {new BigInteger(1, hash).shiftRight(8 * hash.length - bits)};
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Object decode(BigInteger[] parts) {
    throw new UnsupportedOperationException("a key cannot be read");
  }

  @Override
  public String describe() {
    return "key, %d bits of SHA-256 of a text of at most %d bytes".formatted(bits, bytes);
  }

  @Override
  public int width(BigInteger[] parts) {
    return bits;
  }

  @Override
  public String widthUnit() {
    return "of %d bits".formatted(bits);
  }
}
