package org.schurmpc.core.run;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.InputMaskMaker;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptMover;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Evaluates a circuit with one or more peers, from the connection to the outputs: all that most
 * programs need. A computation consists of a session, its preprocessing and as many passes over the
 * circuit as the instances require.
 *
 * <p>Used by one thread. After an exception only {@link #close} may be called.
 */
public final class Computation implements AutoCloseable {
  private final Plan plan;
  private final OpenRun run;
  private final PassExecutor executor;
  private final Map<Integer, Plan> narrower = new HashMap<>(); // by the number of instances
  private Plan next; // of the next delivering evaluation
  private PrepStore chosen; // for the next evaluation; null if none was chosen

  private Computation(Plan plan, OpenRun run) {
    this.plan = plan;
    this.next = plan;
    this.run = run;
    this.executor =
        new PassExecutor(run.session(), plan.protocol, plan.circuit, plan.io, run.material(0));
  }

  /**
   * Describes a computation, before any I/O.
   *
   * @param instances the number of evaluations of the circuit, each with its own inputs
   * @param demand the material that a pass consumes
   * @param belowFloor whether {@link ProtocolOptions#insecure} was requested; otherwise a protocol
   *     below {@link SecurityFloor} is an IllegalArgumentException
   * @param conditions further terms on which the parties must agree, by name, such as how the
   *     calling program reads values
   */
  public record Plan(
      LayeredCircuit circuit,
      IoMap io,
      ConfiguredProtocol protocol,
      int instances,
      Demand demand,
      boolean belowFloor,
      SortedMap<String, String> conditions) {

    public Plan {
      if (!belowFloor) {
        SecurityFloor.requireChecked(protocol);
      }
      conditions = Collections.unmodifiableSortedMap(new TreeMap<>(conditions));
    }

    /**
     * Returns this plan with one more condition. The handshake names the condition if the parties
     * differ in it.
     */
    public Plan on(String name, String value) {
      TreeMap<String, String> more = new TreeMap<>(conditions);
      more.put(name, value);
      return new Plan(circuit, io, protocol, instances, demand, belowFloor, more);
    }

    /**
     * Returns this plan for material of the protocol's own preprocessing.
     *
     * @throws Refused as {@link ConfiguredProtocol#withOwnMaterial}
     */
    public Plan ofOwnMaterial() throws Refused {
      ConfiguredProtocol own = protocol.withOwnMaterial();
      return own == protocol
          ? this
          : new Plan(circuit, io, own, instances, own.demand(circuit, io), belowFloor, conditions);
    }

    /** Returns this plan for another number of instances, at least one. */
    public Plan ofInstances(int number) {
      return new Plan(circuit, io, protocol, number, demand, belowFloor, conditions);
    }

    /**
     * Returns this plan for fewer instances, all in one pass, with the material that they take. A
     * session that was agreed on this plan serves the other one, too ({@link Computation#narrow}).
     *
     * @param number at least one, at most the number of lanes
     * @throws Refused if the protocol's number of lanes is fixed
     */
    public Plan ofLanes(int number) throws Refused {
      ConfiguredProtocol of = protocol.ofLanes(number);
      Demand less = of.demand(circuit, io);
      return new Plan(circuit, io, of, number, less, belowFloor, conditions);
    }

    /**
     * Returns why the plan is insecure, which reports print after the word INSECURE; empty if the
     * plan is not below {@link SecurityFloor}.
     */
    public Optional<String> lack() {
      return SecurityFloor.lack(protocol);
    }

    /**
     * Returns the number of evaluations one after the other, each of as many instances as lanes.
     */
    public int passes() {
      return (instances - 1) / protocol.lanes() + 1;
    }

    /** Returns all-zero inputs, into which a party puts its own values. */
    public Values inputs() {
      return Values.inputs(circuit.circuit(), instances);
    }

    /**
     * Returns the evaluation at this party as work, whose result is as that of {@link
     * Computation#evaluate(BitMatrix, Runnable)}.
     */
    public Work<BitMatrix> work(BitMatrix mine, Runnable passDone) {
      return Work.of(
          runPlan(),
          run -> {
            Computation computation = new Computation(this, run);
            try {
              return computation.evaluate(mine, passDone);
            } finally {
              computation.executor.close();
            }
          });
    }

    /**
     * Agrees with the peers on this plan, to evaluate it with the protocol's own preprocessing.
     *
     * @param network closed with the computation, or at once if the method fails
     * @throws Refused if the protocol has no preprocessing of its own, or the network has another
     *     number of parties
     * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
     */
    public Computation connect(Network network) throws MpcException {
      return ofOwnMaterial(network).connect(network, new Source.Own());
    }

    /** Returns {@link #ofOwnMaterial()}, and closes the network if there is none. */
    private Plan ofOwnMaterial(Network network) throws Refused {
      try {
        return ofOwnMaterial();
      } catch (Refused e) {
        network.close();
        throw e;
      }
    }

    /**
     * Requires that the protocol's own preprocessing makes the material that this plan takes from a
     * store, so that it can refill the store.
     *
     * @throws Refused if the material has another name
     */
    public void requireOwnMaterial() throws Refused {
      String own = ofOwnMaterial().demand.protocol();
      if (!own.equals(demand.protocol())) {
        throw new Refused(
            "%s makes material of '%s' by itself, which does not refill stores of '%s'"
                .formatted(protocol.protocol(), own, demand.protocol()));
      }
    }

    /**
     * Agrees with the peers on this plan, to evaluate it with material of a store that stays open.
     *
     * @param network closed with the computation, or at once if the method fails
     * @param store used by one thread, except for a thread that adds to it; left open
     * @throws Refused if the store is for another purpose, or the network has another number of
     *     parties
     * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
     */
    public Computation connect(Network network, StoreDirectory store) throws MpcException {
      return connect(network, Source.Stored.open(store));
    }

    private Computation connect(Network network, Source source) throws MpcException {
      return new Computation(this, runPlan().connect(network, List.of(source)));
    }

    /** Returns what the parties agree on and consume, with the passes' material as unit. */
    public RunPlan runPlan() {
      RunTerms terms =
          new RunTerms()
              .circuit(protocol, circuit, io)
              .with("instances", Integer.toString(instances))
              .with("", conditions);
      return new RunPlan(
          terms.terms(), List.of(new RunPlan.Part("", protocol, demand)), belowFloor);
    }

    /**
     * Agrees with the peers on this plan, to evaluate it with material that others generate, such
     * as a dealer.
     *
     * @param network closed with the computation, or at once if the method fails; so is the dealer
     * @throws Refused if the network has another number of parties
     * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
     */
    public Computation connect(Network network, Preprocessor dealer) throws MpcException {
      return connect(network, new Source.Dealt(dealer));
    }

    /**
     * Agrees with the peers on this plan, to evaluate it with material that all parties generated
     * ahead of time ({@link #prepare}).
     *
     * @param network closed with the computation, or at once if the method fails; so is the store
     * @param refill the action when the store runs low
     * @throws Refused if the store is for another purpose, or the network has another number of
     *     parties, or a protocol without preprocessing should refill
     * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
     */
    public Computation connect(Network network, StoreDirectory store, Refill refill)
        throws MpcException {
      if (refill.makesMaterial()) {
        try {
          requireOwnMaterial();
        } catch (Refused e) {
          network.close();
          store.close();
          throw e;
        }
      }
      return connect(network, new Source.Stored(store, refill));
    }

    /**
     * Fills a store together with peers that fill theirs, until all hold the material for this
     * plan. Material that they hold already counts.
     *
     * @param network closed at the end; the store is left open
     * @param dealer generates the material, closed at the end; empty for the protocol's own
     *     preprocessing
     * @throws Refused if the store is for another purpose, or nobody generates material
     * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
     */
    public void prepare(
        Network network,
        Optional<? extends Preprocessor> dealer,
        StoreDirectory store,
        Preparation.Progress progress)
        throws MpcException {
      Plan plan = dealer.isPresent() ? this : ofOwnMaterial(network);
      plan.runPlan().prepare(network, List.of(dealer), List.of(store), plan.passes(), progress);
    }

    /**
     * Returns the purpose that a store must have.
     *
     * @param certificates of all parties by index; empty over plaintext
     * @throws Refused if the plan consumes no material at all
     */
    public StoreDirectory.Purpose purpose(int party, List<Fingerprint> certificates)
        throws Refused {
      return runPlan().purpose(0, party, certificates);
    }
  }

  /**
   * Plans a computation.
   *
   * @param protocol a protocol's name, for example "tinyot"
   * @param circuit the circuit to evaluate
   * @param io the source of each input and the target of each output
   * @param options instances, and the protocol's own options
   * @throws Refused if the protocol or an option is unknown, or the security is below {@link
   *     SecurityFloor} without {@link ProtocolOptions#insecure}, or the protocol cannot evaluate
   *     the circuit
   */
  public static Plan plan(String protocol, Circuit circuit, IoMap io, ProtocolOptions options)
      throws Refused {
    ConfiguredProtocol configured = Protocols.named(protocol).configure(options);
    if (!options.belowFloor()) {
      SecurityFloor.require(configured);
    }
    configured.requireKeeps(io);
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    int instances = options.instances() == 0 ? configured.lanes() : options.instances();
    return new Plan(
        layered,
        io,
        configured,
        instances,
        configured.demand(layered, io),
        options.belowFloor(),
        new TreeMap<>());
  }

  /**
   * Evaluates all instances.
   *
   * @param mine a row for each input wire, a column for each instance; rows that other parties
   *     supply are ignored; rows of XOR-shared values hold this party's share
   * @return a row for each output wire, a column for each instance; rows that this party does not
   *     learn are zero
   */
  public BitMatrix evaluate(BitMatrix mine) throws MpcException {
    return evaluate(mine, () -> {});
  }

  /**
   * Like {@link #evaluate(BitMatrix)}, for programs that show progress.
   *
   * @param passDone called after each of the plan's passes
   */
  public BitMatrix evaluate(BitMatrix mine, Runnable passDone) throws MpcException {
    int wires = plan.circuit.circuit().inputWires();
    if (mine.rows() != wires || mine.columns() != plan.instances) {
      throw new IllegalArgumentException(
          "inputs are %s where %d wires x %d instances are needed"
              .formatted(mine, wires, plan.instances));
    }
    BitMatrix outputs = new BitMatrix(plan.circuit.circuit().outputWires(), plan.instances);
    boolean[] done = new boolean[1];
    try {
      return explained(
          () -> {
            int lanes = plan.protocol.lanes();
            for (int first = 0; first < plan.instances; first += lanes) {
              pass(mine, outputs, first, Math.min(lanes, plan.instances - first));
              passDone.run();
            }
            done[0] = true;
            return outputs;
          });
    } finally {
      if (!done[0]) {
        Secrets.wipe(outputs.words());
      }
    }
  }

  /** Runs a part; if the material ended for a failed check found elsewhere, throws this one. */
  private <T> T explained(Session.Part<T> part) throws MpcException {
    try {
      return part.run();
    } catch (MpcException | IllegalStateException e) {
      // The session has ended, or the store was destroyed meanwhile, for a reason found elsewhere.
      Optional<PeerCheated> cheated = e instanceof PeerCheated ? Optional.empty() : run.cheated();
      if (cheated.isPresent()) {
        throw cheated.get(); // after all of the material was destroyed
      }
      throw e;
    }
  }

  /**
   * Sets the number of instances of evaluations that {@link #deliver} from here on. Each takes
   * material for these instances alone, which is chosen anew if it was chosen for another number.
   * The parties compare the number before they use any input.
   *
   * @param instances from one to those of the plan, which are one pass
   * @throws Refused if the protocol's number of lanes is fixed
   */
  public void narrow(int instances) throws MpcException {
    if (instances < 1 || instances > plan.instances || plan.passes() > 1) {
      throw new IllegalArgumentException(
          "%d instances, of %d in %d passes".formatted(instances, plan.instances, plan.passes()));
    }
    if (instances == next.instances) {
      return;
    }
    chosen = null; // nothing of it was used
    Plan of = instances == plan.instances ? plan : narrower.get(instances);
    if (of == null) {
      of = plan.ofLanes(instances);
      narrower.put(instances, of);
    }
    next = of;
  }

  /**
   * Evaluates all instances at once, or as many as {@link #narrow} said, with kept inputs, and
   * keeps and delivers the outputs, which nobody learns here.
   *
   * @param mine as in {@link #evaluate(BitMatrix)}; rows of kept inputs are ignored
   * @param kept the kept inputs; an instance is a lane
   * @param orders the deliveries, equal at all parties
   * @throws IllegalStateException if the instances take more than one pass
   */
  public KeptOutputs deliver(BitMatrix mine, KeptInputs kept, List<DeliveryOrder> orders)
      throws MpcException {
    int wires = plan.circuit.circuit().inputWires();
    if (mine.rows() != wires || mine.columns() != next.instances) {
      throw new IllegalArgumentException(
          "inputs are %s where %d wires x %d instances are needed"
              .formatted(mine, wires, next.instances));
    }
    if (plan.passes() > 1) {
      throw new IllegalStateException(plan.instances + " instances take more than one pass");
    }
    BitMatrix all = new BitMatrix(mine.rows(), next.protocol.lanes());
    try {
      all.copyColumns(0, mine, 0, next.instances);
      return explained(
          () -> {
            run.metrics().enter(Phase.PREPROCESSING);
            PrepStore store = chosen == null ? run.material(0).next(next.demand) : chosen;
            chosen = null;
            CircuitExecutor pass = executor.on(store, next.protocol);
            pass.input(all, kept, orders);
            pass.compute();
            return pass.deliver();
          });
    } finally {
      Secrets.wipe(all.words());
    }
  }

  /**
   * Chooses the material of the next {@link #deliver}, so that values can be moved to its key
   * before.
   *
   * @param beside further material that is used before the evaluation or after it, with {@link
   *     #move} and {@link #keepKey}
   * @param preferred the key under which material is chosen if there is enough; equal at all
   *     parties
   * @return the key of the material
   * @throws org.schurmpc.core.abort.Exhausted if no material suffices
   * @throws IllegalStateException if the material is of no store
   */
  public KeyName choose(Optional<Demand> beside, Optional<KeyName> preferred) throws MpcException {
    Demand all = beside.map(next.demand::and).orElse(next.demand);
    return explained(
        () -> {
          executor.close(); // releases the store
          chosen = run.material(0).next(all, preferred);
          return KeptKeys.nameOf(chosen);
        });
  }

  /**
   * Moves kept values to the key of the material that was chosen, as {@link KeptMover#move}.
   *
   * @param spare recorded as used before this call
   */
  public List<KeptValues> move(MovableKey from, int spare, List<KeptValues> values)
      throws MpcException {
    return moving(mover -> mover.move(from, spare, values));
  }

  /**
   * Sets aside the key of the material of the last evaluation, or of the one that was chosen since,
   * and spares, as {@link KeptMover#keepKey}.
   */
  public MovableKey keepKey(int spares) throws MpcException {
    return moving(mover -> mover.keepKey(spares));
  }

  /** Something that a mover does. */
  private interface Moving<T> {
    T with(KeptMover mover) throws MpcException;
  }

  private <T> T moving(Moving<T> moving) throws MpcException {
    PrepStore store = chosen == null ? executor.store() : chosen;
    if (store == null) {
      throw new IllegalStateException("no material was chosen");
    }
    return explained(
        () -> {
          executor.close(); // releases the store
          try (KeptMover mover = new KeptMover(run.session(), plan.protocol, store)) {
            return moving.with(mover);
          }
        });
  }

  /**
   * Makes input masks of clients with material of this computation, for {@link KeptInputs} of
   * evaluations under the same keys.
   *
   * @param numbers of their deliveries, equal at all parties, each different from all others
   * @param bits the number of bits of each mask
   */
  public List<InputMask> inputMasks(long[] numbers, int bits) throws MpcException {
    Demand demand = plan.protocol.inputMasks(numbers.length, bits);
    executor.close(); // releases the store; the next evaluation begins anew
    return explained(
        () -> {
          run.metrics().enter(Phase.PREPROCESSING);
          PrepStore store = run.material(0).next(demand);
          try (InputMaskMaker maker = new InputMaskMaker(run.session(), plan.protocol, store)) {
            return maker.make(numbers, bits);
          }
        });
  }

  private void pass(BitMatrix mine, BitMatrix outputs, int first, int count) throws MpcException {
    // Unused lanes hold zeros, never inputs of another pass: a peer that puts its own inputs there
    // learns nothing about ours.
    BitMatrix passInputs = new BitMatrix(mine.rows(), plan.protocol.lanes());
    try {
      passInputs.copyColumns(0, mine, first, count);
      run.metrics().enter(Phase.PREPROCESSING);
      BitMatrix passOutputs = executor.next(plan.demand).evaluate(passInputs);
      outputs.copyColumns(first, passOutputs, 0, count);
      Secrets.wipe(passOutputs.words());
    } finally {
      Secrets.wipe(passInputs.words());
    }
  }

  /**
   * Evaluates all instances.
   *
   * @param mine created by {@link Plan#inputs}, with this party's values; values of other parties
   *     are ignored; XOR-shared values hold this party's share
   * @return the outputs; values that this party does not learn are zero
   */
  public Values evaluate(Values mine) throws MpcException {
    return Values.outputs(plan.circuit.circuit(), evaluate(mine.bits()));
  }

  /**
   * Returns the session, in which its owner may agree on further things with the peers between
   * evaluations, in the thread of the computation.
   */
  public Session session() {
    return run.session();
  }

  /** Returns time, bytes and rounds by phase. */
  public Metrics metrics() {
    return run.metrics();
  }

  /** Returns a copy of the session id, 32 bytes, which no other session has. */
  public byte[] sessionId() {
    return run.session().sid();
  }

  /** Returns the source of the material, for reports. */
  public String preprocessing() {
    return origin().text();
  }

  /** Returns the source of the material with its parameters, for reports. */
  public Origin origin() {
    return run.material(0).origin();
  }

  /** Returns the security for reports, as {@link SecurityFloor#describe}. */
  public String security() {
    return SecurityFloor.describe(plan.protocol);
  }

  /** Disconnects and wipes the remaining material. */
  @Override
  @SuppressWarnings("try") // the resources exist to be closed
  public void close() {
    // Closed from the last to the first, each one even if closing another fails.
    try (OpenRun first = run;
        PassExecutor last = executor) {
      // There is nothing else to do.
    }
  }
}
