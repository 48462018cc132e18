package org.schurmpc.vm.machine;

import java.util.List;
import org.schurmpc.vm.code.Port;

/**
 * The inputs of one instruction, in order.
 *
 * @param ports the ports of the program over this field and others, by index
 * @param port the index of each entry's port
 * @param first the number of each entry's first value at its port
 * @param n the number of values of each entry
 * @param asBits whether the bits of the values are put in place of each entry's values, the lowest
 *     of a value first: of x, or of x + 2^(width-1) if the port is signed
 * @param to the place of each entry's first value in the bank of registers
 */
@SuppressWarnings("ArrayRecordComponent")
public record InputBatch(
    List<Port> ports, int[] port, int[] first, int[] n, boolean[] asBits, int[] to) {
  /** Returns the number of entries. */
  public int entries() {
    return port.length;
  }
}
