package org.schurmpc.vm.code;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects the bytes of a section. */
final class SectionBytes {
  private ByteBuffer bytes = ByteBuffer.allocate(1 << 8);

  private ByteBuffer room(int more) {
    if (bytes.remaining() < more) {
      int capacity = bytes.capacity();
      int needed = Math.addExact(bytes.position(), more);
      int size = Math.max(needed, Math.addExact(capacity, capacity >> 1));
      bytes = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), size)).position(bytes.position());
    }
    return bytes;
  }

  void u8(int value) {
    room(1).put((byte) requireBits(value, 8));
  }

  void u16(int value) {
    room(2).putShort((short) requireBits(value, 16));
  }

  void u32(long value) {
    room(4).putInt((int) requireBits(value, 32));
  }

  void u64(long value) {
    room(8).putLong(requireBits(value, 63));
  }

  private static long requireBits(long value, int bits) {
    if (value >>> bits != 0) {
      throw new IllegalArgumentException(value + " has more than " + bits + " bits");
    }
    return value;
  }

  void text(String text, int max) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > max) {
      throw new IllegalArgumentException("a text of " + utf8.length + " bytes");
    }
    u16(utf8.length);
    raw(utf8);
  }

  void words(int[] words) {
    u32(words.length);
    ByteBuffer to = room(Math.multiplyExact(words.length, Integer.BYTES));
    to.asIntBuffer().put(words);
    to.position(to.position() + words.length * Integer.BYTES);
  }

  void raw(byte[] more) {
    room(more.length).put(more);
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
