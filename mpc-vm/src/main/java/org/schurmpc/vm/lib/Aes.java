package org.schurmpc.vm.lib;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.schurmpc.vm.lang.ByteLookup;
import org.schurmpc.vm.lang.ClearGf2n;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lib.parts.Trees;

/**
 * Encryption by AES-128 on many blocks at once, over a second field GF(2^40) (KSS13, section 6.2;
 * DKLMS12, section 4). {@link AesBytes} makes the bytes, which are images in the field.
 *
 * <p>The S-box decomposes a byte x into bits by an opening under 8 random bits, computes x^2, x^4,
 * ..., x^128, which are linear in the bits, and their product x^254 in three rounds, and applies
 * the affine map to the bits of this product. Takes 5 rounds, 6 triples and 16 bits.
 *
 * <p>A block takes 50 rounds, 960 triples and 2,560 bits, in as many rounds for any number of
 * blocks. The key schedule takes 240 triples and 640 bits, and no further rounds if it stands in
 * the same basic block.
 *
 * <p>The openings under 8 bits hide bytes only. If a party altered an earlier opening, the product
 * could be another element of the field, and would be visible outside of the subfield. They are
 * therefore reveals, which the machine sends after a check of all openings before: 2 checks an
 * S-box layer.
 *
 * <p>{@link #withTables} looks up S-boxes in a public table (KORSVV17, section 4.2): a block takes
 * 10 rounds and 160 lookups, the key schedule 40 lookups and no further rounds if it stands in the
 * same basic block. Bytes stay bytes whatever a party sends, so that no checks are needed between
 * the rounds.
 */
public final class Aes {
  private static final int BYTES = AesBytes.BLOCK;
  private static final int WORD = 4;
  private static final int ROUNDS = 10;

  private final ProgramBuilder b;
  private final AesBytes bytes;

  /** Looks up in the S-box, or null if it is computed. */
  private final ByteLookup sBox;

  /**
   * Creates AES in a program.
   *
   * @throws IllegalArgumentException if the program's second field is not "gf2_40"
   */
  public Aes(ProgramBuilder b) {
    this(b, null);
  }

  private Aes(ProgramBuilder b, ByteLookup sBox) {
    this.b = b;
    this.sBox = sBox;
    bytes = new AesBytes(b);
  }

  /**
   * Creates AES by lookups in a program.
   *
   * @throws org.schurmpc.vm.lang.ProgramError if the program's second field is not "gf2_40"
   */
  public static Aes withTables(ProgramBuilder b) {
    return new Aes(b, b.secondField().byteLookup(AesBytes.sBox()));
  }

  /**
   * Expands keys.
   *
   * @param keys 16 bytes of some keys: of all keys byte 0, then byte 1, and so on; images of bytes,
   *     as {@link AesBytes} makes them. Other elements are opened in part
   * @return the 11 round keys, 16 bytes each in the same order
   */
  public List<SecretGf2ns> expand(SecretGf2ns keys) {
    int n = lanes(keys, BYTES);
    SecretGf2ns[] rounds = new SecretGf2ns[ROUNDS + 1];
    rounds[0] = keys;
    int constant = 1;
    for (int r = 1; r <= ROUNDS; r++) {
      SecretGf2ns last = rounds[r - 1];
      SecretGf2ns word = rotated(last.slice((BYTES - WORD) * n, WORD * n), n);
      SecretGf2ns substituted = substitute(word);
      SecretGf2ns next =
          SecretGf2ns.join(
              substituted.slice(0, n).plus(image(constant)), substituted.slice(n, (WORD - 1) * n));
      SecretGf2ns[] words = new SecretGf2ns[BYTES / WORD];
      for (int i = 0; i < words.length; i++) {
        next = next.plus(last.slice(i * WORD * n, WORD * n));
        words[i] = next;
      }
      rounds[r] = SecretGf2ns.join(words);
      constant = AesBytes.times(2, constant);
    }
    return List.of(rounds);
  }

  private static SecretGf2ns rotated(SecretGf2ns word, int n) {
    return SecretGf2ns.join(word.slice(n, (WORD - 1) * n), word.slice(0, n));
  }

