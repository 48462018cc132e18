package org.schurmpc.vm.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Aes;
import org.schurmpc.vm.lib.AesBytes;

/**
 * Encrypts blocks of the second party by AES-128 under a key of the first one (KSS13, section
 * 6.2.1). With {@code expanded} 1, the key is given as its 11 round keys; otherwise each batch
 * expands it. With {@code tables} 1, S-boxes are looked up in a table. {@link Batches} describes
 * the arguments {@code n}, {@code batches} and {@code threads}.
 */
public final class AesBlocks implements SecureProgram {
  private static final int ROUND_KEYS = 11;

  @Override
  public void define(ProgramBuilder b) {
    Batches batches = new Batches(b);
    boolean expanded = Batches.argument(b, "expanded", 0, 1) == 1;
    AesBytes bytes = new AesBytes(b);
    boolean tables = Batches.argument(b, "tables", 0, 1) == 1;
    Aes aes = tables ? Aes.withTables(b) : new Aes(b);
    SecretGf2ns key = bytes.input("key", 0, expanded ? ROUND_KEYS : 1);
    SecretGf2ns blocks = bytes.input("blocks", 1, batches.elements());
    List<SecretGf2ns> encrypted =
        batches.apply(
            perTape(blocks, batches),
            AesBytes.BLOCK * batches.n(),
            some -> aes.encrypt(expanded ? roundKeys(key) : aes.expand(key), some));
    SecretGf2ns[] all = encrypted.stream().map(bytes::byBlock).toArray(SecretGf2ns[]::new);
    b.secondField().output("encrypted", bytes.bytes(SecretGf2ns.join(all).reveal()));
  }

  /** Returns the blocks of each tape: of all of them byte 0, then byte 1, and so on. */
  private static List<SecretGf2ns> perTape(SecretGf2ns blocks, Batches batches) {
    List<SecretGf2ns> tapes = new ArrayList<>();
    for (int tape = 0; tape < batches.threads(); tape++) {
      SecretGf2ns[] parts = new SecretGf2ns[AesBytes.BLOCK];
      int first = tape * batches.n();
      Arrays.setAll(parts, i -> blocks.slice(i * batches.elements() + first, batches.n()));
      tapes.add(SecretGf2ns.join(parts));
    }
    return tapes;
  }

  /** Returns the round keys: of all of them the input has byte 0, then byte 1, and so on. */
  private static List<SecretGf2ns> roundKeys(SecretGf2ns expanded) {
    List<SecretGf2ns> keys = new ArrayList<>();
    for (int round = 0; round < ROUND_KEYS; round++) {
      SecretGf2ns[] parts = new SecretGf2ns[AesBytes.BLOCK];
      int r = round;
      Arrays.setAll(parts, i -> expanded.slice(i * ROUND_KEYS + r, 1));
      keys.add(SecretGf2ns.join(parts));
    }
    return keys;
  }
}
