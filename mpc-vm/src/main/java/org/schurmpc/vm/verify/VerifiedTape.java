package org.schurmpc.vm.verify;

import java.util.BitSet;
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

  /** Positions of startopens that look up an index that is not proven. */
  private final BitSet unproven;

  VerifiedTape(Tape tape, int[] code, int[] partner, int depth, DemandCount demand) {
    this(tape, code, partner, depth, demand.needs(), new BitSet());
  }

  private VerifiedTape(
      Tape tape,
      int[] code,
      int[] partner,
      int depth,
      Map<Integer, Counts[]> needs,
      BitSet unproven) {
    this.tape = tape;
    this.code = code;
    this.partner = partner;
    this.depth = depth;
    this.needs = needs;
    this.unproven = unproven;
    this.strided = tape.footprints().stream().anyMatch(each -> each.stride() != 0);
  }

  /**
   * Returns the tape with its lookups at indices that are not proven.
   *
   * @param positions of their startopens
   */
  VerifiedTape withUnproven(BitSet positions) {
    return new VerifiedTape(tape, code, partner, depth, needs, positions);
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
   * Whether a startopen looks up an index that may be outside of the span of its table's indices
   * although all elements that were opened before are right: everything that was opened must be
   * checked before. The verifier decides this ({@link IndexSpans}).
   *
   * @param at the position of the startopen
   */
  public boolean looksUpUnproven(int at) {
    return unproven.get(at);
  }

  /** Returns the position of the first such startopen, or -1 if there is none. */
  int firstUnproven() {
    return unproven.nextSetBit(0);
  }

  /**
   * Whether footprints depend on the argument, so that indexed addresses must be in the run's
   * {@link Territory}.
   */
  public boolean strided() {
    return strided;
  }
}
