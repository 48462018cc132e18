package org.schurmpc.cli.circuit;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.crypto.Prg;

/**
 * Describes the bit layout of an AES-128 circuit's inputs and outputs.
 *
 * @param keyFirst whether the first input value is the key
 * @param expandedKey whether the key consists of the eleven round keys, one after the other
 * @param order the order of the bits of a value
 */
public record AesConvention(boolean keyFirst, boolean expandedKey, BitOrder order) {
  /** Size of a block in bits. */
  public static final int BLOCK_BITS = 128;

  private static final int EXPANDED_BITS = Byte.SIZE * AesKeySchedule.EXPANDED_BYTES;
  private static final int PROBES = 64;

  /** Lists the known bit orders. */
  public enum BitOrder {
    /** Bytes in order, the most significant bit first. */
    MSB_FIRST("bytes in order, most significant bit first"),
    /** Bytes in order, the least significant bit first. */
    LSB_FIRST("bytes in order, least significant bit first"),
    /** The whole bit string reversed: wire 0 is the least significant bit of the last byte. */
    REVERSED("the whole string reversed");

    private final String text;

    BitOrder(String text) {
      this.text = text;
    }

    /**
     * Returns the wire of a bit, counted from the value's first wire.
     *
     * @param index the byte that contains the bit
     * @param bit the bit's position in the byte, 0 for the least significant
     * @param bytes the number of bytes of the value
     */
    int wire(int index, int bit, int bytes) {
      return switch (this) {
        case MSB_FIRST -> 8 * index + 7 - bit;
        case LSB_FIRST -> 8 * index + bit;
        case REVERSED -> 8 * (bytes - 1 - index) + bit;
      };
    }
  }

  /** Creates the convention of a circuit whose key has 128 bits. */
  public AesConvention(boolean keyFirst, BitOrder order) {
    this(keyFirst, false, order);
  }

  /**
   * Finds the convention of a circuit by evaluating it on random keys and plaintexts.
   *
   * @return empty if the circuit is not AES-128 in any known layout
   */
  public static Optional<AesConvention> of(Circuit circuit) {
    Optional<AesConvention> plain = of(circuit, false);
    return plain.isPresent() ? plain : ofExpandedKey(circuit);
  }

  /** Finds the convention of a circuit that takes expanded keys, as {@link #of} does. */
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
    // One block rules nearly all wrong layouts out; expanding keys takes longer than evaluating.
    return encrypts(circuit, 1) && encrypts(circuit, PROBES);
  }

  private boolean encrypts(Circuit circuit, int lanes) {
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), lanes);
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(inputs.words(), 0, inputs.words().length);
    expandKeys(inputs);
    BitMatrix expected = encrypt(inputs);
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    boolean equal = true;
    for (int wire = 0; wire < BLOCK_BITS; wire++) {
      for (int lane = 0; lane < lanes; lane++) {
        equal &= expected.get(wire, lane) == outputs.get(wire, lane);
      }
    }
    return equal;
  }

  /**
   * Returns the outputs of a circuit with this layout, computed by the Java platform's AES.
   *
   * @param inputs a row for each input wire, a column for each lane; expanded keys must be valid
   *     expansions
   * @return a row for each output wire, a column for each lane
   */
  public BitMatrix encrypt(BitMatrix inputs) {
    return new PlatformAes(this).encrypt(inputs);
  }

  /**
   * If keys are expanded, overwrites all round keys but the first by those derived from the first.
   */
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

  /** Returns the key in a lane, 16 bytes. */
  public byte[] key(BitMatrix inputs, int lane) {
    return bytes(inputs, lane, keyWire(), keyBits() / Byte.SIZE);
  }

  /** Returns the plaintext in a lane, 16 bytes. */
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

  /** Returns the number of bits of the key, expanded if the circuit takes expanded keys. */
  public int keyBits() {
    return expandedKey ? EXPANDED_BITS : BLOCK_BITS;
  }

  /** Returns the index of the input value that is the key. */
  public int keyValue() {
    return keyFirst ? 0 : 1;
  }

  /** Returns the first wire of the key. */
  int keyWire() {
    return keyFirst ? 0 : BLOCK_BITS;
  }

  /** Returns the first wire of the plaintext. */
  int plaintextWire() {
    return keyFirst ? keyBits() : 0;
  }

  /** Returns a description of the layout for users. */
  @Override
  public String toString() {
    String key = expandedKey ? "expanded key" : "key";
    return (keyFirst ? key + ", then plaintext; " : "plaintext, then " + key + "; ") + order.text;
  }
}
