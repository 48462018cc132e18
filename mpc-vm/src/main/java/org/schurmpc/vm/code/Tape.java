package org.schurmpc.vm.code;

import java.util.List;
import java.util.Objects;

/**
 * A straight piece of a program that one thread runs (KSS13, section 3).
 *
 * @param sRegisters number of secret registers by field
 * @param cRegisters number of clear registers by field
 * @param iRegisters number of integer registers
 * @param demand items that a run consumes, by field; of an unbounded tape, what is prepared at once
 * @param bounded whether the demand of a run is fixed: whether no jump goes backwards
 * @param footprints memory that the tape accesses
 * @param words the instructions; neither copied nor changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Tape(
    String name,
    int[] sRegisters,
    int[] cRegisters,
    int iRegisters,
    Counts[] demand,
    boolean bounded,
    List<Footprint> footprints,
    int[] words) {
  public Tape {
    Objects.requireNonNull(name);
    footprints = List.copyOf(footprints);
  }

  /** Returns the tape with another demand. */
  public Tape withDemand(Counts[] other) {
    return new Tape(name, sRegisters, cRegisters, iRegisters, other, bounded, footprints, words);
  }

  /** Returns the tape with other instructions. */
  public Tape withWords(int[] other) {
    return new Tape(name, sRegisters, cRegisters, iRegisters, demand, bounded, footprints, other);
  }
}
