package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Evaluates a small circuit of its own between two threads of one process, over loopback, again and
 * again, so that the JIT compiler has been over the hot loops before the first run that is timed.
 * Nothing of it enters the run: other sessions, other material, no input.
 */
final class Rehearsal implements AutoCloseable {
  private static final int WIDTH = 64;
  private static final int DEPTH = 6;

  private final LayeredCircuit circuit = LayeredCircuit.of(circuit());
  private final IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
  private final ConfiguredProtocol protocol;
  private final TrustedDealer dealer;
  private final List<MemoryPrepStore> stores =
      List.of(new MemoryPrepStore(), new MemoryPrepStore());
  private final ExecutorService peer = Executors.newSingleThreadExecutor();

  private Rehearsal(ConfiguredProtocol protocol) {
    this.protocol = protocol;
    this.dealer = protocol.dealer(new SecureRandom());
  }

  /**
   * Rehearses a protocol for so long; not at all if that is 0, or if the protocol does not evaluate
   * the rehearsal's circuit.
   */
  static void rehearse(ConfiguredProtocol protocol, long millis) throws MpcException {
    if (millis > 0) {
      try (Rehearsal rehearsal = new Rehearsal(protocol)) {
        rehearsal.run(System.nanoTime() + millis * 1_000_000);
      } catch (Refused e) {
        // Whether the job is refused is for the job to say.
      }
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

  private void run(long deadline) throws MpcException {
    Endpoint any = new Endpoint(ChildProgram.HOST, 0);
    NettyNetwork.Listening listening = NettyNetwork.listen(0, 2, any, NetOptions.party());
    Endpoint first = new Endpoint(ChildProgram.HOST, listening.port());
    Future<Session> second =
        peer.submit(
            () -> establish(NettyNetwork.connect(1, List.of(first, any), NetOptions.party())));
    try (Session one = establish(listening.connect(List.of()));
        Session other = await(second)) {
      dealer.dealKeys(stores);
      dealer.deal(protocol.demand(circuit, io), stores);
      try (CircuitExecutor here = executor(one, 0);
          CircuitExecutor there = executor(other, 1)) {
        BitMatrix inputs = new BitMatrix(2 * WIDTH, protocol.lanes());
        evaluate(here, there, inputs);
        while (System.nanoTime() < deadline) {
          dealer.deal(protocol.demand(circuit, io), stores);
          evaluate(here, there, inputs);
        }
      }
    }
  }

  private Session establish(Network network) throws MpcException {
    SessionTerms terms =
        new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "rehearsal"));
    return Session.establish(network, terms, new SecureRandom());
  }

  private CircuitExecutor executor(Session session, int party) throws MpcException {
    return new CircuitExecutor(session, protocol, circuit, io, stores.get(party));
  }

  private void evaluate(CircuitExecutor here, CircuitExecutor there, BitMatrix inputs)
      throws MpcException {
    Future<BitMatrix> theirs = peer.submit(() -> there.evaluate(inputs));
    BitMatrix ours = here.evaluate(inputs);
    if (!ours.equals(await(theirs))) {
      throw new IllegalStateException("the rehearsal's parties have different outputs");
    }
  }

  private static <T> T await(Future<T> future) throws MpcException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MpcException cause) {
        throw cause;
      }
      throw new IllegalStateException("the rehearsal failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted in the rehearsal", e);
    }
  }

  @Override
  public void close() {
    peer.shutdownNow();
    dealer.close();
    stores.forEach(MemoryPrepStore::close);
  }
}
