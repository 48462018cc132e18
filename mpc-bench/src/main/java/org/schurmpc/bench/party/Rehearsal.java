package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.schurmpc.bench.job.EvaluationTask;
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
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Recording;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Evaluates a circuit repeatedly between threads of one process, over loopback, so that the JIT
 * compiler has compiled the hot loops before the first timed run. The circuit is that of the run,
 * or a small one. Sessions, material and inputs are separate from those of the run, and the results
 * are discarded.
 *
 * <p>All evaluations use the same material, because dealing may take hundreds of times as long as
 * evaluating. The material comes in parts, as that of a run does, and executors are made anew now
 * and then: the compiler leaves out branches that were never taken, and would compile their methods
 * again in the runs that take them.
 *
 * <p>At most three parties take part: more parties execute the same code, and each process would
 * hold the material of all of them.
 */
final class Rehearsal implements AutoCloseable {
  private static final int WIDTH = 64;
  private static final int DEPTH = 6;

  private static final int MOST_PARTIES = 3;

  /** Number of evaluations by one executor. */
  private static final int EVALUATIONS = 64;

  /** Length of the long message with which a connection begins, as long as those of a dealer. */
  private static final int CHUNK_BYTES = 1 << 20;

  /** Time after which the parties connect anew. */
  private static final long CONNECTED_NANOS = 1_000_000_000;

  /** Size of material, in bytes, up to which the run's own circuit is always rehearsed. */
  private static final long SMALL_MATERIAL = 16 << 20;

  /**
   * Maximum size of material, in bytes, for which the run's own circuit is rehearsed: dealing more
   * would take much of the rehearsal's time.
   */
  private static final long MOST_MATERIAL = 64 << 20;

  /**
   * Reciprocal of the part of a run's material that a rehearsal may use. The heap has room for the
   * run's material.
   */
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

  /**
   * Creates the rehearsal of the run's circuit, if necessary with fewer lanes. If even that needs
   * too much material, a small circuit is rehearsed.
   */
  private static Rehearsal of(EvaluationTask job, Workload work) throws Refused {
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
   * Rehearses a job for its rehearsal time. The run's circuit is used if it needs little material,
   * otherwise a small circuit. Does nothing if the time is 0, or if the protocol cannot evaluate
   * the small circuit.
   *
   * @param ownPreprocessing whether the run has no dealer; half of the time is then spent on the
   *     protocol's own preprocessing, if the protocol has one
   */
  static void rehearse(EvaluationTask job, Workload work, boolean ownPreprocessing)
      throws MpcException {
    long millis = job.schedule().rehearsalMillis();
    if (millis <= 0) {
      return;
    }
    long evaluationMillis = millis;
    try (Rehearsal rehearsal = Rehearsal.of(job, work)) {
      if (ownPreprocessing && rehearsal.protocol.preprocesses()) {
        evaluationMillis -= millis / 2;
        ThroughputRehearsal.rehearse(
            new MaterialFactory(rehearsal.protocol.withOwnMaterial(), rehearsal.material()),
            millis / 2);
      }
      rehearsal.run(System.nanoTime() + evaluationMillis * 1_000_000);
    } catch (Refused e) {
      // A refused job is reported when the job itself starts.
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

  /** Returns the material with which the preprocessing is rehearsed. */
  private Demand material() throws Refused {
    try {
      return protocol.multiplications(protocol.preprocessedTogether());
    } catch (Refused e) {
      return protocol.demand(circuit, io);
    }
  }

  private void run(long deadline) throws MpcException {
    dealer.dealKeys(stores);
    dealer.deal(protocol.demand(circuit, io), recordings);
    do {
      try (LoopbackParties parties =
          LoopbackParties.connect(
              protocol.parties(), CircuitExecutor.terms(protocol, circuit, io, "rehearsal"))) {
        byte[] chunk = new byte[CHUNK_BYTES];
        parties.each(party -> parties.session(party).exchangeAll(chunk));
        long end = Math.min(deadline, System.nanoTime() + CONNECTED_NANOS);
        do {
          List<CircuitExecutor> executors = executors(parties);
          try {
            evaluateUntil(end, parties, executors);
          } finally {
            executors.forEach(CircuitExecutor::close);
          }
        } while (System.nanoTime() < end);
      }
    } while (System.nanoTime() < deadline);
  }

  private void evaluateUntil(
      long deadline, LoopbackParties parties, List<CircuitExecutor> executors) throws MpcException {
    BitMatrix inputs = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    long bytes = protocol.demand(circuit, io).bytes();
    long ahead = Math.max(1, Math.min(EVALUATIONS, SMALL_MATERIAL / Math.max(1, bytes)));
    int evaluations = 0;
    do {
      if (evaluations % ahead == 0) {
        replay(Math.min(ahead, EVALUATIONS - evaluations));
      }
      evaluate(parties, executors, inputs);
    } while (++evaluations < EVALUATIONS && System.nanoTime() < deadline);
  }

  /** Puts the material of a number of evaluations into the stores. */
  private void replay(long evaluations) throws MpcException {
    for (int party = 0; party < recordings.size(); party++) {
      Parts parts = new Parts(stores.get(party));
      for (long i = 0; i < evaluations; i++) {
        recordings.get(party).replay(parts);
      }
    }
  }

  /** Puts material into a store in two parts, so that what a layer needs may be in both. */
  private record Parts(MemoryPrepStore store) implements MaterialSink {
    @Override
    public void keys(String protocol, long[] keys) {
      store.keys(protocol, keys);
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) {
      int first = (items + 2) / 3;
      store.put(kind, data, offset, first);
      store.put(kind, data, offset + first * kind.longsPerItem(), items - first);
    }
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
