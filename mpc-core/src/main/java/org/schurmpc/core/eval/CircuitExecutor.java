package org.schurmpc.core.eval;

import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Evaluates a circuit with a peer: input, compute and output, each a call of its own so that each
 * can be timed. A failed check of the protocol destroys the store.
 *
 * <p>One executor evaluates once per {@link #input}, {@link #compute}, {@link #output}; the three
 * may be repeated as long as the material lasts.
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
  private final IoMap io;
  private final PrepStore store;
  private final Demand demand;
  private final Evaluator evaluator;
  private Next next = Next.INPUT;

  /**
   * @throws org.schurmpc.core.abort.Refused if the protocol cannot evaluate the circuit
   */
  public CircuitExecutor(
      Session session,
      ConfiguredProtocol protocol,
      LayeredCircuit circuit,
      IoMap io,
      PrepStore store)
      throws MpcException {
    io.requireFits(circuit.circuit(), 2);
    this.session = session;
    this.circuit = circuit;
    this.io = io;
    this.store = store;
    this.demand = protocol.demand(circuit, io);
    this.evaluator = protocol.evaluator(session, store);
  }

  /**
   * The terms under which two parties evaluate this circuit, for {@link Session#establish}.
   *
   * @param storeId identifies the preprocessing that both use
   */
  public static SortedMap<String, String> terms(
      ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, String storeId) {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("protocol", protocol.protocol());
    terms.put("circuit", HexFormat.of().formatHex(BristolFashion.digest(circuit.circuit())));
    terms.put("input/output map", io.describe());
    terms.put("lanes", Integer.toString(protocol.lanes()));
    terms.put("sigma", Integer.toString(protocol.sigma()));
    terms.put("preprocessing store", storeId);
    protocol
        .terms()
        .forEach(
            (name, value) -> {
              if (terms.put(name, value) != null) {
                throw new IllegalArgumentException(
                    protocol.protocol() + " names a term '" + name + "' that is not its own");
              }
            });
    return terms;
  }

  /** The instances of the circuit that one evaluation holds. */
  public int lanes() {
    return evaluator.lanes();
  }

  /**
   * Supplies the inputs.
   *
   * @param mine a row for each input wire, a column for each lane; see {@link Evaluator#input}
   * @throws Exhausted before any I/O if the store does not hold what the evaluation needs
   * @throws org.schurmpc.core.abort.Disagreement if the parties' public inputs differ
   */
  public void input(BitMatrix mine) throws MpcException {
    require(Next.INPUT);
    int wires = circuit.inputSlots().length;
    if (mine.rows() != wires || mine.columns() != evaluator.lanes()) {
      throw new IllegalArgumentException(
          "inputs are %s where %d wires x %d lanes are needed"
              .formatted(mine, wires, evaluator.lanes()));
    }
    requireMaterial();
    session.metrics().enter(Phase.INPUT);
    guarded(
        () -> {
          InputBatch batch = new InputBatch(circuit, io);
          comparePublicInputs(batch, mine);
          evaluator.begin(circuit);
          evaluator.input(batch, mine);
        });
    next = Next.COMPUTE;
  }

  private void requireMaterial() throws Exhausted {
    for (var quota : demand.quotas().entrySet()) {
      MaterialKind kind = quota.getKey();
      long missing = quota.getValue() - store.available(kind);
      if (missing > 0) {
        throw new Exhausted(
            "the preprocessing is exhausted: %d more items of '%s' are needed for this circuit"
                .formatted(missing, kind.name()));
      }
    }
  }

  private void comparePublicInputs(InputBatch batch, BitMatrix mine) throws MpcException {
    FieldHash hash = new FieldHash("public inputs");
    boolean any = false;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire) instanceof InputSource.Public) {
        hash.add(mine.words(), mine.offset(wire), mine.wordsPerRow());
        any = true;
      }
    }
    if (any) {
      PublicValue.requireEqual(session, "the public inputs", hash.digest());
    }
  }

  /** Evaluates all gates and checks everything that was opened for it. */
  public void compute() throws MpcException {
    require(Next.COMPUTE);
    session.metrics().enter(Phase.COMPUTE);
    guarded(
        () -> {
          evaluateGates(evaluator, circuit);
          evaluator.check();
        });
    next = Next.OUTPUT;
  }

  /** The gates alone, layer by layer: local work, then one exchange. */
  static void evaluateGates(Evaluator evaluator, LayeredCircuit circuit) throws MpcException {
    int depth = circuit.andDepth();
    for (int d = 0; d < depth; d++) {
      evaluator.linear(circuit.linear(d));
      evaluator.multiply(circuit.multiply(d));
    }
    evaluator.linear(circuit.linear(depth));
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
          session.compareTranscripts();
          result[0] = evaluator.output(new OutputBatch(circuit, io));
        });
    next = Next.INPUT;
    return result[0];
  }

  /** Input, compute and output in one call. */
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

  private interface Step {
    void run() throws MpcException;
  }

  private void guarded(Step step) throws MpcException {
    next = Next.NOTHING;
    try {
      step.run();
    } catch (PeerCheated e) {
      store.burn();
      throw e;
    }
  }

  /** Wipes the evaluator; session and store stay open. */
  @Override
  public void close() {
    next = Next.NOTHING;
    evaluator.close();
  }
}
