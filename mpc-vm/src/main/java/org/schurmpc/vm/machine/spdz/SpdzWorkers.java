package org.schurmpc.vm.machine.spdz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.bits.BitEngine;
import org.schurmpc.spdz.bits.BitPool;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.share.CheckPool;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.ParallelSteps;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.machine.Clients;
import org.schurmpc.vm.machine.SecretBackend;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.Workers;

/**
 * The workers of a program under SPDZ: the first one on the session, and others on forks of it,
 * which are made before the first step that needs them. Each has an engine for each field, and
 * material of its own.
 */
final class SpdzWorkers implements Workers, AutoCloseable {
  private final Session session;
  private final SpdzMachine.Options options;
  private final Values mine;
  private final Clients clients;
  private final CheckTurns turns;
  private final List<FieldMaterial> stocks = new ArrayList<>();
  private final List<CheckPool> pools = new ArrayList<>();
  private final BitPool bitPool = new BitPool();
  private Optional<MixedMaterial> mixed = Optional.empty();
  private final List<Session> sessions = new ArrayList<>();

  /** By worker and field. */
  private final List<SecretBackend[]> backends = new ArrayList<>();

  private ParallelSteps steps;

  SpdzWorkers(Session session, SpdzMachine.Options options, Values mine) {
    this(session, options, mine, Clients.NONE);
  }

  SpdzWorkers(Session session, SpdzMachine.Options options, Values mine, Clients clients) {
    this.clients = clients;
    this.session = session;
    this.options = options;
    this.mine = mine;
    this.turns = new CheckTurns(session.party());
  }

  /**
   * Opens the stores and creates the first worker.
   *
   * @param bits the material of bits beside the first field, or nothing
   * @param tables of the program
   * @param first what will be reserved first, by field
   */
  void open(
      List<? extends SpdzMachine.Supply> supplies,
      List<Material> materials,
      Optional<MixedMaterial> bits,
      List<PublicTable> tables,
      Counts[] first)
      throws MpcException {
    session.metrics().enter(Phase.PREPROCESSING);
    mixed = bits;
    for (int f = 0; f < materials.size(); f++) {
      stocks.add(
          new FieldMaterial(
              supplies.get(f),
              materials.get(f),
              f == 0 ? mixed : Optional.empty(),
              tables,
              first[f],
              session.metrics()::enter));
      pools.add(new CheckPool(materials.get(f).field()));
    }
    session.metrics().enter(Phase.COMPUTE);
    add(session);
  }

  /**
   * Requires that the material is under given keys.
   *
   * @param ids by field
   */
  void requireKeys(List<String> ids) throws MpcException {
    for (int f = 0; f < ids.size(); f++) {
      if (!stocks.get(f).keyId().equals(Optional.of(ids.get(f)))) {
        throw new Refused(
            "the material of this run is not under the key of the memory: the store has too little"
                + " that is");
      }
    }
  }

  /** Requires that the kept bits of clients are under the keys of the material. */
  void requireUsable(Program program) throws Refused {
    for (int port : clients.inputPorts()) {
      SpdzSecrets secrets = (SpdzSecrets) backends.get(0)[program.inputs().get(port).field()];
      for (int place = 0; place < clients.places(); place++) {
        Optional<KeptValues> values = clients.entry(port, place).flatMap(KeptInputs.Entry::values);
        if (values.isPresent()) {
          secrets.requireUsable(values.get());
        }
      }
    }
  }

  private void add(Session worker) {
    int fields = stocks.size();
    SecretBackend[] created = new SecretBackend[fields + (mixed.isPresent() ? 1 : 0)];
    sessions.add(worker);
    backends.add(created);
    for (int f = 0; f < fields; f++) {
      created[f] =
          new SpdzSecrets(
              worker, stocks.get(f), options.mode(), turns, pools.get(f), mine, clients);
    }
    if (mixed.isPresent()) {
      SpdzSecrets numbers = (SpdzSecrets) created[0];
      Kernels kernels = KernelProvider.choose().kernels();
      BitEngine bits =
          new BitEngine(worker, numbers.material(), mixed.get(), kernels, turns, bitPool);
      created[fields] = new BitSecrets(worker, bits, mine);
      numbers.setBits(bits);
    }
  }

