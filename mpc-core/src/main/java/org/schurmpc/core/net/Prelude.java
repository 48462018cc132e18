package org.schurmpc.core.net;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The first frame of each connection, from the side that connects: who calls whom, and for which
 * fork. The side that listens answers with a frame of one byte. It keeps strangers out of the way;
 * it proves nothing.
 *
 * <p>Layout, big-endian: "SCHUR", wire version (1 byte), parties, caller and callee (2 bytes each),
 * number (4), length of the sid (1), sid. A client of a service has 0 parties, and 0 in all the
 * rest.
 */
record Prelude(int parties, int caller, int callee, int number, ByteBuffer sid) {

  static final byte WIRE_VERSION = 1;
  static final int MAX_PARTIES = 1000;

  private static final byte[] MAGIC = {'S', 'C', 'H', 'U', 'R'};
  private static final int FIXED = MAGIC.length + 1 + 3 * Short.BYTES + Integer.BYTES + 1;
  static final int MAX_LENGTH = FIXED + Forks.MAX_SID;

  // What the listening side answers to a prelude; all else it drops without a word.
  static final byte ACCEPTED = 0;

  /** Another connection has this place. */
  static final byte TAKEN = 1;

  static final byte OTHER_VERSION = 2;
  static final byte OTHER_PARTIES = 3;

  /** In plaintext, to one who talks in plaintext: the listening side wants TLS. */
  static final byte WANTS_TLS = 4;

  /** In plaintext, to one who talks TLS: the listening side does not. */
  static final byte TALKS_PLAINTEXT = 5;

  /** The caller's certificate is that of another party. */
  static final byte OTHER_CERTIFICATE = 6;

  /**
   * The two sides imitate different lines; so the caller cannot read it, which tells it as much.
   */
  static final byte OTHER_LINK = 7;

  /** The prelude of a service's client. */
  static Prelude ofClient() {
    return new Prelude(0, 0, 0, 0, ByteBuffer.allocate(0));
  }

  byte[] encode() {
    return ByteBuffer.allocate(FIXED + sid.remaining())
        .put(MAGIC)
        .put(WIRE_VERSION)
        .putShort((short) parties)
        .putShort((short) caller)
        .putShort((short) callee)
        .putInt(number)
        .put((byte) sid.remaining())
        .put(sid.duplicate())
        .array();
  }

  /** Whether the bytes are a prelude, of whatever wire version. */
  static boolean isPrelude(byte[] bytes) {
    return bytes.length > MAGIC.length
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static byte version(byte[] prelude) {
    return prelude[MAGIC.length];
  }

  /** Reads a prelude of our wire version; null if it is malformed. */
  static Prelude decode(byte[] bytes) {
    if (bytes.length < FIXED || bytes.length != FIXED + bytes[FIXED - 1]) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, MAGIC.length + 1, bytes.length - MAGIC.length - 1);
    int parties = in.getShort();
    int caller = in.getShort();
    int callee = in.getShort();
    int number = in.getInt();
    return new Prelude(
        parties, caller, callee, number, ByteBuffer.wrap(bytes, FIXED, bytes.length - FIXED));
  }

  /** Whether both are for the same place: all but the sid. */
  boolean samePlace(Prelude other) {
    return parties == other.parties
        && caller == other.caller
        && callee == other.callee
        && number == other.number;
  }

  boolean sameSid(Prelude other) {
    return sid.equals(other.sid);
  }
}
