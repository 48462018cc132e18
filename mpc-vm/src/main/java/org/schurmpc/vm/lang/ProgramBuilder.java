package org.schurmpc.vm.lang;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Records a program: loops, branches and tapes, besides values and memory. Parties are counted from
 * 0. Methods throw {@link ProgramError}, which names the source line, if the program is wrong. Not
 * thread-safe.
 */
public final class ProgramBuilder extends ValueBuilder {
  private final Map<String, Long> arguments;

  /** The names of the arguments that the program asked for. */
  private final TreeSet<String> read = new TreeSet<>();

  private ProgramBuilder(Draft draft, Map<String, Long> arguments) {
    super(draft);
    this.arguments = arguments;
  }

  /**
   * Records a program in the compiler's form.
   *
   * @param name the program's name: letters, digits and underscores
   * @param arguments the program's arguments by name, all of which it must ask for but those that
   *     are offered
   * @param offered the names of arguments that the program need not ask for
   * @param recording what is recorded beside the program's own instructions
   * @throws ProgramError if the program is wrong
   */
  public static ProgramIr record(
      SecureProgram program,
      String name,
      int parties,
      List<FieldUse> fields,
      Map<String, Long> arguments,
      Set<String> offered,
      Recording recording) {
    ProgramBuilder builder = new ProgramBuilder(new Draft(fields, parties, recording), arguments);
    program.define(builder);
    builder.requireArgumentsRead(name, offered);
    builder.endMain();
    return builder.draft.finish(name);
  }

  private void requireArgumentsRead(String name, Set<String> offered) {
    for (String given : arguments.keySet()) {
      if (!read.contains(given) && !offered.contains(given)) {
        throw new ArgumentError(
            "program " + name,
            "there is no argument %s; the program reads %s"
                .formatted(given, read.isEmpty() ? "none" : String.join(", ", read)));
      }
    }
  }

  /**
   * Ends the main program: in a piece behind its routines, requires what they and all else note.
   */
  private void endMain() {
    draft.tape.recordRoutines(draft);
    runMain();
    if (draft.violations.any()) {
      draft.begin("main", true);
      draft.violations.require();
      runMain();
    }
  }

  private void runMain() {
    draft.schedule.run(draft.number(draft.tape), 0);
  }

  /**
   * Returns an argument that was given when the program is compiled.
   *
   * @throws ArgumentError if it was not given
   */
  public long argument(String name) {
    read.add(name);
    Long given = arguments.get(name);
    if (given == null) {
      throw draft.argumentError("the program needs an argument %s".formatted(name));
    }
    return given;
  }

  /** Returns an argument that was given when the program is compiled, or another number. */
  public long argument(String name, long otherwise) {
    read.add(name);
    return arguments.getOrDefault(name, otherwise);
  }

  /**
   * Keeps the memory between runs: arrays begin with what they held at the end of the last run, and
   * with zeros in the first one. All arrays are kept, variables are not.
   */
  public void keepMemory() {
    draft.memory.keep();
  }

  /**
   * Returns the recorder of vectors over the second field.
   *
   * @throws ProgramError if the program has no second field
   */
  public SecondField secondField() {
    return new SecondField(draft);
  }

  /**
   * Returns the recorder of bits in TinyOT.
   *
   * @throws ProgramError if the program is compiled without them
   */
  public BooleanPart booleans() {
    return new BooleanPart(draft);
  }

  // Control

  private void body(boolean loop, Runnable body) {
    draft.tape.open(loop);
    draft.loops += loop ? 1 : 0;
    body.run();
    draft.loops -= loop ? 1 : 0;
    draft.tape.boundary();
    draft.tape.close();
  }

  private void end(Operation operation) {
    draft.tape.control(operation, TapeIr.NO, draft.lines.here());
  }

  /** Runs a body n times, with indices from 0 to n - 1. The code does not grow with n. */
  public void repeat(int n, Consumer<Index> body) {
    if (n < 0) {
      throw draft.error("a loop has 0 or more turns, not %d".formatted(n));
    }
    int loop = draft.tape.control(Operation.LOOP, TapeIr.NO, draft.lines.here());
    draft.tape.ir.setImmediate(loop, n);
    int counter = draft.tape.ir.define(loop, 'i', 0, 1);
    body(true, () -> body.accept(new Index(draft, counter, 0, Math.max(0, n - 1))));
    end(Operation.END_LOOP);
  }

  /**
   * Runs a body with indices from {@code from} up to but without {@code to}, which are known only
   * when the program runs. Material is prepared while the tape runs, so that it must run alone.
   */
  public void range(Index from, Index to, Consumer<Index> body) {
    IndexVar next = indexVar(from);
    whileTrue(
        () -> next.get().lt(to),
        () -> {
          Index index = next.get();
          body.accept(index);
          next.set(index.plus(1));
        });
  }

