package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Evaluates a circuit, the run's own or a small one, between two threads of one process, over
 * loopback, again and again, so that the JIT compiler has been over the hot loops before the first
 * run that is timed. Nothing of it enters the run: other sessions, other material, no input.
 */
final class Rehearsal implements AutoCloseable {
  private static final int WIDTH = 64;
  private static final int DEPTH = 6;

  /** The most material for which the run's own circuit is rehearsed, in bytes. */
  private static final long MOST_MATERIAL = 16 << 20;

  private final LayeredCircuit circuit;
  private final IoMap io;
  private final ConfiguredProtocol protocol;
  private final TrustedDealer dealer;
  private final List<MemoryPrepStore> stores =
      List.of(new MemoryPrepStore(), new MemoryPrepStore());

  private Rehearsal(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io) {
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.dealer = protocol.dealer(new SecureRandom());
  }

  private static Rehearsal of(Workload work) {
    if (work.demand().bytes() <= MOST_MATERIAL) {
      return new Rehearsal(work.protocol(), work.layered(), work.io());
    }
    LayeredCircuit small = LayeredCircuit.of(circuit());
    return new Rehearsal(work.protocol(), small, IoMap.roundRobin(small.circuit(), 2));
  }

  /**
   * Rehearses a protocol for so long, on the run's own circuit if that is cheap, else on a small
   * one; not at all if the time is 0, or if the protocol does not evaluate the small circuit.
   *
   * @param ownPreprocessing whether the run has no dealer: then half of the time is the
   *     preprocessing's, if the protocol has one
   */
  static void rehearse(Workload work, boolean ownPreprocessing, long millis) throws MpcException {
    if (millis <= 0) {
      return;
    }
    long evaluationMillis = millis;
    ConfiguredProtocol protocol = work.protocol();
    try (Rehearsal rehearsal = Rehearsal.of(work)) {
      if (ownPreprocessing && protocol.preprocesses()) {
        evaluationMillis -= millis / 2;
        GenerationRehearsal.rehearse(
            new MaterialFactory(protocol, rehearsal.material()), millis / 2);
      }
      rehearsal.run(System.nanoTime() + evaluationMillis * 1_000_000);
    } catch (Refused e) {
      // Whether the job is refused is for the job to say.
    }
  }

  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIDTH);
    int[] y = builder.input(WIDTH);
    for (int d = 0; d < DEPTH; d++) {
      int[] next = new int[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        int sum = builder.xor(x[i], builder.not(y[(i + 1) % WIDTH]));
        next[i] = builder.and(sum, builder.xor(y[i], x[(i + d + 1) % WIDTH]));
      }
      y = x;
      x = next;
    }
    builder.output(x);
    return builder.build();
  }

  /** What the preprocessing is rehearsed with. */
  private Demand material() throws Refused {
    try {
      return protocol.multiplications(GenerationRehearsal.ITEMS);
    } catch (Refused e) {
      return protocol.demand(circuit, io);
    }
  }

  private void run(long deadline) throws MpcException {
    try (LoopbackPair pair =
        LoopbackPair.connect(CircuitExecutor.terms(protocol, circuit, io, "rehearsal"))) {
      dealer.dealKeys(stores);
      dealer.deal(protocol.demand(circuit, io), stores);
      try (CircuitExecutor here = executor(pair, 0);
          CircuitExecutor there = executor(pair, 1)) {
        BitMatrix inputs = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
        evaluate(pair, here, there, inputs);
        while (System.nanoTime() < deadline) {
          dealer.deal(protocol.demand(circuit, io), stores);
          evaluate(pair, here, there, inputs);
        }
      }
    }
  }

  private CircuitExecutor executor(LoopbackPair pair, int party) throws MpcException {
    return new CircuitExecutor(pair.session(party), protocol, circuit, io, stores.get(party));
  }

  private static void evaluate(
      LoopbackPair pair, CircuitExecutor here, CircuitExecutor there, BitMatrix inputs)
      throws MpcException {
    List<BitMatrix> outputs = pair.both(party -> (party == 0 ? here : there).evaluate(inputs));
    if (!outputs.get(0).equals(outputs.get(1))) {
      throw new IllegalStateException("the rehearsal's parties have different outputs");
    }
  }

  @Override
  public void close() {
    dealer.close();
    stores.forEach(MemoryPrepStore::close);
  }
}
