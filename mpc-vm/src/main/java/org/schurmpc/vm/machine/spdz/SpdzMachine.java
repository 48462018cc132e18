package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.CheckPool;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.Printer;
import org.schurmpc.vm.machine.ProgramDemand;
import org.schurmpc.vm.machine.Secrets;
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
    List<Demand> demands = demand(verified, options.sigma());
    try (Backends backends = new Backends(session, options.mode(), mine)) {
      for (int f = 0; f < supplies.size(); f++) {
        PrepStore store = supplies.get(f).reserve(demands.get(f));
        backends.open(f, store, material(program, f, options.sigma()), supplies.size());
      }
      try (Controller controller = new Controller(verified, backends.secrets, printer)) {
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

  /** The backends of one worker, by field. */
  private static final class Backends implements AutoCloseable {
    private final Session session;
    private final OpeningMode mode;
    private final Values mine;
    private final CheckTurns turns;
    private Secrets[] secrets = {};
    private PrepStore[] acquired = {};
    private CheckPool[] pools = {};

    Backends(Session session, OpeningMode mode, Values mine) {
      this.session = session;
      this.mode = mode;
      this.mine = mine;
      this.turns = new CheckTurns(session.party());
    }

    void open(int f, PrepStore store, Material material, int fields) {
      if (f == 0) {
        secrets = new Secrets[fields];
        acquired = new PrepStore[fields];
        pools = new CheckPool[fields];
      }
      store.acquire();
      acquired[f] = store;
      pools[f] = new CheckPool(material.field());
      secrets[f] = new SpdzSecrets(session, store, material, mode, turns, pools[f], mine);
    }

    @Override
    public void close() {
      for (int f = 0; f < secrets.length; f++) {
        if (secrets[f] != null) {
          secrets[f].close();
        }
        if (acquired[f] != null) {
          pools[f].wipe();
          acquired[f].release();
        }
      }
    }
  }
}
