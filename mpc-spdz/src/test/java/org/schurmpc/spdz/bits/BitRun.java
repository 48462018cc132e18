package org.schurmpc.spdz.bits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedDealer;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.ParallelSteps;

/** Two parties of one or more threads that compute on bits with a dealer's material. */
final class BitRun {
  final MixedMaterial material;
  final int threads;

  /** By party, the keys of the store: α, then Δ. */
  final List<long[]> keys = new ArrayList<>();

  /** By party and thread, the thread's part of the material. */
  private final MemoryPrepStore[][] stores;

  /** What a party's threads compute. */
  interface Body<T> {
    T run(Workers workers) throws MpcException;
  }

  BitRun(int bitSigma, int threads) throws Exception {
    this.material = new MixedMaterial(new Material(Fields.named("p128")), bitSigma);
    this.threads = threads;
    this.stores = new MemoryPrepStore[2][threads];
    for (MemoryPrepStore[] each : stores) {
      Arrays.setAll(each, thread -> new MemoryPrepStore());
    }
  }

  /** Deals to each thread. */
  BitRun deal(Demand demand) throws Exception {
    try (MixedDealer dealer = new MixedDealer(material, SessionPairs.seeded("bits"))) {
      dealer.dealKeys(List.of(new KeySink(0), new KeySink(1)));
      for (int thread = 0; thread < threads; thread++) {
        dealer.deal(demand, List.of(stores[0][thread], stores[1][thread]));
      }
    }
    return this;
  }

  private final class KeySink implements MaterialSink {
    private final int party;

    KeySink(int party) {
      this.party = party;
    }

    @Override
    public void keys(String protocol, long[] each) throws MpcException {
      keys.add(each.clone());
      for (MemoryPrepStore store : stores[party]) {
        store.keys(protocol, each);
      }
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) {
      throw new AssertionError("items with the keys");
    }
  }

  Demand.Builder demand() {
    return Demand.of(material.storeName());
  }

  List<Object> outcomes(Network[] networks, Body<?> body) throws Exception {
    return SessionPairs.outcomes(
        networks,
        session -> {
          try (Workers workers = new Workers(session)) {
            return body.run(workers);
          }
        });
  }

  <T> List<T> run(Body<T> body) throws Exception {
    return SessionPairs.run(
        session -> {
          try (Workers workers = new Workers(session)) {
            return body.run(workers);
          }
        });
  }

  /** The threads of a party, which share the order of checks and the pool of openings. */
  final class Workers implements AutoCloseable {
    final int party;
    final List<BitEngine> engines = new ArrayList<>();
    final BitPool pool = new BitPool();
    private final List<Session> forks = new ArrayList<>();
    private final ParallelSteps steps;

    Workers(Session trunk) throws MpcException {
      party = trunk.party();
      CheckTurns turns = new CheckTurns(party);
      List<Session> sessions = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Session session = thread == 0 ? trunk : trunk.fork("thread " + thread);
        sessions.add(session);
        MemoryPrepStore store = stores[party][thread];
        store.acquire();
        engines.add(
            new BitEngine(
                session, store, material, KernelProvider.choose().kernels(), turns, pool));
      }
      forks.addAll(sessions.subList(1, threads));
      steps =
          new ParallelSteps(
              sessions,
              turns,
              List.of(),
              new ParallelSteps.Openings() {
                @Override
                public void checkIfMany(int thread) throws MpcException {
                  engines.get(thread).checkIfDue();
                }

                @Override
                public void handOver() {
                  engines.forEach(BitEngine::handOver);
                }
              });
    }

    /** Runs a step, after which all hand over what they did not check. */
    void step(ParallelSteps.Work work) throws MpcException {
      steps.run(threads, threads, work);
    }

    @Override
    public void close() {
      steps.close();
      engines.forEach(BitEngine::close);
      forks.forEach(Session::close);
      pool.wipe();
      for (MemoryPrepStore store : stores[party]) {
        store.release();
      }
    }
  }
}
