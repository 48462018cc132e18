package org.schurmpc.core.session;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * The first message of the handshake.
 *
 * @param version the wire version
 * @param party who sends it
 * @param parties how many parties the sender expects
 * @param nonce {@value #NONCE_BYTES} random bytes
 * @param terms what the sender wants to agree on
 */
@SuppressWarnings("ArrayRecordComponent") // a message: compared field by field
record Hello(int version, int party, int parties, byte[] nonce, SessionTerms terms) {
  static final int NONCE_BYTES = 32;
  static final int MAX_BYTES = 1 << 16;
  private static final int MAGIC = 0x53434855; // "SCHU"

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(MAX_BYTES);
    out.putInt(MAGIC).putShort((short) version).put((byte) party).put((byte) parties).put(nonce);
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
   * Reads what {@link #encode} wrote.
   *
   * @throws ConnectionLost if the bytes are no such message
   */
  static Hello decode(byte[] bytes, String peer) throws ConnectionLost {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      if (in.getInt() != MAGIC) {
        throw new ConnectionLost(peer + " does not speak this protocol");
      }
      int version = Short.toUnsignedInt(in.getShort());
      int party = Byte.toUnsignedInt(in.get());
      int parties = Byte.toUnsignedInt(in.get());
      byte[] nonce = new byte[NONCE_BYTES];
      in.get(nonce);
      int count = Short.toUnsignedInt(in.getShort());
      TreeMap<String, String> fields = new TreeMap<>();
      for (int i = 0; i < count; i++) {
        fields.put(take(in), take(in));
      }
      if (in.hasRemaining()) {
        throw new ConnectionLost(peer + " sent a handshake with trailing bytes");
      }
      return new Hello(version, party, parties, nonce, new SessionTerms(fields));
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
