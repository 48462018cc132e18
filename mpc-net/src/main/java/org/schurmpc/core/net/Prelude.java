package org.schurmpc.core.net;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Represents the first frame of each connection, from the side that connects. It names caller,
 * callee and fork. The side that listens answers with a frame of one byte. The prelude keeps
 * strangers away; it proves nothing.
 *
 * <p>Layout, big-endian: "SCHUR", wire version (1 byte), parties, caller and callee (2 bytes each),
 * number (4), length of the sid (1), sid. A client of a service has 0 parties, and 0 in all other
 * fields. A party that cannot begin has the number {@value #WITHDRAWAL}, and no sid.
 */
record Prelude(int parties, int caller, int callee, int number, ByteBuffer sid) {

  static final byte WIRE_VERSION = 1;
  static final int MAX_PARTIES = 1000;

  private static final byte[] MAGIC = {'S', 'C', 'H', 'U', 'R'};
  private static final int FIXED = MAGIC.length + 1 + 3 * Short.BYTES + Integer.BYTES + 1;
  static final int MAX_LENGTH = FIXED + Forks.MAX_SID;

  // Answers of the listening side to a prelude. All other connections are dropped without an
  // answer.
  static final byte ACCEPTED = 0;

  /** Another connection has this place. */
  static final byte TAKEN = 1;

  static final byte OTHER_VERSION = 2;
  static final byte OTHER_PARTIES = 3;

  /** In plaintext, to a caller that uses plaintext: the listening side requires TLS. */
  static final byte WANTS_TLS = 4;

  /** In plaintext, to a caller that uses TLS: the listening side uses plaintext. */
  static final byte TALKS_PLAINTEXT = 5;

  /** The caller's certificate belongs to another party. */
  static final byte OTHER_CERTIFICATE = 6;

  /**
   * The two sides imitate different lines. This answer is unreadable for the caller, which by
   * itself shows the difference.
   */
  static final byte OTHER_LINK = 7;

  /** The caller is a party and the listening side a service, so they run different commands. */
  static final byte SERVICE = 8;

  /** The listening side cannot begin, or has heard it of another party. */
  static final byte WITHDRAWN = 9;

  /** Number in the prelude of a party that cannot begin, in place of the number of a fork. */
  static final int WITHDRAWAL = -1;

  /** Returns the prelude by which a party says that it cannot begin. */
  static Prelude ofWithdrawal(int parties, int caller, int callee) {
    return new Prelude(parties, caller, callee, WITHDRAWAL, ByteBuffer.allocate(0));
  }

  /** Returns whether the caller says that it cannot begin. */
  boolean withdraws() {
    return number == WITHDRAWAL && !sid.hasRemaining();
  }

  /** Returns the prelude of a service's client. */
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

  /** Returns whether the bytes are a prelude, of any wire version. */
  static boolean isPrelude(byte[] bytes) {
    return bytes.length > MAGIC.length
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static byte version(byte[] prelude) {
    return prelude[MAGIC.length];
  }

  /** Decodes a prelude of our wire version; null if it is malformed. */
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

  /** Returns whether both preludes are for one place: all fields but the sid are equal. */
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