  /**
   * Encrypts blocks.
   *
   * @param roundKeys the 11 round keys of one key for all blocks, or of a key for each block
   * @param blocks 16 bytes of each block: of all blocks byte 0, then byte 1, and so on; images of
   *     bytes, as {@link AesBytes} makes them. Other elements are opened in part
   * @return the encrypted blocks, in the same order
   */
  public SecretGf2ns encrypt(List<SecretGf2ns> roundKeys, SecretGf2ns blocks) {
    int lanes = lanes(blocks, BYTES);
    if (roundKeys.size() != ROUNDS + 1) {
      throw new IllegalArgumentException(roundKeys.size() + " round keys, not 11");
    }
    SecretGf2ns state = addKey(blocks, roundKeys.get(0));
    for (int r = 1; r <= ROUNDS; r++) {
      SecretGf2ns rows = moved(substitute(state), lanes, i -> i + WORD * (i % WORD));
      SecretGf2ns mixed = r == ROUNDS ? rows : mixColumns(rows, lanes);
      state = addKey(mixed, roundKeys.get(r));
    }
    return state;
  }

  static int lanes(SecretGf2ns values, int bytes) {
    if (values.size() % bytes != 0) {
      throw new IllegalArgumentException(values.size() + " bytes are no multiple of " + bytes);
    }
    return values.size() / bytes;
  }

  private static SecretGf2ns addKey(SecretGf2ns state, SecretGf2ns key) {
    int lanes = lanes(state, BYTES);
    int keys = lanes(key, BYTES);
    if (keys == lanes) {
      return state.plus(key);
    }
    if (keys != 1) {
      throw new IllegalArgumentException(keys + " keys for " + lanes + " blocks");
    }
    SecretGf2ns[] sums = new SecretGf2ns[BYTES];
    Arrays.setAll(sums, i -> state.slice(i * lanes, lanes).plus(key.get(i)));
    return SecretGf2ns.join(sums);
  }

  /** Returns the state whose byte i is another byte, its number modulo 16. */
  private static SecretGf2ns moved(SecretGf2ns state, int lanes, IntUnaryOperator from) {
    SecretGf2ns[] parts = new SecretGf2ns[BYTES];
    Arrays.setAll(parts, i -> state.slice(from.applyAsInt(i) % BYTES * lanes, lanes));
    return SecretGf2ns.join(parts);
  }

  private SecretGf2ns mixColumns(SecretGf2ns state, int lanes) {
    SecretGf2ns sum = state;
    SecretGf2ns[] below = new SecretGf2ns[WORD];
    for (int k = 1; k < WORD; k++) {
      int rows = k;
      below[k] = moved(state, lanes, i -> i - i % WORD + (i + rows) % WORD);
    }
    // 2 a + 3 b + c + d = 2 (a + b) + b + c + d for the bytes a, b, c, d of a column.
    sum = sum.plus(below[1]).times(image(2));
    for (int k = 1; k < WORD; k++) {
      sum = sum.plus(below[k]);
    }
    return sum;
  }

  private ClearGf2n image(int value) {
    return b.clearGf2n(AesBytes.image(value));
  }

  // SubBytes

  private SecretGf2ns substitute(SecretGf2ns x) {
    if (sBox != null) {
      return sBox.of(x);
    }
    SecretGf2ns[] bits = bytes.decompose(x);
    SecretGf2ns[] factors = new SecretGf2ns[AesBytes.BITS - 1];
    for (int i = 0; i < factors.length; i++) {
      int squarings = i + 1;
      factors[i] = bytes.map(bits, each -> squared(each, squarings));
    }
    SecretGf2ns inverse = Trees.reduced(List.of(factors), SecretGf2ns::times);
    return bytes
        .map(bytes.decompose(inverse), AesBytes::affine)
        .plus(image(AesBytes.AFFINE_CONSTANT));
  }

  private static int squared(int x, int times) {
    int square = x;
    for (int i = 0; i < times; i++) {
      square = AesBytes.times(square, square);
    }
    return square;
  }
}
