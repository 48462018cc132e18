package org.schurmpc.cli.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.values.ValueOrder;
import org.schurmpc.cli.values.ValueWriting;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.run.Computation;

/** Runs a dealer of two passes with parties that may want fewer. */
@Timeout(60)
class DealerRunTest {
  private static final String HOST = "127.0.0.1";
  private static final int PASSES = 2;

  private static ComputationJob job() {
    CircuitAssembler assembler = new CircuitAssembler(3, new int[] {1, 1}, new int[] {1});
    assembler.add(GateType.AND, 0, 1, 2);
    Circuit circuit = assembler.assemble();
    return new ComputationJob(
        "minitrix",
        new CircuitSource("and", true),
        circuit,
        IoMap.roundRobin(circuit, 2),
        ValueWriting.hex(ValueOrder.NUMBER),
        ValueWriting.hex(ValueOrder.NUMBER),
        Map.of(),
        List.of(Participant.UNKNOWN, Participant.UNKNOWN),
        Optional.of(Participant.UNKNOWN));
  }

  private static CompletableFuture<Void> party(int party, int port, Demand demand, int passes) {
    return CompletableFuture.runAsync(
        () -> {
          try (DealerClient dealer =
              DealerClient.introduce(
                  NettyClient.connect("the dealer", new Endpoint(HOST, port), NetOptions.service()),
                  party)) {
            for (int pass = 0; pass < passes; pass++) {
              dealer.prepare(demand, new Nowhere());
            }
          } catch (MpcException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task, "party").start());
  }

  private static void serve(int first, int second) throws Exception {
    Duration patience = Duration.ofSeconds(20);
    DealerRun run =
        new DealerRun(
            job().roster(),
            Optional.empty(),
            Optional.of(new Endpoint(HOST, 0)),
            new Times(patience, patience, Optional.empty()));
    Computation.Plan plan = job().plan(680 + 1);
    assertEquals(PASSES, plan.passes());
    try (NettyServer server = run.open()) {
      List<CompletableFuture<Void>> parties =
          List.of(
              party(0, server.port(), plan.demand(), first),
              party(1, server.port(), plan.demand(), second));
      run.serve(server, List.of(Dealing.of(plan)), patience);
      for (CompletableFuture<Void> party : parties) {
        party.get(20, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void servesAllPasses() throws Exception {
    serve(PASSES, PASSES);
  }

  @Test
  void partiesThatLeaveEarlierAreLost() {
    ConnectionLost lost = assertThrows(ConnectionLost.class, () -> serve(1, 1));
    assertEquals(ExitCode.CONNECTION_LOST, lost.exitCode());
    assertEquals("the parties left after 1 of 2 passes", lost.getMessage());
  }

  private static final class Nowhere implements MaterialSink {
    @Override
    public void keys(String protocol, long[] keys) {
      // The material is not used.
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int count) {
      // The material is not used.
    }
  }
}
