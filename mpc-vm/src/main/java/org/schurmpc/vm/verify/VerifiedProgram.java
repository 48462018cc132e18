package org.schurmpc.vm.verify;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Program;

/** A program that may run; only {@link Verifier} makes them. */
public final class VerifiedProgram {
  private final Program program;
  private final String where;
  private final List<VerifiedTape> tapes;
  private final boolean[] clearOutputs;
  private final byte[] digest;

  VerifiedProgram(
      Program program,
      String where,
      List<VerifiedTape> tapes,
      boolean[] clearOutputs,
      byte[] digest) {
    this.program = program;
    this.where = where;
    this.tapes = List.copyOf(tapes);
    this.clearOutputs = clearOutputs;
    this.digest = digest;
  }

  public Program program() {
    return program;
  }

  public List<VerifiedTape> tapes() {
    return tapes;
  }

  /** Returns the program's digest, 32 bytes. */
  public byte[] digest() {
    return digest.clone();
  }

  /** Whether an output port holds values that are clear before the outputs are opened. */
  public boolean clearOutput(int port) {
    return clearOutputs[port];
  }

  /** Returns the items that the outputs consume after the last tape, by field. */
  public Counts[] outputDemand() {
    return DemandCount.outputs(program);
  }

  /**
   * Returns the items that an instruction consumes each time it runs; of a startopen, without those
   * up to its stopopen.
   *
   * @param at the position of the instruction
   */
  public Counts items(int tape, int at) {
    Counts items = DemandCount.items(program, tapes.get(tape).code(), at);
    return items == null ? Counts.none(program.parties()) : items;
  }

  /** Returns the number of masked openings in the tapes, each counted once. */
  public long maskedOpenings() {
    return Unmasked.count(program);
  }

  /**
   * Returns the program with a reveal in place of each masked opening.
   *
   * @throws BadFile as {@link Verifier#verifyForeign}
   */
  public VerifiedProgram unmasked() throws BadFile {
    return Verifier.verifyForeign(program, where);
  }

  /**
   * Requires that all lookups are at indices that are proven to be ones.
   *
   * @throws BadFile that names the first lookup that is not
   */
  void requireProvenIndices() throws BadFile {
    for (int tape = 0; tape < tapes.size(); tape++) {
      int at = tapes.get(tape).firstUnproven();
      if (at >= 0) {
        throw new BadFile(
            place(tape, at)
                + ": the index of a lookup is not proven to be one for all inputs, which a foreign"
                + " program must show");
      }
    }
  }

  /**
   * Returns an error at an instruction, for causes that are known only when the program runs.
   *
   * @param at the position of the instruction
   */
  public ProgramFault bad(int tape, int at, String reason) {
    return new ProgramFault(place(tape, at) + ": " + reason);
  }

  /** Returns the error of a condition that the program requires, as {@link #bad}. */
  public OutOfRange outOfRange(int tape, int at, String reason) {
    return new OutOfRange(place(tape, at) + ": " + reason);
  }

  private String place(int tape, int at) {
    int[] code = program.tapes().get(tape).words();
    int number = 0;
    for (int i = 0; i < at; i += Code.words(code, i)) {
      number++;
    }
    return new TapePlace(program, where, tape).of(number);
  }

  /** Whether both are one program, except for source lines. */
  public boolean sameAs(VerifiedProgram other) {
    return Arrays.equals(digest, other.digest);
  }
}
