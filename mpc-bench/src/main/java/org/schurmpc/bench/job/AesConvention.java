package org.schurmpc.bench.job;

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
 * @param order the order of the bits of a block
 */
public record AesConvention(boolean keyFirst, BitOrder order) {
  /** A block has 16 bytes, 128 bits. */
  public static final int BLOCK_BITS = 128;

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

    /** The wire, within its value, of bit {@code bit} (0 the least significant) of a byte. */
    int wire(int index, int bit) {
      return switch (this) {
        case MSB_FIRST -> 8 * index + 7 - bit;
        case LSB_FIRST -> 8 * index + bit;
        case REVERSED -> 8 * (15 - index) + bit;
      };
    }
  }

  /** Tries random keys and plaintexts; empty if the circuit is not AES-128 in any known layout. */
  public static Optional<AesConvention> of(Circuit circuit) {
    int[] block = {BLOCK_BITS};
    int[] two = {BLOCK_BITS, BLOCK_BITS};
    if (!Arrays.equals(circuit.inputSizes(), two) || !Arrays.equals(circuit.outputSizes(), block)) {
      return Optional.empty();
    }
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), PROBES);
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(inputs.words(), 0, inputs.words().length);
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (boolean keyFirst : new boolean[] {true, false}) {
      for (BitOrder order : BitOrder.values()) {
        AesConvention convention = new AesConvention(keyFirst, order);
        if (new AesReference(convention).expected(inputs).equals(outputs)) {
          return Optional.of(convention);
        }
      }
    }
    return Optional.empty();
  }

  /** The first wire of the key. */
  int keyWire() {
    return keyFirst ? 0 : BLOCK_BITS;
  }

  /** The first wire of the plaintext. */
  int plaintextWire() {
    return BLOCK_BITS - keyWire();
  }

  /** For people. */
  @Override
  public String toString() {
    return (keyFirst ? "key, then plaintext; " : "plaintext, then key; ") + order.text;
  }
}
