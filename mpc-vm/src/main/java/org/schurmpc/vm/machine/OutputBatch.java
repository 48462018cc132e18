package org.schurmpc.vm.machine;

import java.util.List;
import org.schurmpc.vm.code.Port;

/**
 * The secret outputs of a program over one field.
 *
 * @param ports the ports of the program, by index
 * @param port the index of each entry's port
 * @param at the place of each entry's first value in the output area
 * @param values receives each entry's values, public elements of the field; stays null at parties
 *     that do not receive them
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutputBatch(List<Port> ports, int[] port, int[] at, long[][] values) {
  /** Returns the number of entries. */
  public int entries() {
    return port.length;
  }
}
