package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.Printer;
import org.schurmpc.vm.machine.ProgramDemand;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Runs verified programs at one party under SPDZ (KSS13), for two or more parties, all but one of
 * whom may be actively corrupted: security with abort. The parties have agreed on the program, its
 * digest and the opening mode before, as terms of the session.
 */
public final class SpdzMachine {
  private SpdzMachine() {}

  /**
   * Runs a program once. The parties have agreed on the options, too.
   *
   * @param supplies material and key of each field of the program
   * @param mine the inputs of this party
   * @param printer receives what the program prints
   * @return the outputs that this party receives
   * @throws Refused if the session has another number of parties than the program, or an input of
   *     this party has no values
   */
  public static Values run(
      VerifiedProgram verified,
      Session session,
      List<? extends Supply> supplies,
      MachineOptions options,
      Values mine,
      Printer printer)
      throws MpcException {
    Program program = verified.program();
    if (session.parties() != program.parties()) {
      throw new Refused(
          "the program %s is for %d parties, not %d"
              .formatted(program.name(), program.parties(), session.parties()));
    }
    if (supplies.size() != program.fields().size() || options.sigma().size() != supplies.size()) {
      throw new IllegalArgumentException(supplies.size() + " supplies");
    }
    mine.requireAllOf(session.party());
    List<Material> materials =
        IntStream.range(0, supplies.size())
            .mapToObj(f -> material(program, f, options.sigma()))
            .toList();
    Counts[] first = Controller.firstDemand(verified);
    try (SpdzWorkers workers = new SpdzWorkers(session, options, mine)) {
      workers.open(supplies, materials, first);
      try (Controller controller = new Controller(verified, workers, printer)) {
        return controller.run();
      }
    }
  }

  /**
   * Returns the material that one run consumes, by field; see {@link ProgramDemand}.
   *
   * @param sigma statistical security of the material, by field
   * @throws ArithmeticException if a number of items exceeds 63 bits
   */
  public static List<Demand> demand(VerifiedProgram verified, List<Integer> sigma) {
    Counts[] counts = ProgramDemand.of(verified);
    return IntStream.range(0, counts.length)
        .mapToObj(f -> SpdzDemand.of(material(verified.program(), f, sigma), counts[f]))
        .toList();
  }

  private static Material material(Program program, int f, List<Integer> sigma) {
    return new Material(program.fields().get(f).field(), sigma.get(f));
  }
}
