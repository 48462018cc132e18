package org.schurmpc.vm.verify;

import java.util.Map;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Tape;

/** A tape whose instructions were verified. */
public final class VerifiedTape {
  private final Tape tape;
  private final int[] code;
  private final int[] partner;
  private final int depth;
  private final Map<Integer, Counts[]> needs;
  private final boolean strided;

  VerifiedTape(Tape tape, int[] code, int[] partner, int depth, DemandCount demand) {
    this.tape = tape;
    this.code = code;
    this.partner = partner;
    this.depth = depth;
    this.needs = demand.needs();
    this.strided = tape.footprints().stream().anyMatch(each -> each.stride() != 0);
  }

  public Tape tape() {
    return tape;
  }

  /** Returns the words, with positions in place of the distances of jumps; not a copy. */
  public int[] code() {
    return code;
  }

  /**
   * Returns, by position of an instruction, not a copy: of a loop the position behind its end, of
   * an endloop the position of the loop's body, of a startopen the position of its stopopen, of a
   * stopopen the position of the startopen that shares the round of the stopped group, or 0.
   */
  public int[] partner() {
    return partner;
  }

  /** Returns the greatest number of loops around an instruction. */
  public int depth() {
    return depth;
  }

  /**
   * Returns the items that an instruction of an unbounded tape consumes, by field; of a startopen,
   * the items up to its stopopen. Null if there are none, or if the tape is bounded.
   */
  public Counts[] needs(int at) {
    return needs.get(at);
  }

  /**
   * Whether footprints depend on the argument, so that indexed addresses must be in the run's
   * {@link Territory}.
   */
  public boolean strided() {
    return strided;
  }
}
