package org.schurmpc.core.run;

import java.util.OptionalLong;
import org.schurmpc.core.prep.disk.KeptState;

/**
 * The memory with which a run begins and ends, of a program that keeps its memory.
 *
 * @param state opened for the program and the stores of the run; closed with the run
 * @param reset the version that the operator asks for, although values were revealed from it in a
 *     run that was not completed. All operators ask for the same one, or for none
 */
public record RunMemory(KeptState state, OptionalLong reset) {}
