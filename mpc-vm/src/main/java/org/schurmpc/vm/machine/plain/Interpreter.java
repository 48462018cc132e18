package org.schurmpc.vm.machine.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.OneWorker;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Interprets programs in the clear, with the inputs of all parties: the reference for what real
 * parties compute.
 */
public final class Interpreter {
  /**
   * What a program did.
   *
   * @param outputs the values of all ports, those of single parties, too
   * @param prints the lines that were printed
   * @param rounds number of rounds of openings
   * @param checks number of checks, with the last one before the outputs, by field
   * @param opened number of elements opened by groups, by field
   */
  public record Outcome(
      Values outputs, List<String> prints, long rounds, List<Long> checks, List<Long> opened) {}

  private Interpreter() {}

  /**
   * Runs a program.
   *
   * @param inputs the values of all parties
   * @param seed of the random values that the program takes
   * @throws org.schurmpc.core.abort.Refused if an input has no values
   * @throws org.schurmpc.core.abort.BadFile if an index or a value is outside of its range
   */
  public static Outcome run(VerifiedProgram verified, Values inputs, long seed)
      throws MpcException {
    Program program = verified.program();
    for (int party = 0; party < program.parties(); party++) {
      inputs.requireAllOf(party);
    }
    List<PlainSecrets> backends = new ArrayList<>();
    PlainGroup.Rounds rounds = new PlainGroup.Rounds();
    for (FieldUse use : program.fields()) {
      SplittableRandom random = new SplittableRandom(seed + backends.size());
      PlainSecrets first = use.isBits() ? backends.get(0) : null;
      backends.add(new PlainSecrets(use.field(), program.parties(), inputs, random, rounds, first));
    }
    List<String> prints = new ArrayList<>();
    try (Controller controller =
        new Controller(
            verified, new OneWorker(backends.toArray(PlainSecrets[]::new)), prints::add)) {
      Values outputs = controller.run();
      return new Outcome(
          outputs,
          List.copyOf(prints),
          rounds.count(),
          backends.stream().map(PlainSecrets::checks).toList(),
          backends.stream().map(PlainSecrets::opened).toList());
    }
  }

  /** Returns room for the inputs of a program. */
  public static Values inputs(Program program) {
    List<Port> ports = program.inputs();
    return new Values(program.fields(), ports);
  }
}
