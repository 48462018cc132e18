package org.schurmpc.vm.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Runs a program at one party: interprets its schedule and releases the outputs at the end. Steps
 * of several tapes run on several workers, if there are, and others on the first worker. Used once.
 */
public final class Controller implements AutoCloseable {
  private final VerifiedProgram verified;
  private final Program program;
  private final Workers workers;
  private final Printer printer;
  private final SecretBackend[] secrets;
  private final Areas memory;
  private final Areas.Outputs outputs;
  private final List<TapeRunner> runners = new ArrayList<>();
  private final Steps steps;
  private final Reservations reservations;
  private final KeptMemory kept;
  private final Clients clients;
  private List<Delivery> deliveries = List.of();

  /**
   * Creates the machine of a party.
   *
   * @param workers closed by the caller
   * @param printer receives what the program prints
   */
  public Controller(VerifiedProgram verified, Workers workers, Printer printer) {
    this(verified, workers, printer, KeptMemory.NONE);
  }

  /**
   * Creates the machine of a party.
   *
   * @param workers closed by the caller
   * @param printer receives what the program prints
   * @param kept the memory with which the program begins
   */
  public Controller(VerifiedProgram verified, Workers workers, Printer printer, KeptMemory kept) {
    this(verified, workers, printer, kept, Clients.NONE);
  }

  /**
   * Creates the machine of a party.
   *
   * @param clients the ports of clients
   */
  public Controller(
      VerifiedProgram verified,
      Workers workers,
      Printer printer,
      KeptMemory kept,
      Clients clients) {
    this.clients = clients;
    this.verified = verified;
    this.program = verified.program();
    this.workers = workers;
    this.kept = kept;
    this.printer = printer;
    this.secrets = workers.secrets(0);
    this.memory = Areas.memory(program, secrets);
    this.outputs = new Areas.Outputs(verified, secrets);
    this.steps = new Steps(program.schedule());
    this.reservations = new Reservations(verified, workers, clients.outputDemand(verified));
    addRunner();
  }

  /** Returns the items that are reserved at the start of a run, by field. */
  public static Counts[] firstDemand(VerifiedProgram verified) throws Exhausted {
    return firstDemand(verified, Clients.NONE);
  }

  /** Returns the items that are reserved at the start of a run with ports of clients, by field. */
  public static Counts[] firstDemand(VerifiedProgram verified, Clients clients) throws Exhausted {
    return Reservations.first(verified, clients.outputDemand(verified));
  }

  private void addRunner() {
    SecretBackend[] backends = workers.secrets(runners.size());
    runners.add(new TapeRunner(verified, backends, memory, outputs, new Told()));
  }

  /**
   * Runs the program. Outputs are opened together at the end, and returned only after all checks.
   *
   * @return the outputs that this party receives
   */
  public Values run() throws MpcException {
    kept.load(memory.secret, memory.clear, memory.ints);
    while (steps.next(memory.ints)) {
      reservations.forStep(steps);
      int busy = Math.min(workers.most(), steps.units());
      if (busy == 1) {
        runAlone();
      } else {
        runTogether(busy);
      }
      steps.leave();
    }
    return release();
  }

  private void runAlone() throws MpcException {
    for (int unit = 0; unit < steps.units(); unit++) {
      workers.alone(demand(unit), bounded(unit));
      runners.get(0).run(steps.tape(unit), steps.argument(unit), printer);
    }
  }

  private Counts[] demand(int unit) {
    return bounded(unit) ? tape(unit).demand() : Reservations.none(verified);
  }

  private boolean bounded(int unit) {
    return tape(unit).bounded();
  }

  private Tape tape(int unit) {
    return verified.tapes().get(steps.tape(unit)).tape();
  }

  private void runTogether(int busy) throws MpcException {
    startWorkers();
    for (int worker = 0; worker < busy; worker++) {
      Counts[] demand = Reservations.none(verified);
      for (int unit = worker; unit < steps.units(); unit += busy) {
        Reservations.add(demand, demand(unit), 1);
      }
      workers.allot(worker, demand);
    }
    UnitPrints prints = new UnitPrints(steps.units());
    try {
      workers.together(
          busy,
          steps.units(),
          (worker, unit) -> {
            int tape = steps.tape(unit);
            runners.get(worker).run(tape, steps.argument(unit), prints.of(unit));
            prints.end(unit);
          });
    } catch (ProgramFault e) {
      prints.show(printer);
      throw e;
    }
    prints.show(printer);
  }

  /** Starts as many workers as any step has work for. */
  private void startWorkers() throws MpcException {
    int count = Math.min(workers.most(), steps.mostUnits());
    workers.start(count);
    while (runners.size() < count) {
      addRunner();
    }
  }

  private Values release() throws MpcException {
    secrets[0].checkAll(secrets);
    // Either there are masks for all outputs, or nothing is opened.
    reservations.forOutputs();
    workers.alone(clients.outputDemand(verified), true);
    kept.keep(memory.secret, memory.clear, memory.ints);
    Values values = new Values(program.fields(), program.outputs());
    boolean all = false;
    try {
      deliver();
      open(values);
      clear(values);
      all = true;
      return values;
    } finally {
      if (!all) {
        values.wipe();
      }
    }
  }

