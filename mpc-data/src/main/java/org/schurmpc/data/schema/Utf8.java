package org.schurmpc.data.schema;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/** Texts as bytes of UTF-8 after Unicode's normal form C. */
final class Utf8 {
  private Utf8() {}

  /**
   * Returns the bytes of a text.
   *
   * @param most the greatest number of bytes
   * @throws Misfit if there are more, or the text is not well-formed
   */
  static byte[] bytes(String text, int most) throws Misfit {
    try {
      String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(composed));
      if (encoded.remaining() > most) {
        throw new Misfit("is longer than %d bytes of UTF-8".formatted(most));
      }
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new Misfit("is no text of Unicode: it has half a surrogate pair");
    }
  }

  /** Returns the text of some bytes. */
  static String text(byte[] bytes) throws Misfit {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Misfit("is no text of UTF-8");
    }
  }
}
