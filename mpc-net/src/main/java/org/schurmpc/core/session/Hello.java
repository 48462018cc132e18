package org.schurmpc.core.session;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/**
 * Represents the first message of the handshake. Its first six bytes, the magic number and the wire
 * version, are equal in every version.
 *
 * @param party the sender
 * @param parties the number of parties that the sender expects
 * @param nonce {@value #NONCE_BYTES} random bytes
 * @param terms the terms that the sender wants to agree on
 */
@SuppressWarnings("ArrayRecordComponent") // a message: compared field by field
record Hello(int party, int parties, byte[] nonce, SessionTerms terms) {
  static final int NONCE_BYTES = 32;
  static final int WIRE_VERSION = 4;

  /** Maximum length in bytes. The longest terms need less: 64 fields of 2 times 1026 bytes. */
  static final int MAX_BYTES = 1 << 18;

  private static final int MAGIC = 0x53434855; // "SCHU"

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(MAX_BYTES);
    out.putInt(MAGIC)
        .putShort((short) WIRE_VERSION)
        .put((byte) party)
        .put((byte) parties)
        .put(nonce);
    out.putShort((short) terms.fields().size());
    for (Map.Entry<String, String> field : terms.fields().entrySet()) {
      put(out, field.getKey());
      put(out, field.getValue());
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  /**
   * Decodes a message written by {@link #encode}.
   *
   * @throws ConnectionLost if the bytes are not such a message
   * @throws Disagreement if the message has another wire version; nothing else is read then
   */
  static Hello decode(byte[] bytes, String peer) throws MpcException {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      if (in.getInt() != MAGIC) {
        throw new ConnectionLost(peer + " does not speak this protocol");
      }
      int version = Short.toUnsignedInt(in.getShort());
      if (version != WIRE_VERSION) {
        throw new Disagreement(
            "the parties differ in wire version: "
                + WIRE_VERSION
                + " here, "
                + version
                + " at the peer");
      }
      int party = Byte.toUnsignedInt(in.get());
      int parties = Byte.toUnsignedInt(in.get());
      byte[] nonce = new byte[NONCE_BYTES];
      in.get(nonce);
      int count = Short.toUnsignedInt(in.getShort());
      TreeMap<String, String> fields = new TreeMap<>();
      for (int i = 0; i < count; i++) {
        if (fields.put(take(in), take(in)) != null) {
          throw new ConnectionLost(peer + " sent a handshake that names a field twice");
        }
      }
      if (in.hasRemaining()) {
        throw new ConnectionLost(peer + " sent a handshake with trailing bytes");
      }
      return new Hello(party, parties, nonce, new SessionTerms(fields));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new ConnectionLost(peer + " sent a malformed handshake", e);
    }
  }

  private static void put(ByteBuffer out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putShort((short) bytes.length).put(bytes);
  }

  private static String take(ByteBuffer in) {
    byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
