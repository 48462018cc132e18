package org.schurmpc.spdz.cipher;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.Values;

/**
 * The functions that have methods of their own: encryption of one block, by the key or by the
 * expanded key. A function's inputs are the key and the block; its output is a block. All are
 * strings of bytes as the standards number them, so that wire 0 of a circuit is the least
 * significant bit of the last byte.
 */
public enum CipherFunction {
  /** AES (FIPS 197) under a key of 128 bits. */
  AES_128("AES-128", Kind.AES, false),

  /** AES under 11 round keys of 128 bits. */
  AES_128_EXPANDED("AES-128 with an expanded key", Kind.AES, true),

  /** Triple DES (SP 800-67) under three keys of 64 bits: E under K3 of D under K2 of E under K1. */
  TRIPLE_DES("triple DES", Kind.TRIPLE_DES, false),

  /** Triple DES under 16 round keys of 48 bits for each key, in the order of encryption. */
  TRIPLE_DES_EXPANDED("triple DES with expanded keys", Kind.TRIPLE_DES, true);

  /** Number of inputs on which a circuit is compared with a function. */
  private static final int SAMPLES = 64;

  private static final long SEED = 197;

  private enum Kind {
    AES("AES", AesTables.BYTES, AesTables.BYTES),
    TRIPLE_DES("DESede", 3 * DesTables.KEY_BITS / Byte.SIZE, 2 * DesTables.HALF / Byte.SIZE);

    private final String algorithm;
    private final int keyBytes;
    private final int blockBytes;

    Kind(String algorithm, int keyBytes, int blockBytes) {
      this.algorithm = algorithm;
      this.keyBytes = keyBytes;
      this.blockBytes = blockBytes;
    }

    byte[] expanded(byte[] key) {
      return switch (this) {
        case AES -> AesTables.expanded(key);
        case TRIPLE_DES -> DesTables.roundKeys(key);
      };
    }
  }

  private final String text;
  private final Kind kind;
  private final boolean expanded;

  CipherFunction(String text, Kind kind, boolean expanded) {
    this.text = text;
    this.kind = kind;
    this.expanded = expanded;
  }

  /**
   * Returns the function of a circuit: the one that has the circuit's sizes and gives equal blocks
   * on 64 inputs, with round keys that are those of keys. Circuits that differ elsewhere have the
   * function too.
   */
  public static Optional<CipherFunction> of(Circuit circuit) {
    return Arrays.stream(values())
        .filter(each -> each.hasSizesOf(circuit) && each.isComputedBy(circuit))
        .findFirst();
  }

  private boolean hasSizesOf(Circuit circuit) {
    return Arrays.equals(circuit.inputSizes(), new int[] {keyBits(), blockBits()})
        && Arrays.equals(circuit.outputSizes(), new int[] {blockBits()});
  }

  private boolean isComputedBy(Circuit circuit) {
    Random random = new Random(SEED);
    Values inputs = Values.inputs(circuit, SAMPLES);
    byte[][] blocks = new byte[SAMPLES][];
    for (int i = 0; i < SAMPLES; i++) {
      byte[] key = new byte[kind.keyBytes];
      byte[] block = new byte[kind.blockBytes];
      random.nextBytes(key);
      random.nextBytes(block);
      inputs.set(0, i, keyInput(key));
      inputs.set(1, i, block);
      blocks[i] = encrypt(key, block);
    }
    Values outputs = Values.outputs(circuit, PlainEvaluation.evaluate(circuit, inputs.bits()));
    boolean equal = true;
    for (int i = 0; i < SAMPLES; i++) {
      equal &= Arrays.equals(blocks[i], outputs.get(0, i));
    }
    return equal;
  }

  /** Returns the name for users. */
  public String text() {
    return text;
  }

  /** Whether the function is AES, and not triple DES. */
  public boolean isAes() {
    return kind == Kind.AES;
  }

  /** Whether the first input is an expanded key. */
  public boolean isExpanded() {
    return expanded;
  }

  /** Returns the number of bits of the first input. */
  public int keyBits() {
    return Byte.SIZE * keyInput(new byte[kind.keyBytes]).length;
  }

  /** Returns the number of bits of the second input and of the output. */
  public int blockBits() {
    return Byte.SIZE * kind.blockBytes;
  }

  /** Returns the number of bytes of the cipher's key, which may have to be expanded. */
  int keyBytes() {
    return kind.keyBytes;
  }

  /** Returns the first input for a public key of the cipher. */
  byte[] keyInput(byte[] key) {
    return expanded ? kind.expanded(key) : key.clone();
  }

  /** Encrypts a public block under a public key of the cipher, by the JDK. */
  byte[] encrypt(byte[] key, byte[] block) {
    try {
      Cipher cipher = Cipher.getInstance(kind.algorithm + "/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, kind.algorithm));
      return cipher.doFinal(block);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no " + kind.algorithm, e);
    }
  }
}
