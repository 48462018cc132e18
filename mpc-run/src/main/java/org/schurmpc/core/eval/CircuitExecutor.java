package org.schurmpc.core.eval;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
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
  private final PrepStore store;
  private final Demand demand;
  private final Session.Registration burning;
  private final Evaluator evaluator;

  /** Position of the store after the current evaluation has consumed its material, by kind. */
  private final Map<MaterialKind, Long> ends = new HashMap<>();

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
    if (session.parties() != protocol.parties()) {
      throw new IllegalArgumentException(
          "a session of %d parties for a protocol of %d"
              .formatted(session.parties(), protocol.parties()));
    }
    io.requireFits(circuit.circuit(), session.parties());
    this.session = session;
    this.circuit = circuit;
    this.inputs = new InputBatch(circuit, io);
    this.outputs = new OutputBatch(circuit, io);
    this.publicWires =
        IntStream.range(0, inputs.size())
            .filter(wire -> inputs.source(wire) instanceof InputSource.Public)
            .toArray();
    this.store = store;
    this.demand = protocol.demand(circuit, io);
    requireAgreed(protocol, io);
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
   * @throws Exhausted before any I/O if the store does not hold the material of the evaluation
   * @throws org.schurmpc.core.abort.Disagreement if the parties' public inputs or their positions
   *     in the store differ
   */
  public void input(BitMatrix mine) throws MpcException {
    require(Next.INPUT);
    int wires = inputs.size();
    if (mine.rows() != wires || mine.columns() != evaluator.lanes()) {
      throw new IllegalArgumentException(
          "inputs are %s where %d wires x %d lanes are needed"
              .formatted(mine, wires, evaluator.lanes()));
    }
    requireMaterial();
    session.metrics().enter(Phase.INPUT);
    guarded(
        () -> {
          compareBeforeUse(mine);
          evaluator.begin(circuit);
          evaluator.input(inputs, mine);
        });
    next = Next.COMPUTE;
  }

  /** Reserves the material, and records the position of the store after the evaluation. */
  private void requireMaterial() throws MpcException {
    store.reserve(demand);
    demand.quotas().forEach((kind, items) -> ends.put(kind, store.position(kind) + items));
  }

  private void compareBeforeUse(BitMatrix mine) throws MpcException {
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the position in the preprocessing store", positions());
    digests.put("the public inputs", publicInputs(mine));
    PublicValue.requireEqual(session, digests);
  }

  private byte[] positions() {
    FieldHash positions = new FieldHash("positions");
    for (MaterialKind kind : demand.quotas().keySet()) {
      positions.add(kind.name()).add(store.position(kind));
    }
    return positions.digest();
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
    session.metrics().enter(Phase.OUTPUT);
    BitMatrix[] result = new BitMatrix[1];
    guarded(
        () -> {
          if (!evaluator.comparesTranscripts()) {
            session.compareTranscripts();
          }
          result[0] = evaluator.output(outputs);
        });
    ends.clear();
    next = Next.INPUT;
    return result[0];
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
        burnTheRest();
      }
    }
  }

  /**
   * Leases and drops the material that the current evaluation would have consumed, as far as it is
   * available.
   */
  private void burnTheRest() {
    for (Map.Entry<MaterialKind, Long> end : ends.entrySet()) {
      MaterialKind kind = end.getKey();
      long rest = Math.min(end.getValue() - store.position(kind), store.available(kind));
      while (rest > 0) {
        try {
          rest -= store.lease(kind, (int) Math.min(rest, Integer.MAX_VALUE)).items();
        } catch (MpcException e) {
          return; // there is nothing left to burn
        }
      }
    }
    ends.clear();
  }

  /** Wipes the evaluator and releases the store; session and store stay open. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (next == Next.COMPUTE || next == Next.OUTPUT) {
        burnTheRest();
      }
      next = Next.NOTHING;
      evaluator.close();
      store.release();
      burning.close();
    }
  }
}
