package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Evaluates a circuit, the run's own or a small one, between threads of one process, over loopback,
 * again and again, so that the JIT compiler has been over the hot loops before the first run that
 * is timed. Nothing of it enters the run: other sessions, other material, no input.
 *
 * <p>All evaluations are on the same material, since a dealer may take hundreds of times as long as
 * they do.
 *
 * <p>There are as many threads as parties, but no more than three: more run no other code than
 * three do, and each process would hold the material of all.
 */
final class Rehearsal implements AutoCloseable {
  private static final int WIDTH = 64;
  private static final int DEPTH = 6;

  private static final int MOST_PARTIES = 3;

  /** Material with which the run's own circuit is rehearsed at any rate, in bytes. */
  private static final long SMALL_MATERIAL = 16 << 20;

  /** The most with which it is: to deal more would take much of the rehearsal. */
  private static final long MOST_MATERIAL = 64 << 20;

  /** The part of a run's own material, for which the heap has room, that a rehearsal may take. */
  private static final int MATERIAL_PART = 8;

  private final LayeredCircuit circuit;
  private final IoMap io;
  private final ConfiguredProtocol protocol;
  private final TrustedDealer dealer;
  private final List<MemoryPrepStore> stores;
  private final List<Recording> recordings;

  private Rehearsal(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io) {
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.dealer = protocol.dealer(new SecureRandom());
    this.stores = Stream.generate(MemoryPrepStore::new).limit(protocol.parties()).toList();
    this.recordings = Stream.generate(Recording::new).limit(protocol.parties()).toList();
  }

  /** With the run's own circuit, if need be in fewer lanes; with a small one if it is too much. */
  private static Rehearsal of(Job job, Workload work) throws Refused {
    int parties = Math.min(job.parties(), MOST_PARTIES);
    boolean all = parties == job.parties();
    ProtocolChoice choice = job.protocol().withParties(parties);
    IoMap io = all ? work.io() : IoMap.roundRobin(work.circuit(), parties);
    long bytes = work.demand().bytes();
    long part = Math.min(MOST_MATERIAL, bytes / MATERIAL_PART);
    long most = Math.max(SMALL_MATERIAL, part);
    if (bytes <= most) {
      ConfiguredProtocol protocol =
          all ? work.protocol() : choice.configured(job.evaluations().blocks());
      return new Rehearsal(protocol, work.layered(), io);
    }
    int fewer = (int) Math.max(1, work.lanes() * most / bytes);
    ConfiguredProtocol protocol = choice.configured(fewer);
    if (protocol.demand(work.layered(), io).bytes() <= most) {
      return new Rehearsal(protocol, work.layered(), io);
    }
    LayeredCircuit small = LayeredCircuit.of(circuit(anyTable(work.layered())));
    return new Rehearsal(protocol, small, IoMap.roundRobin(small.circuit(), 2));
  }

  private static Optional<LookupTable> anyTable(LayeredCircuit circuit) {
    for (int d = 0; d < circuit.depth(); d++) {
      if (circuit.lookup(d).size() > 0) {
        return Optional.of(circuit.lookup(d).table(0));
      }
    }
    return Optional.empty();
  }

  /**
   * Rehearses a job for so long, on the run's own circuit if that is cheap, else on a small one;
   * not at all if the time is 0, or if the protocol does not evaluate the small circuit.
   *
   * @param ownPreprocessing whether the run has no dealer: then half of the time is the
   *     preprocessing's, if the protocol has one
   */
  static void rehearse(Job job, Workload work, boolean ownPreprocessing) throws MpcException {
    long millis = job.schedule().rehearsalMillis();
    if (millis <= 0) {
      return;
    }
    long evaluationMillis = millis;
    try (Rehearsal rehearsal = Rehearsal.of(job, work)) {
      if (ownPreprocessing && rehearsal.protocol.preprocesses()) {
        evaluationMillis -= millis / 2;
        GenerationRehearsal.rehearse(
            new MaterialFactory(rehearsal.protocol, rehearsal.material()), millis / 2);
      }
      rehearsal.run(System.nanoTime() + evaluationMillis * 1_000_000);
    } catch (Refused e) {
      // Whether the job is refused is for the job to say.
    }
  }

  private static Circuit circuit(Optional<LookupTable> table) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIDTH);
    int[] y = builder.input(WIDTH);
    for (int d = 0; d < DEPTH; d++) {
      int[] next = new int[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        int sum = builder.xor(x[i], builder.not(y[(i + 1) % WIDTH]));
        next[i] = builder.and(sum, builder.xor(y[i], x[(i + d + 1) % WIDTH]));
      }
      if (table.isPresent()) {
        int[] index = Arrays.copyOf(x, table.get().inputBits());
        int[] found = builder.lookup(table.get(), index);
        System.arraycopy(found, 0, next, 0, found.length);
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
      return protocol.multiplications(protocol.preprocessedTogether());
    } catch (Refused e) {
      return protocol.demand(circuit, io);
    }
  }

  private void run(long deadline) throws MpcException {
    try (LoopbackParties parties =
        LoopbackParties.connect(
            protocol.parties(), CircuitExecutor.terms(protocol, circuit, io, "rehearsal"))) {
      dealer.dealKeys(stores);
      dealer.deal(protocol.demand(circuit, io), recordings);
      List<CircuitExecutor> executors = executors(parties);
      try {
        evaluateUntil(deadline, parties, executors);
      } finally {
        executors.forEach(CircuitExecutor::close);
      }
    }
  }

  private void evaluateUntil(
      long deadline, LoopbackParties parties, List<CircuitExecutor> executors) throws MpcException {
    BitMatrix inputs = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    do {
      for (int party = 0; party < recordings.size(); party++) {
        recordings.get(party).replay(stores.get(party));
      }
      evaluate(parties, executors, inputs);
    } while (System.nanoTime() < deadline);
  }

  private List<CircuitExecutor> executors(LoopbackParties parties) throws MpcException {
    List<CircuitExecutor> executors = new ArrayList<>();
    for (int party = 0; party < protocol.parties(); party++) {
      executors.add(
          new CircuitExecutor(parties.session(party), protocol, circuit, io, stores.get(party)));
    }
    return executors;
  }

  private static void evaluate(
      LoopbackParties parties, List<CircuitExecutor> executors, BitMatrix inputs)
      throws MpcException {
    List<BitMatrix> outputs = parties.each(party -> executors.get(party).evaluate(inputs));
    if (outputs.stream().distinct().count() != 1) {
      throw new IllegalStateException("the rehearsal's parties have different outputs");
    }
  }

  @Override
  public void close() {
    dealer.close();
    stores.forEach(MemoryPrepStore::close);
  }
}