  /** Returns what this party gives to clients, once the run has ended. */
  public List<Delivery> deliveries() {
    return deliveries;
  }

  /** Delivers outputs to clients, those over one field together. */
  private void deliver() throws MpcException {
    Delivery[] all = new Delivery[clients.orders().size()];
    for (int f = 0; f < secrets.length; f++) {
      List<Integer> chosen = new ArrayList<>();
      for (int i = 0; i < all.length; i++) {
        if (clients.field(clients.orders().get(i)) == f) {
          chosen.add(i);
        }
      }
      if (!chosen.isEmpty()) {
        List<Delivery> made = deliver(f, chosen.stream().map(clients.orders()::get).toList());
        for (int i = 0; i < made.size(); i++) {
          all[chosen.get(i)] = made.get(i);
        }
      }
    }
    deliveries = List.of(all);
  }

  private List<Delivery> deliver(int f, List<DeliveryOrder> orders) throws MpcException {
    long[] numbers = orders.stream().mapToLong(DeliveryOrder::number).toArray();
    List<Bank> values = new ArrayList<>();
    try {
      for (DeliveryOrder order : orders) {
        List<Clients.Slice> slices = clients.slices(order);
        Bank bank = secrets[f].bank(slices.stream().mapToInt(Clients.Slice::count).sum());
        values.add(bank);
        int at = 0;
        for (Clients.Slice slice : slices) {
          int from = outputs.at[slice.port()] + slice.first();
          bank.copy(at, outputs.areas.secret[f], from, slice.count());
          at += slice.count();
        }
      }
      return secrets[f].deliver(numbers, values);
    } finally {
      values.forEach(Bank::wipe);
    }
  }

  /** Opens the secret outputs of all fields. */
  private void open(Values values) throws MpcException {
    for (int f = 0; f < secrets.length; f++) {
      SecretBackend.Outputs batch = batch(f);
      if (batch.entries() > 0) {
        secrets[f].output(batch, outputs.areas.secret[f]);
      }
      for (int e = 0; e < batch.entries(); e++) {
        values.setElements(batch.port()[e], batch.values()[e]);
      }
    }
  }

  /** Returns the secret outputs over a field. */
  private SecretBackend.Outputs batch(int f) {
    List<Port> ports = program.outputs();
    int[] chosen =
        IntStream.range(0, ports.size())
            .filter(port -> ports.get(port).field() == f && !verified.clearOutput(port))
            .filter(port -> !clients.takes(port))
            .toArray();
    int[] at = new int[chosen.length];
    for (int e = 0; e < chosen.length; e++) {
      at[e] = outputs.at[chosen[e]];
    }
    return new SecretBackend.Outputs(ports, chosen, at, new long[chosen.length][]);
  }

  private void clear(Values values) {
    for (int i = 0; i < program.outputs().size(); i++) {
      if (verified.clearOutput(i)) {
        Port port = program.outputs().get(i);
        int limbs = secrets[port.field()].field().limbs();
        long[] all = new long[port.count() * limbs];
        System.arraycopy(
            outputs.areas.clear[port.field()], outputs.at[i] * limbs, all, 0, all.length);
        values.setElements(i, all);
      }
    }
  }

  /** Wipes registers, memory and the output area. */
  @Override
  public void close() {
    runners.forEach(TapeRunner::wipe);
    memory.wipe();
    outputs.areas.wipe();
  }

  /**
   * What the units of a step print, each in a list of its own. Shown when all have ended, in the
   * order of the units, as if they had run one after the other.
   */
  private static final class UnitPrints {
    private final List<List<String>> lines = new ArrayList<>();
    private final boolean[] ended;

    UnitPrints(int units) {
      this.ended = new boolean[units];
      for (int unit = 0; unit < units; unit++) {
        lines.add(new ArrayList<>());
      }
    }

    Printer of(int unit) {
      return lines.get(unit)::add;
    }

    /** Notes that a unit came to its end. */
    void end(int unit) {
      ended[unit] = true;
    }

    /** Shows all lines, up to those of the first unit that did not come to its end. */
    void show(Printer printer) {
      for (int unit = 0; unit < ended.length; unit++) {
        lines.get(unit).forEach(printer::line);
        if (!ended[unit]) {
          return;
        }
      }
    }
  }

  /** The memory, and who else is told of revealed values. */
  private final class Told implements KeptMemory {
    @Override
    public void load(Bank[] secret, long[][] clear, long[] ints) throws MpcException {
      kept.load(secret, clear, ints);
    }

    @Override
    public void revealing() throws MpcException {
      kept.revealing();
      printer.revealing();
    }

    @Override
    public void keep(Bank[] secret, long[][] clear, long[] ints) throws MpcException {
      kept.keep(secret, clear, ints);
    }
  }

  /** Receives what a program prints. */
  @FunctionalInterface
  public interface Printer {
    /** Shows one line; all values in it were checked. */
    void line(String line);

    /** Notes, as {@link KeptMemory#revealing}, that values are about to be revealed. */
    default void revealing() throws MpcException {}
  }
}
