package org.schurmpc.spdz.cipher;

import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.spdz.online.CircuitWires;
import org.schurmpc.spdz.share.Shares;

/**
 * The inputs and outputs of a cipher as shares of bits, a share for each lane. Bits are numbered
 * from 0 as in the standards: bit 0 is the most significant one of the first byte. Positions are
 * those of the first lane among {@link #shares}; the other lanes follow.
 */
public final class CipherWires {
  private final CircuitWires wires;
  private final int[] key;
  private final int[] block;
  private final int[] output;

  /**
   * Finds the bits in the slots of a circuit.
   *
   * @param function the circuit's function
   */
  CipherWires(CircuitWires wires, LayeredCircuit circuit, CipherFunction function) {
    int[] inputs = circuit.inputSlots();
    this.wires = wires;
    this.key = fromFirst(inputs, 0, function.keyBits());
    this.block = fromFirst(inputs, function.keyBits(), function.blockBits());
    this.output = fromFirst(circuit.outputSlots(), 0, function.blockBits());
  }

  /** Returns the positions of the wires of a value, from its last wire on. */
  private int[] fromFirst(int[] slots, int first, int n) {
    int[] elements = new int[n];
    for (int bit = 0; bit < n; bit++) {
      elements[bit] = wires.element(slots[first + n - 1 - bit]);
    }
    return elements;
  }

  /** Returns the number of lanes. */
  public int lanes() {
    return wires.lanes();
  }

  /** Returns the shares, not a copy; outputs may lie where inputs lay. */
  public Shares shares() {
    return wires.shares();
  }

  /** Returns the position of a bit of the key. */
  public int key(int bit) {
    return key[bit];
  }

  /** Returns the position of a bit of the block to encrypt. */
  public int block(int bit) {
    return block[bit];
  }

  /** Returns the position of a bit of the encrypted block. */
  public int output(int bit) {
    return output[bit];
  }
}
