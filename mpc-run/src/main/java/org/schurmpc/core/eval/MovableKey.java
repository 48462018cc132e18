package org.schurmpc.core.eval;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;

/**
 * Holds one party's MAC key beyond the material that it was made with, and spares: masks under this
 * key, each of which moves values to another key once. A spare that any part of a message was
 * computed with is never used again, even if the message did not arrive.
 *
 * <p>All of it is secret but {@link #form}, {@link #id} and {@link #spares}. Whoever stores {@link
 * #toBytes} encrypts them. Closed, it is wiped.
 */
public final class MovableKey implements AutoCloseable {
  private static final int MAGIC = 0x534D4D31;
  private static final int MOST_FORM = 200;

  private final String form;
  private final byte[] id;
  private final long[] key;
  private final int spares;
  private final long[] words;

  /**
   * Creates a key with spares.
   *
   * @param form of the values under the key, as {@link KeptValues#form}
   * @param id of the spares, {@value KeptValues#ID_BYTES} bytes, equal at all parties and unlike
   *     that of any others
   * @param key in the protocol's own layout; not copied
   * @param spares the number of spares, at least one
   * @param words the spares in the protocol's own layout, all of one length; not copied
   */
  public MovableKey(String form, byte[] id, long[] key, int spares, long[] words) {
    if (id.length != KeptValues.ID_BYTES
        || spares < 1
        || key.length < 1
        || words.length % spares != 0) {
      throw new IllegalArgumentException(spares + " spares of " + words.length + " words");
    }
    this.form = form;
    this.id = id.clone();
    this.key = key;
    this.spares = spares;
    this.words = words;
  }

  public String form() {
    return form;
  }

  /** Returns a copy of the public id of the spares. */
  public byte[] id() {
    return id.clone();
  }

  /** Returns the key itself, not a copy. */
  public long[] key() {
    return key;
  }

  /** Returns the number of spares, used ones included. */
  public int spares() {
    return spares;
  }

  /** Returns the words of all spares, one after the other, not a copy. */
  public long[] words() {
    return words;
  }

  /** Returns whether values are under this key. */
  public boolean isOf(KeptValues values) {
    byte[] hash = KeptValues.keyOf(form, key);
    try {
      return values.isUnder(form, hash);
    } finally {
      Secrets.wipe(hash);
    }
  }

  /** Returns everything as bytes; secret, the caller wipes them. */
  public byte[] toBytes() {
    byte[] name = form.getBytes(StandardCharsets.UTF_8);
    int longs = Math.addExact(key.length, words.length);
    ByteBuffer to =
        ByteBuffer.allocate(
            Math.addExact(
                5 * Integer.BYTES + name.length + id.length,
                Math.multiplyExact(longs, Long.BYTES)));
    to.putInt(MAGIC).putInt(name.length).put(name).put(id);
    to.putInt(key.length).putInt(spares).putInt(words.length);
    Words.toBytes(key, 0, key.length, to.array(), to.position());
    Words.toBytes(words, 0, words.length, to.array(), to.position() + key.length * Long.BYTES);
    return to.array();
  }

  /**
   * Reads {@link #toBytes}.
   *
   * @throws BadFile if the bytes are no key with spares
   */
  public static MovableKey fromBytes(byte[] bytes) throws BadFile {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (from.remaining() < 2 * Integer.BYTES || from.getInt() != MAGIC) {
      throw bad();
    }
    int length = from.getInt();
    int least = 3 * Integer.BYTES + KeptValues.ID_BYTES;
    if (length < 0 || length > MOST_FORM || from.remaining() < length + least) {
      throw bad();
    }
    byte[] name = new byte[length];
    byte[] id = new byte[KeptValues.ID_BYTES];
    from.get(name).get(id);
    int k = from.getInt();
    int spares = from.getInt();
    int n = from.getInt();
    if (k < 1
        || spares < 1
        || n < 0
        || n % spares != 0
        || from.remaining() != ((long) k + n) * Long.BYTES) {
      throw bad();
    }
    long[] key = new long[k];
    long[] words = new long[n];
    Words.fromBytes(bytes, from.position(), key, 0, k);
    Words.fromBytes(bytes, from.position() + k * Long.BYTES, words, 0, n);
    return new MovableKey(new String(name, StandardCharsets.UTF_8), id, key, spares, words);
  }

  private static BadFile bad() {
    return new BadFile("these bytes are no key of kept values");
  }

  /** Wipes the key and all spares. */
  @Override
  public void close() {
    Secrets.wipe(key);
    Secrets.wipe(words);
  }

  /** Returns the number of spares only: the rest is secret. */
  @Override
  public String toString() {
    return "MovableKey[%d spares, %s]".formatted(spares, form);
  }
}
