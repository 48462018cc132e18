package org.schurmpc.core.eval;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;

/**
 * Holds one party's authenticated shares of values that outlast an evaluation: input masks of a
 * client, or outputs that are kept. They can be used again in evaluations under the same MAC keys.
 *
 * <p>All of it is secret but {@link #form}, {@link #id} and {@link #count}. Whoever stores {@link
 * #toBytes} encrypts them. Closed, the shares are wiped.
 */
public final class KeptValues implements AutoCloseable {
  /** Length of {@link #id} and {@link #key} in bytes. */
  public static final int ID_BYTES = FieldHash.BYTES;

  private static final int MAGIC = 0x534D4B31;
  private static final int MOST_FORM = 200;

  private final String form;
  private final byte[] id;
  private final byte[] key;
  private final int count;
  private final long[] words;

  /**
   * Creates kept values.
   *
   * @param form what the words are, in the protocol's own name
   * @param id of these values, equal at all parties and unlike that of any other
   * @param key identifies this party's MAC keys, as {@link #keyOf}
   * @param count the number of values
   * @param words shares and MACs in the protocol's own layout; not copied
   */
  public KeptValues(String form, byte[] id, byte[] key, int count, long[] words) {
    if (id.length != ID_BYTES || key.length != ID_BYTES || count < 1) {
      throw new IllegalArgumentException(count + " kept values");
    }
    this.form = form;
    this.id = id.clone();
    this.key = key.clone();
    this.count = count;
    this.words = words;
  }

  /**
   * Returns what identifies a party's MAC keys. It is a hash of a secret, and stored where the key
   * itself could be.
   */
  public static byte[] keyOf(String form, long[] keys) {
    return new FieldHash("key of kept values").add(form).add(keys, 0, keys.length).digest();
  }

  public String form() {
    return form;
  }

  /** Returns a copy of the public id, which parties compare before they use the values. */
  public byte[] id() {
    return id.clone();
  }

  /** Returns the number of values. */
  public int count() {
    return count;
  }

  /** Returns the shares and MACs themselves, not a copy. */
  public long[] words() {
    return words;
  }

  /** Returns whether the values are of a form and under a party's MAC keys. */
  public boolean isUnder(String expectedForm, byte[] expectedKey) {
    return form.equals(expectedForm) && Secrets.equal(key, expectedKey);
  }

  /** Returns everything as bytes; secret, the caller wipes them. */
  public byte[] toBytes() {
    byte[] name = form.getBytes(StandardCharsets.UTF_8);
    ByteBuffer to =
        ByteBuffer.allocate(
            Math.addExact(
                4 * Integer.BYTES + name.length + 2 * ID_BYTES,
                Math.multiplyExact(words.length, Long.BYTES)));
    to.putInt(MAGIC).putInt(name.length).put(name).put(id).put(key);
    to.putInt(count).putInt(words.length);
    Words.toBytes(words, 0, words.length, to.array(), to.position());
    return to.array();
  }

  /**
   * Reads {@link #toBytes}.
   *
   * @throws BadFile if the bytes are no kept values
   */
  public static KeptValues fromBytes(byte[] bytes) throws BadFile {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (from.remaining() < 2 * Integer.BYTES || from.getInt() != MAGIC) {
      throw bad();
    }
    int length = from.getInt();
    if (length < 0 || length > MOST_FORM || from.remaining() < length + 2 * ID_BYTES + 8) {
      throw bad();
    }
    byte[] name = new byte[length];
    byte[] id = new byte[ID_BYTES];
    byte[] key = new byte[ID_BYTES];
    from.get(name).get(id).get(key);
    int count = from.getInt();
    int n = from.getInt();
    if (count < 1 || n < 0 || from.remaining() != (long) n * Long.BYTES) {
      throw bad();
    }
    long[] words = new long[n];
    Words.fromBytes(bytes, from.position(), words, 0, n);
    String form = new String(name, StandardCharsets.UTF_8);
    return new KeptValues(form, id, key, count, words);
  }

  private static BadFile bad() {
    return new BadFile("these bytes are no kept values");
  }

  /** Wipes the shares, and what identifies the key. */
  @Override
  public void close() {
    Secrets.wipe(words);
    Secrets.wipe(key);
  }

  /** Returns the size only: the values are secret. */
  @Override
  public String toString() {
    return "KeptValues[%d, %s]".formatted(count, form);
  }
}
