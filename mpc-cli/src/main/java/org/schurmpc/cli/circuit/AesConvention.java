package org.schurmpc.cli.circuit;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.crypto.Prg;

/**
 * How a circuit of AES-128 lays out its blocks.
 *
 * @param keyFirst whether the first input value is the key
 * @param expandedKey whether the key is its eleven round keys, one after the other
 * @param order the order of the bits of a value
 */
public record AesConvention(boolean keyFirst, boolean expandedKey, BitOrder order) {
  /** A block has 16 bytes, 128 bits. */
  public static final int BLOCK_BITS = 128;

  private static final int EXPANDED_BITS = Byte.SIZE * AesKeySchedule.EXPANDED_BYTES;
  private static final int PROBES = 64;

  /** The orders of bits that are in use. */
  public enum BitOrder {
    /** Bytes in order, the most significant bit first. */
    MSB_FIRST("bytes in order, most significant bit first"),
    /** Bytes in order, the least significant bit first. */
    LSB_FIRST("bytes in order, least significant bit first"),
    /** The whole string reversed: wire 0 is the least significant bit of the last byte. */
    REVERSED("the whole string reversed");

    private final String text;

    BitOrder(String text) {
      this.text = text;
    }

    /** Returns the wire of bit {@code bit} (0 the least significant) of a byte in a value. */
    int wire(int index, int bit, int bytes) {
      return switch (this) {
        case MSB_FIRST -> 8 * index + 7 - bit;
        case LSB_FIRST -> 8 * index + bit;
        case REVERSED -> 8 * (bytes - 1 - index) + bit;
      };
    }
  }

  /** With a key of 128 bits. */
  public AesConvention(boolean keyFirst, BitOrder order) {
    this(keyFirst, false, order);
  }

  /** Tries random keys and plaintexts; empty if the circuit is not AES-128 in any known layout. */
  public static Optional<AesConvention> of(Circuit circuit) {
    Optional<AesConvention> plain = of(circuit, false);
    return plain.isPresent() ? plain : ofExpandedKey(circuit);
  }

  /** Returns the convention of a circuit that takes expanded keys. */
  public static Optional<AesConvention> ofExpandedKey(Circuit circuit) {
    return of(circuit, true);
  }

  private static Optional<AesConvention> of(Circuit circuit, boolean expandedKey) {
    for (boolean keyFirst : new boolean[] {true, false}) {
      for (BitOrder order : BitOrder.values()) {
        AesConvention convention = new AesConvention(keyFirst, expandedKey, order);
        if (convention.fits(circuit)) {
          return Optional.of(convention);
        }
      }
    }
    return Optional.empty();
  }

  private boolean fits(Circuit circuit) {
    int[] sizes = {keyBits(), BLOCK_BITS};
    if (!keyFirst) {
      sizes = new int[] {BLOCK_BITS, keyBits()};
    }
    if (!Arrays.equals(circuit.inputSizes(), sizes)
        || !Arrays.equals(circuit.outputSizes(), new int[] {BLOCK_BITS})) {
      return false;
    }
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), PROBES);
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(inputs.words(), 0, inputs.words().length);
    expandKeys(inputs);
    return encrypt(inputs).equals(PlainEvaluation.evaluate(circuit, inputs));
  }

  /**
   * Returns what a circuit with this layout outputs, by AES of the Java platform.
   *
   * @param inputs a row for each input wire, a column for each lane; expanded keys must be
   *     expansions
   * @return a row for each output wire, a column for each lane
   */
  public BitMatrix encrypt(BitMatrix inputs) {
    return new PlatformAes(this).encrypt(inputs);
  }

  /** Replaces all round keys but the first by those that follow from it, if keys are expanded. */
  public void expandKeys(BitMatrix inputs) {
    if (!expandedKey) {
      return;
    }
    AesKeySchedule schedule = new AesKeySchedule();
    for (int lane = 0; lane < inputs.columns(); lane++) {
      byte[] expanded = schedule.expand(key(inputs, lane));
      for (int i = 0; i < expanded.length; i++) {
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          int wire = keyWire() + order.wire(i, bit, expanded.length);
          inputs.set(wire, lane, (expanded[i] >> bit & 1) != 0);
        }
      }
    }
  }

  /** The key in a lane, 16 bytes. */
  public byte[] key(BitMatrix inputs, int lane) {
    return bytes(inputs, lane, keyWire(), keyBits() / Byte.SIZE);
  }

  /** The plaintext in a lane, 16 bytes. */
  byte[] plaintext(BitMatrix inputs, int lane) {
    return bytes(inputs, lane, plaintextWire(), BLOCK_BITS / Byte.SIZE);
  }

  /** Returns the first 16 bytes of a value. */
  private byte[] bytes(BitMatrix bits, int lane, int firstWire, int valueBytes) {
    byte[] block = new byte[BLOCK_BITS / Byte.SIZE];
    for (int i = 0; i < block.length; i++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        if (bits.get(firstWire + order.wire(i, bit, valueBytes), lane)) {
          block[i] |= (byte) (1 << bit);
        }
      }
    }
    return block;
  }

  /** The bits of the key as the circuit takes it. */
  public int keyBits() {
    return expandedKey ? EXPANDED_BITS : BLOCK_BITS;
  }

  /** Which input value is the key. */
  public int keyValue() {
    return keyFirst ? 0 : 1;
  }

  /** The first wire of the key. */
  int keyWire() {
    return keyFirst ? 0 : BLOCK_BITS;
  }

  /** The first wire of the plaintext. */
  int plaintextWire() {
    return keyFirst ? keyBits() : 0;
  }

  /** For people. */
  @Override
  public String toString() {
    String key = expandedKey ? "expanded key" : "key";
    return (keyFirst ? key + ", then plaintext; " : "plaintext, then " + key + "; ") + order.text;
  }
}
