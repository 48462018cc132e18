package org.schurmpc.vm.code;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.schurmpc.core.abort.BadFile;

/** Reads a section. Takes no more memory than a small multiple of the bytes that are there. */
final class SectionInput {
  private final ByteBuffer bytes;
  private final String where;
  private final String section;

  SectionInput(ByteBuffer bytes, String where, int section) {
    this.bytes = bytes;
    this.where = where;
    this.section = Container.name(section);
  }

  BadFile bad(String reason) {
    return new BadFile("%s: section %s %s".formatted(where, section, reason));
  }

  /** Requires that bytes are there. */
  void require(long count) throws BadFile {
    if (count > bytes.remaining()) {
      throw bad("is shorter than its content says");
    }
  }

  /** Whether the section goes on. */
  boolean more() {
    return bytes.hasRemaining();
  }

  void end() throws BadFile {
    if (bytes.hasRemaining()) {
      throw bad("has %,d bytes too many".formatted(bytes.remaining()));
    }
  }

  int u8() throws BadFile {
    require(1);
    return bytes.get() & 0xff;
  }

  boolean flag() throws BadFile {
    int value = u8();
    if (value > 1) {
      throw bad("has " + value + " in the place of 0 or 1");
    }
    return value == 1;
  }

  int u16() throws BadFile {
    require(2);
    return bytes.getShort() & 0xffff;
  }

  /** Returns a number of at most 31 bits. */
  int u31() throws BadFile {
    long value = u32();
    if (value > Integer.MAX_VALUE) {
      throw bad("has the number %,d, and none may exceed %,d".formatted(value, Integer.MAX_VALUE));
    }
    return (int) value;
  }

  long u32() throws BadFile {
    require(4);
    return bytes.getInt() & 0xffffffffL;
  }

  /** Returns a number of at most 63 bits. */
  long u63() throws BadFile {
    require(8);
    long value = bytes.getLong();
    if (value < 0) {
      throw bad("has a number of 64 bits, and none may have more than 63");
    }
    return value;
  }

  /** Returns a number of entries that take at least {@code bytesEach} bytes each. */
  int count(int bytesEach) throws BadFile {
    int count = u31();
    require((long) count * bytesEach);
    return count;
  }

  String text(int max) throws BadFile {
    int length = u16();
    if (length > max) {
      throw bad("has a text of %,d bytes, and none may exceed %,d".formatted(length, max));
    }
    require(length);
    ByteBuffer utf8 = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new BadFile("%s: section %s has a text that is no UTF-8".formatted(where, section), e);
    }
  }

  int[] words() throws BadFile {
    int[] words = new int[count(Integer.BYTES)];
    bytes.asIntBuffer().get(words);
    bytes.position(bytes.position() + words.length * Integer.BYTES);
    return words;
  }

  /** Returns bytes that {@link #count} has found to be there. */
  byte[] raw(int length) {
    byte[] raw = new byte[length];
    bytes.get(raw);
    return raw;
  }
}