  /**
   * Runs a body as long as a condition is not 0. Material is prepared while the tape runs, so that
   * it must run alone.
   */
  public void whileTrue(Supplier<Index> condition, Runnable body) {
    end(Operation.WHILE);
    body(
        true,
        () -> {
          int test = condition.get().id();
          draft.tape.control(Operation.TEST, test, draft.lines.here());
          body.run();
        });
    end(Operation.END_WHILE);
  }

  /** Runs a body if a condition is not 0. */
  public void ifThen(Index condition, Runnable then) {
    draft.tape.control(Operation.IF, condition.id(), draft.lines.here());
    body(false, then);
    end(Operation.END_IF);
  }

  /** Runs one body if a condition is not 0, and the other one if it is 0. */
  public void ifThenElse(Index condition, Runnable then, Runnable otherwise) {
    draft.tape.control(Operation.IF, condition.id(), draft.lines.here());
    body(false, then);
    end(Operation.ELSE);
    body(false, otherwise);
    end(Operation.END_IF);
  }

  /**
   * Returns a routine: its code stands once in each tape that calls it, however often it is called.
   * The body is recorded when a tape that calls the routine ends.
   *
   * @param body uses variables and arrays, and no other values of the program around it
   */
  public Routine routine(String name, Runnable body) {
    return new Routine(draft, name, body);
  }

  /**
   * Ends the run, at all parties alike, with {@link org.schurmpc.core.abort.OutOfRange} and before
   * anything that follows, if a condition is 0.
   *
   * @param reason a sentence for the message, behind the place of the program
   */
  public void require(Index condition, String reason) {
    draft.require(condition, reason);
  }

  /**
   * Ends the run, at all parties alike, as {@link #require} and before anything is output, if one
   * of the bits is 1. For all bits of all calls together, it is shown whether there is one, when
   * the program ends or {@link #requireNoneSoFar} is called. Takes a triple and 2 rounds there, for
   * all of them.
   */
  public void requireNone(SecretBitVector bits) {
    draft.violations.add(bits);
  }

  /**
   * Ends the run as {@link #requireNone} says now, before anything else is done: for the bits of
   * the main program and of all tapes before, or, in another tape, for those of its run.
   */
  public void requireNoneSoFar() {
    draft.violations.require();
  }

  // Tapes

  private void leaveMain(String what) {
    if (!draft.tape.main || !draft.tape.region.isTop()) {
      throw draft.error("%s is possible at the top level of the program only".formatted(what));
    }
    draft.leaveMain();
    runMain();
  }

  private int tape(int runs, Consumer<Index> body) {
    TapeDraft tape = draft.begin("tape", false);
    tape.runs = runs;
    boolean often = runs > 1;
    draft.loops += often ? 1 : 0;
    int argument = draft.emit(Operation.ARG, 'i', 0, 1, TapeIr.NO, TapeIr.NO);
    body.accept(new Index(draft, argument, 0, runs - 1));
    draft.loops -= often ? 1 : 0;
    tape.recordRoutines(draft);
    return draft.number(tape);
  }

  /**
   * Runs a tape n times, side by side, with arguments from 0 to n - 1, and waits for all. What one
   * run writes in memory, others must not access: see {@link SecretIntArray#chunk}.
   */
  public void parallel(int n, Consumer<Index> tape) {
    if (n < 1) {
      throw draft.error("1 or more tapes run in parallel, not %d".formatted(n));
    }
    TapeDraft before = draft.tape;
    leaveMain("a parallel step");
    int number = tape(n, tape);
    int[] runs = new int[2 * n];
    for (int argument = 0; argument < n; argument++) {
      runs[2 * argument] = number;
      runs[2 * argument + 1] = argument;
    }
    draft.schedule.run(runs);
    draft.enterMain(before);
  }

  /** Runs different tapes side by side, and waits for all. */
  public void step(Runnable... tapes) {
    TapeDraft before = draft.tape;
    leaveMain("a step of tapes");
    int[] runs = new int[2 * tapes.length];
    for (int i = 0; i < tapes.length; i++) {
      Runnable body = tapes[i];
      runs[2 * i] = tape(1, argument -> body.run());
    }
    draft.schedule.run(runs);
    draft.enterMain(before);
  }

  /** Runs a body n times, with indices from 0 to n - 1, in which tapes can run in parallel. */
  public void repeatSteps(int n, Consumer<Index> body) {
    if (n < 1) {
      throw draft.error("a loop of steps has 1 or more turns, not %d".formatted(n));
    }
    IndexVar counter = indexVar(0);
    TapeDraft before = draft.tape;
    leaveMain("a loop of steps");
    List<TapeDraft.Cell> outer = draft.cells();
    draft.schedule.loop(n);
    draft.enterMain(before);
    int first = draft.number(draft.tape);
    draft.loops++;
    Index index = counter.get();
    body.accept(index);
    counter.set(index.plus(1));
    draft.loops--;
    TapeDraft last = draft.tape;
    leaveMain("a loop of steps");
    draft.schedule.end();
    draft.closeSteps(first, outer);
    draft.enterMain(last);
  }
}
