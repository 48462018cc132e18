package org.schurmpc.core.prep;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.PolynomialHash;

/** Defines the messages between a dealer and its clients. */
final class DealerWire {
  static final int MAGIC = 0x5344_4c52; // "SDLR"
  static final int VERSION = 2;
  static final int STORE_ID_BYTES = 32;

  /** Client to dealer: another batch is wanted, for the demand with the digest that follows. */
  static final byte REQUEST = 1;

  /** Client to dealer: nothing more is wanted. */
  static final byte END = 2;

  /** Dealer to client: all clients asked for this demand; the material follows. */
  static final byte ACCEPTED = 1;

  /** Dealer to client: the clients and the dealer have different demands. */
  static final byte DIFFERENT = 2;

  /** Maximum number of bytes of items in one message, unless a single item is longer. */
  static final int CHUNK_BYTES = 1 << 18;

  /** Length of the header: kind index, item count. */
  static final int CHUNK_HEADER_BYTES = 8;

  static final int HELLO_BYTES = 12;

  private DealerWire() {}

  static byte[] hello(int party) {
    return ByteBuffer.allocate(HELLO_BYTES).putInt(MAGIC).putInt(VERSION).putInt(party).array();
  }

  /** Returns the number of items of a kind in one message. */
  static int itemsPerChunk(MaterialKind kind) {
    return Math.max(1, CHUNK_BYTES / (kind.longsPerItem() * Long.BYTES));
  }

  /**
   * Returns a running hash of the material that one party receives in a round of dealing. The round
   * ends with the digest. On a plaintext line, the hash guards against accidents that no MAC
   * covers, since a party uses its own input masks unchecked.
   */
  static PolynomialHash hash(byte[] storeId, int party, long round) {
    byte[] key = new FieldHash("dealt material").add(storeId).add(party).add(round).digest();
    return new PolynomialHash(Arrays.copyOf(key, PolynomialHash.KEY_BYTES));
  }

  static int chunkBytes(MaterialKind kind, int items) {
    return CHUNK_HEADER_BYTES + items * kind.longsPerItem() * Long.BYTES;
  }
}
