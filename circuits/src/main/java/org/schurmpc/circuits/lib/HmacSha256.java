package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/**
 * HMAC-SHA-256 (FIPS 198-1, RFC 2104) of a message of 64 bytes under a key of 32 bytes: an example
 * of a circuit composed of parts of another.
 *
 * <p>The inner hash has three blocks: the padded key, the message, and a block of padding. The
 * outer hash has two blocks. Of these five compressions, those of the key's blocks begin with
 * constants, and the schedule of the padding is constant. All values are strings.
 */
final class HmacSha256 {
  static final int KEY_BITS = 256;
  static final int MESSAGE_BITS = 512;
  private static final int BLOCK_BITS = 512;
  private static final int HASH_BITS = 256;

  private final TypedBuilder builder;
  private final Sha2 sha;

  private HmacSha256(TypedBuilder builder) {
    this.builder = builder;
    this.sha = new Sha2(builder, 32);
  }

  /**
   * Returns the circuit: inputs of 256 bits, the key, and 512 bits, the message; an output of 256
   * bits.
   */
  static Circuit circuit(Goal goal) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt key = builder.inputUInt(KEY_BITS);
    UInt message = builder.inputUInt(MESSAGE_BITS);
    builder.output(new HmacSha256(builder).code(key, message));
    return builder.build();
  }

  private UInt code(UInt key, UInt message) {
    UInt paddedKey = builder.constant(BLOCK_BITS - KEY_BITS, 0).concat(key);
    UInt inner = sha.compress(paddedKey.xor(repeated(0x36)), sha.initial());
    inner = sha.compress(message, inner);
    inner = sha.compress(padding(BLOCK_BITS, BLOCK_BITS + MESSAGE_BITS), inner);
    UInt outer = sha.compress(paddedKey.xor(repeated(0x5c)), sha.initial());
    int rest = BLOCK_BITS - HASH_BITS;
    return sha.compress(padding(rest, BLOCK_BITS + HASH_BITS).concat(inner), outer);
  }

  private UInt repeated(int octet) {
    UInt block = builder.constant(0, 0);
    for (int i = 0; i < BLOCK_BITS / 8; i++) {
      block = block.concat(builder.constant(8, octet));
    }
    return block;
  }

  /**
   * Returns the end of a message of {@code messageBits} bits: a 1, zeros, and the message length in
   * 64 bits.
   */
  private UInt padding(int bits, long messageBits) {
    UInt length = builder.constant(bits - 1, messageBits);
    return length.concat(builder.constant(1, 1));
  }
}
