package org.schurmpc.vm.machine.spdz;

import java.util.OptionalLong;
import org.schurmpc.core.prep.disk.KeptState;

/**
 * The memory with which a run begins and ends.
 *
 * @param state opened for the program and the stores of the run; the caller closes it
 * @param reset the version that the operator asks for, although values were revealed from it in a
 *     run that was not completed. All operators ask for the same one, or for none
 */
public record MemoryOptions(KeptState state, OptionalLong reset) {}
