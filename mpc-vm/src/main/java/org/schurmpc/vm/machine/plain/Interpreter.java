package org.schurmpc.vm.machine.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
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
    PlainSecrets[] backends = PlainSecrets.of(program, inputs, seed);
    List<String> prints = new ArrayList<>();
    try (Controller controller = new Controller(verified, new OneWorker(backends), prints::add)) {
      Values outputs = controller.run();
      return new Outcome(
          outputs,
          List.copyOf(prints),
          backends[0].rounds(),
          Arrays.stream(backends).map(PlainSecrets::checks).toList(),
          Arrays.stream(backends).map(PlainSecrets::opened).toList());
    }
  }

  /** Returns room for the inputs of a program. */
  public static Values inputs(Program program) {
    List<Port> ports = program.inputs();
    return new Values(program.fields(), ports);
  }
}
