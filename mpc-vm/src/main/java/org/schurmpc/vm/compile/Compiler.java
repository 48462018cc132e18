package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.ir.Pool;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.ProgramError;
import org.schurmpc.vm.lang.Recording;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/**
 * Compiles programs to bytecode. Within each basic block, openings are merged by depth, so that
 * their rounds are the least possible (KSS13, section 4). Takes time O(N log N) for N instructions.
 */
public final class Compiler {
  private static final String LANGUAGE = "org.schurmpc.vm.lang.";
  private static final String LIBRARY = "org.schurmpc.vm.lib.";

  private Compiler() {}

  /**
   * Compiles a program.
   *
   * @param name the program's name: letters, digits and underscores
   * @throws BadFile if the program is wrong; names the source line
   */
  public static VerifiedProgram compile(SecureProgram program, String name, CompileOptions options)
      throws BadFile {
    Recording recording = options.lines() ? Recording.WITH_LINES : Recording.WITHOUT_LINES;
    return compile(program, name, options, recording);
  }

  /**
   * Compiles a program for a trial in the clear, and for nothing else: it opens values to check
   * what the program takes on its developer's word, and that no index wraps around.
   *
   * @throws BadFile if the program is wrong; names the source line
   */
  public static VerifiedProgram compileForTrial(
      SecureProgram program, String name, CompileOptions options) throws BadFile {
    return compile(program, name, options, Recording.OF_TRIAL);
  }

  private static VerifiedProgram compile(
      SecureProgram program, String name, CompileOptions options, Recording recording)
      throws BadFile {
    return Verifier.verifyCompiled(
        assemble(record(program, name, options, recording), options.optimise()), "program " + name);
  }

  private static ProgramIr record(
      SecureProgram program, String name, CompileOptions options, Recording recording)
      throws BadFile {
    List<FieldUse> fields = new ArrayList<>();
    fields.add(new FieldUse(options.field(), options.sigmaMask()));
    options.second().ifPresent(second -> fields.add(new FieldUse(second, 0)));
    if (options.mixed()) {
      fields.add(FieldUse.BITS);
    }
    try {
      ProgramIr recorded =
          ProgramBuilder.record(
              program,
              name,
              options.parties(),
              fields,
              options.arguments(),
              options.offered(),
              recording);
      // The key of bits does not last, and that of memory which is kept does.
      return recorded.memory().kept() && FieldUse.bits(recorded.fields()) > 0
          ? record(program, name, options.withMixed(false), recording)
          : recorded;
    } catch (ProgramError e) {
      throw new BadFile(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new BadFile("%s: %s".formatted(place(e), e.getMessage()), e);
    } catch (RuntimeException e) {
      throw new BadFile("%s: %s".formatted(place(e), e), e);
    }
  }

  /** Returns the line of the program in which an exception was thrown. */
  private static String place(RuntimeException e) {
    for (StackTraceElement each : e.getStackTrace()) {
      String of = each.getClassName();
      boolean ours = of.startsWith(LANGUAGE) || of.startsWith(LIBRARY);
      if (!ours && !each.getClassName().startsWith("java.")) {
        return each.getFileName() + ":" + each.getLineNumber();
      }
    }
    return "the program";
  }

  private static Program assemble(ProgramIr program, boolean optimise) throws BadFile {
    LineRuns lines = new LineRuns(program.lines());
    List<Tape> tapes = new ArrayList<>();
    try {
      for (TapeIr tape : program.tapes()) {
        tapes.add(Emitter.emit(program, tape, order(program, tape, optimise), lines));
      }
    } catch (ArithmeticException e) {
      throw new BadFile("program %s is too large".formatted(program.name()), e);
    }
    return new Program(
        program.name(),
        program.parties(),
        program.fields(),
        program.pools().stream().map(Pool::elements).toList(),
        program.memory(),
        program.inputs(),
        program.outputs(),
        program.texts(),
        program.tables(),
        tapes,
        program.schedule(),
        lines.lines(program.words()));
  }

  private static Sequence order(ProgramIr program, TapeIr tape, boolean optimise) {
    if (!optimise) {
      return Sequence.inOrder(tape);
    }
    ValueNumbers.merge(program, tape);
    DeadCode.remove(tape);
    return Placement.order(tape, program.arrays().size());
  }
}
