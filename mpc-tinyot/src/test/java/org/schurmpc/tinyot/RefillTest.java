package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;

/** Real preprocessing that fills a store, in several threads, while evaluations consume it. */
class RefillTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(100);
  private static final int LANES = 64;
  private static final int TIMES = 6;

  private final Circuit circuit = RandomCircuits.built(3, 1_000);
  private final IoMap io = IoMaps.random(circuit, new Random(3));

  @TempDir Path home;

  private Computation.Plan plan() throws Exception {
    return Computation.plan(
        "tinyot", circuit, io, new ProtocolOptions(LANES, Map.of("threads", "2")));
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  /** Over sockets. Returns by party what was still there at the end. */
  private List<Long> compute(int times, Refill refill) throws Exception {
    List<NettyNetwork.Listening> listening = new ArrayList<>();
    List<Endpoint> endpoints = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      Endpoint any = new Endpoint("127.0.0.1", 0);
      listening.add(NettyNetwork.listen(party, 2, any, NetOptions.party()));
      endpoints.add(new Endpoint("127.0.0.1", listening.get(party).port()));
    }
    return Parties.run(
        2,
        TIMEOUT,
        numbered -> {
          int party = numbered.party();
          StoreDirectory store = open(party);
          try (Computation computation =
              plan().connect(listening.get(party).connect(endpoints), store, refill)) {
            for (int i = 1; i <= times; i++) {
              evaluate(computation, party, i);
            }
            long left = 0;
            for (DiskPrepStore batch : store.batches()) {
              left += batch.stock(plan().demand());
            }
            return left;
          }
        });
  }

  private void evaluate(Computation computation, int party, int number) throws MpcException {
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, LANES, number), RandomCircuits.inputs(circuit, LANES, -number)
    };
    BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, joint);
    assertEquals(IoMaps.visible(circuit, io, outputs, party), computation.evaluate(inputs[party]));
  }

  @Test
  void inTheBackground() throws Exception {
    compute(TIMES, Refill.background(2, 4));
    long left = Collections.min(compute(TIMES, Refill.background(1, 3)));
    // A portion that was under way may be there at one party only.
    compute((int) Math.min(left, 1), Refill.none());
    assertThrows(Exhausted.class, () -> compute(2 * TIMES, Refill.none()));
  }
}