  @Override
  public int most() {
    return options.threads();
  }

  @Override
  public void start(int count) throws MpcException {
    if (sessions.size() >= count) {
      return;
    }
    if (steps != null) {
      throw new IllegalStateException("workers are started once");
    }
    while (sessions.size() < count) {
      Session fork = session.fork("tapes " + sessions.size());
      add(fork);
    }
    absorb(Phase.SETUP, session.metrics().rounds(Phase.SETUP));
    sessions.forEach(each -> each.metrics().enter(Phase.COMPUTE));
    steps = new ParallelSteps(sessions, turns, pools, new Unchecked());
  }

  /** Adds the bytes and rounds of forks to those of the session, which has run beside them. */
  private void absorb(Phase phase, long since) {
    List<Metrics> forks =
        sessions.subList(1, sessions.size()).stream().map(Session::metrics).toList();
    session.metrics().absorb(phase, forks, since);
  }

  /** What the workers opened and did not check, over all fields. */
  private final class Unchecked implements ParallelSteps.Openings {
    @Override
    public void checkIfMany(int worker) throws MpcException {
      for (SecretBackend each : backends.get(worker)) {
        if (each instanceof SpdzSecrets numbers) {
          numbers.checkOwnIfDue();
        } else {
          each.checkIfDue();
        }
      }
    }

    @Override
    public void handOver() {
      for (SecretBackend[] each : backends) {
        for (SecretBackend backend : each) {
          backend.handOver();
        }
      }
    }
  }

  @Override
  public SecretBackend[] secrets(int worker) {
    return backends.get(worker);
  }

  @Override
  public void reserve(Counts[] counts) throws MpcException {
    session.metrics().enter(Phase.PREPROCESSING);
    for (int f = 0; f < stocks.size(); f++) {
      stocks.get(f).ensure(counts[f]);
    }
    for (int f = 0; f < stocks.size(); f++) {
      stocks.get(f).reserve(counts[f]);
    }
    session.metrics().enter(Phase.COMPUTE);
  }

  @Override
  public void allot(int worker, Counts[] counts) throws MpcException {
    for (int f = 0; f < stocks.size(); f++) {
      ((SpdzSecrets) backends.get(worker)[f]).allot(counts[f]);
    }
  }

  @Override
  public void alone(Counts[] counts, boolean all) throws MpcException {
    pools.forEach(CheckPool::openStep);
    bitPool.openStep();
    if (!all) {
      allot(0, counts);
      return;
    }
    for (int f = 0; f < stocks.size(); f++) {
      ((SpdzSecrets) backends.get(0)[f]).allotAlone(counts[f]);
    }
  }

  @Override
  public void together(int busy, int units, Work work) throws MpcException {
    long input = session.metrics().rounds(Phase.INPUT);
    long compute = session.metrics().rounds(Phase.COMPUTE);
    steps.run(busy, units, work::perform);
    absorb(Phase.INPUT, input);
    absorb(Phase.COMPUTE, compute);
    for (SecretBackend each : backends.get(0)) {
      each.checkIfDue();
    }
  }

  /** Ends the forks and the threads, then wipes; each step even if one before fails. */
  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>();
    for (Session each : sessions) {
      if (each != session) {
        ends.add(each::close);
      }
    }
    if (steps != null) {
      ends.add(steps::close);
    }
    ends.add(bitPool::wipe);
    for (SecretBackend[] worker : backends) {
      for (SecretBackend backend : worker) {
        if (backend != null) {
          ends.add(backend::close);
        }
      }
    }
    pools.forEach(pool -> ends.add(pool::wipe));
    stocks.forEach(stock -> ends.add(stock::close));
    runAll(ends, 0);
  }

  private static void runAll(List<Runnable> ends, int next) {
    if (next < ends.size()) {
      try {
        ends.get(next).run();
      } finally {
        runAll(ends, next + 1);
      }
    }
  }
}
