package org.schurmpc.core.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Evaluates a circuit with all peers. Input, compute and output are separate calls, so that each
 * can be timed. While an executor is open, it is the only consumer of its store. A failed check of
 * the protocol destroys the store; any other failure of an evaluation burns the rest of its
 * material, so that all parties are at the same position afterwards.
 *
 * <p>One evaluation consists of {@link #input}, {@link #compute} and {@link #output}; the three
 * calls may be repeated as long as the material lasts.
 */
public final class CircuitExecutor implements AutoCloseable {
  private enum Next {
    INPUT,
    COMPUTE,
    OUTPUT,
    NOTHING
  }

  private final Session session;
  private final LayeredCircuit circuit;
  private final InputBatch inputs;
  private final OutputBatch outputs;
  private final int[] publicWires;
  private final IoMap io;
  private final PrepStore store;
  private final EvaluationMaterial material;
  private final Session.Registration burning;
  private final Evaluator evaluator;

  private KeptInputs kept = new KeptInputs();
  private List<DeliveryOrder> orders = List.of();
  private Next next = Next.INPUT;
  private boolean closed;

  /**
   * Creates an executor and acquires the store.
   *
   * @param session established on {@link #terms} of the same protocol, circuit and map
   * @param store with material for this protocol; not in use elsewhere
   * @throws org.schurmpc.core.abort.Refused if the protocol cannot evaluate the circuit
   * @throws IllegalArgumentException if the session was agreed on other terms
   * @throws IllegalStateException if the store is in use or holds material for another protocol
   */
  public CircuitExecutor(
      Session session,
      ConfiguredProtocol protocol,
      LayeredCircuit circuit,
      IoMap io,
      PrepStore store)
      throws MpcException {
    this(session, protocol, protocol, circuit, io, store);
  }

  /**
   * Creates an executor of evaluations of fewer instances than those of the session's protocol. The
   * parties compare the number of instances before they use any input.
   *
   * @param agreed the protocol on whose terms the session was established
   * @param protocol that one, or {@link ConfiguredProtocol#ofLanes} of it
   */
  public CircuitExecutor(
      Session session,
      ConfiguredProtocol agreed,
      ConfiguredProtocol protocol,
      LayeredCircuit circuit,
      IoMap io,
      PrepStore store)
      throws MpcException {
    if (session.parties() != protocol.parties()) {
      throw new IllegalArgumentException(
          "a session of %d parties for a protocol of %d"
              .formatted(session.parties(), protocol.parties()));
    }
    io.requireFits(circuit.circuit(), session.parties());
    protocol.requireKeeps(io);
    this.session = session;
    this.circuit = circuit;
    this.inputs = new InputBatch(circuit, io);
    this.outputs = new OutputBatch(circuit, io);
    this.publicWires =
        IntStream.range(0, inputs.size())
            .filter(wire -> inputs.source(wire) instanceof InputSource.Public)
            .toArray();
    this.store = store;
    this.io = io;
    this.material = new EvaluationMaterial(store, protocol.demand(circuit, io));
    requireAgreed(agreed, io);
    requireNarrower(agreed, protocol);
    store.acquire();
    this.burning = session.onFailedCheck(store::burn);
    Evaluator made = null;
    try {
      made = session.enforce(() -> protocol.evaluator(session, store));
    } finally {
      if (made == null) {
        burning.close();
        store.release();
      }
    }
    this.evaluator = made;
  }

  private void requireAgreed(ConfiguredProtocol protocol, IoMap io) {
    SortedMap<String, String> agreed = session.terms().fields();
    String storeId = RunTerms.storeOf(agreed);
    if (!agreed.entrySet().containsAll(terms(protocol, circuit, io, storeId).entrySet())) {
      throw new IllegalArgumentException(
          "the session was agreed on another protocol, circuit or input/output map");
    }
  }

  private static void requireNarrower(ConfiguredProtocol agreed, ConfiguredProtocol protocol) {
    boolean same =
        protocol.protocol().equals(agreed.protocol())
            && protocol.sigma() == agreed.sigma()
            && protocol.terms().equals(agreed.terms());
    if (!same || protocol.lanes() > agreed.lanes()) {
      throw new IllegalArgumentException(
          "the session was agreed on another protocol, or on fewer lanes");
    }
  }

  /**
   * Returns the terms under which parties evaluate this circuit, for {@link Session#establish}.
   *
   * @param storeId identifies the preprocessing that all parties use
   */
  public static SortedMap<String, String> terms(
      ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, String storeId) {
    return new RunTerms().protocol(protocol).circuit(protocol, circuit, io).store(storeId).terms();
  }

  /** Returns the number of instances of the circuit in one evaluation. */
  public int lanes() {
    return evaluator.lanes();
  }

  /**
   * Supplies the inputs.
   *
   * @param mine a row for each input wire, a column for each lane; see {@link Evaluator#input}
   * @throws IllegalStateException if any input or output is kept
   * @throws Exhausted before any I/O if the store does not hold the material of the evaluation
   * @throws org.schurmpc.core.abort.Disagreement if the parties' public inputs or their positions
   *     in the store differ
   */
  public void input(BitMatrix mine) throws MpcException {
    if (io.keeps()) {
      throw new IllegalStateException("kept values come with the inputs and need orders");
    }
    input(mine, new KeptInputs(), List.of());
  }

  /**
   * Supplies the inputs of an evaluation that keeps values.
   *
   * @param mine as in {@link #input(BitMatrix)}; rows of kept inputs are ignored
   * @param keptInputs the kept inputs, in lanes that are in use
   * @param wanted the deliveries of {@link #deliver}, equal at all parties
   * @throws org.schurmpc.core.abort.Refused before any I/O if kept values are under other keys
   * @throws Exhausted before any I/O if the store does not hold the material of the evaluation
   * @throws org.schurmpc.core.abort.Disagreement if the parties' public inputs, kept inputs,
   *     deliveries or positions in the store differ
   */
  public void input(BitMatrix mine, KeptInputs keptInputs, List<DeliveryOrder> wanted)
      throws MpcException {
    require(Next.INPUT);
    keptInputs.requireFit(io.keptInputs(circuit.circuit()), evaluator.lanes());
    requireOrdersFit(wanted);
    int wires = inputs.size();
    if (mine.rows() != wires || mine.columns() != evaluator.lanes()) {
      throw new IllegalArgumentException(
          "inputs are %s where %d wires x %d lanes are needed"
              .formatted(mine, wires, evaluator.lanes()));
    }
    for (KeptInputs.Entry each : keptInputs.all()) {
      if (each.values().isPresent()) {
        evaluator.requireUsable(each.values().get());
      }
    }
    kept = keptInputs;
    orders = List.copyOf(wanted);
    material.reserve();
    session.metrics().enter(Phase.INPUT);
    guarded(
        () -> {
          compareBeforeUse(mine);
          evaluator.begin(circuit);
          evaluator.input(inputs, mine);
          if (!io.keptInputs(circuit.circuit()).isEmpty()) {
            evaluator.load(inputs, kept);
          }
        });
    kept = new KeptInputs();
    next = Next.COMPUTE;
  }

  private void requireOrdersFit(List<DeliveryOrder> wanted) {
    Map<String, Integer> most = io.deliveries();
    Map<KeptInputs.Place, Integer> counts = new HashMap<>();
    Set<Long> numbers = new HashSet<>();
    for (DeliveryOrder order : wanted) {
      int count = counts.merge(new KeptInputs.Place(order.set(), order.lane()), 1, Integer::sum);
      boolean there = order.lane() >= 0 && order.lane() < evaluator.lanes();
      if (!there || count > most.getOrDefault(order.set(), 0) || !numbers.add(order.number())) {
        throw new IllegalArgumentException("a delivery does not fit this evaluation: " + order);
      }
    }
  }

  private void compareBeforeUse(BitMatrix mine) throws MpcException {
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the position in the preprocessing store", material.positions());
    digests.put("the public inputs", publicInputs(mine));
    if (io.keeps()) {
      digests.put("the number of lanes", new FieldHash("lanes").add(lanes()).digest());
      digests.put("the kept inputs", kept.digest());
      digests.put("the deliveries", deliveries());
    }
    PublicValue.requireEqual(session, digests);
  }

  private byte[] deliveries() {
    FieldHash hash = new FieldHash("deliveries");
    for (DeliveryOrder order : orders) {
      hash.add(order.number()).add(order.set()).add(order.lane());
    }
    return hash.digest();
  }

  private byte[] publicInputs(BitMatrix mine) {
    FieldHash values = new FieldHash("public inputs");
    for (int wire : publicWires) {
      values.add(mine.words(), mine.offset(wire), mine.wordsPerRow());
    }
    return values.digest();
  }

  /** Evaluates all gates and checks everything that was opened for them. */
  public void compute() throws MpcException {
    require(Next.COMPUTE);
    session.metrics().enter(Phase.COMPUTE);
    guarded(
        () -> {
          evaluator.compute(circuit);
          evaluator.check();
        });
    next = Next.OUTPUT;
  }

  /**
   * Opens the outputs.
   *
   * @return a row for each output wire, a column for each lane; rows that this party does not learn
   *     are zero
   */
  public BitMatrix output() throws MpcException {
    require(Next.OUTPUT);
    if (!io.deliveries().isEmpty()) {
      throw new IllegalStateException("the outputs are kept");
    }
    session.metrics().enter(Phase.OUTPUT);
    BitMatrix[] result = new BitMatrix[1];
    guarded(
        () -> {
          if (!evaluator.comparesTranscripts()) {
            session.compareTranscripts();
          }
          result[0] = evaluator.output(outputs);
        });
    material.done();
    next = Next.INPUT;
    return result[0];
  }

  /**
   * Keeps the outputs and performs the deliveries that were ordered with the inputs, all in the
   * same rounds, in place of {@link #output}. Nobody learns an output here.
   *
   * @return after all checks
   */
  public KeptOutputs deliver() throws MpcException {
    require(Next.OUTPUT);
    if (io.deliveries().isEmpty()) {
      throw new IllegalStateException("the outputs are opened");
    }
    session.metrics().enter(Phase.OUTPUT);
    KeptOutputs[] result = new KeptOutputs[1];
    guarded(
        () -> {
          if (!evaluator.comparesTranscripts()) {
            session.compareTranscripts();
          }
          result[0] = keepAndDeliver();
        });
    material.burnTheRest(); // masks of deliveries that nobody ordered
    next = Next.INPUT;
    return result[0];
  }

  private KeptOutputs keepAndDeliver() throws MpcException {
    long evaluation = session.nextNumber("kept outputs");
    TreeMap<String, List<KeptValues>> all = new TreeMap<>();
    boolean done = false;
    try {
      for (String set : io.deliveries().keySet()) {
        List<KeptValues> lanes = new ArrayList<>();
        all.put(set, lanes);
        for (int lane = 0; lane < evaluator.lanes(); lane++) {
          byte[] id = session.hash("kept output").add(evaluation).add(set).add(lane).digest();
          lanes.add(evaluator.keep(outputs, set, lane, id));
        }
      }
      List<Delivery> delivered = List.of();
      if (!orders.isEmpty()) {
        long[] numbers = orders.stream().mapToLong(DeliveryOrder::number).toArray();
        delivered =
            evaluator.deliver(
                numbers,
                orders.stream().map(order -> all.get(order.set()).get(order.lane())).toList());
      } else {
        evaluator.check();
      }
      done = true;
      return new KeptOutputs(delivered, all);
    } finally {
      if (!done) {
        all.values().forEach(lanes -> lanes.forEach(KeptValues::close));
      }
    }
  }

  /** Performs input, compute and output in one call. */
  public BitMatrix evaluate(BitMatrix mine) throws MpcException {
    input(mine);
    compute();
    return output();
  }

  private void require(Next step) {
    if (next != step) {
      throw new IllegalStateException("next comes " + next + ", not " + step);
    }
  }

  private void guarded(Session.Step step) throws MpcException {
    next = Next.NOTHING;
    boolean done = false;
    try {
      session.enforce(step);
      done = true;
    } finally {
      if (!done) {
        material.burnTheRest();
      }
    }
  }

  /** Wipes the evaluator and releases the store; session and store stay open. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (next == Next.COMPUTE || next == Next.OUTPUT) {
        material.burnTheRest();
      }
      next = Next.NOTHING;
      evaluator.close();
      store.release();
      burning.close();
    }
  }
}
