package org.schurmpc.tinyot.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.Configurations;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.SecurityLevel;

/** MACs are compared without being asked once there are many, so that logs stay bounded. */
class PendingTest {
  private static final int LANES = 64;

  @Test
  void aLieIsCaughtAfterALayer() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(2);
    builder.output(builder.and(in[0], in[1]));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    ProtocolRun run = new ProtocolRun(Configurations.tinyot(64, LANES, "plain"), circuit, io, 9);
    SecurityLevel level = SecurityLevel.named("64");
    LaneLayout layout = new LaneLayout(LANES);
    Kernels kernels = NamedKernels.of("plain");
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              long[] delta = run.stores[session.party()].keys(level.storeName());
              Wires wires = new Wires(layout, session.party(), delta, kernels);
              wires.begin(circuit.slotCount());
              BitMacs macs = new BitMacs(session, layout, delta, kernels);
              // Party 0 holds MACs of ones, where party 1 expects those of zeros.
              long[] held = new long[LANES];
              held[0] = 1L - session.party();
              long[] expected = new long[LANES];
              for (int i = 0; i <= BitMacs.MAX_PENDING_WORDS / 2; i++) {
                macs.sent(0, held, 0);
                macs.received(0, expected, 0, 0);
              }
              Material material = level.material();
              new BeaverProduct(
                      session, run.stores[session.party()], layout, material, macs, kernels)
                  .multiply(circuit.multiply(0), wires);
              return null;
            });
    assertCheated(Check.MAC, ends.get(1), "a log of " + BitMacs.MAX_PENDING_WORDS + " words");
  }

  /** Not even to one who lied about what was opened before. */
  @Test
  void noShareOfAnOutputIsSentBeforeTheCheck() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(1));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    LaneLayout layout = new LaneLayout(LANES);
    Kernels kernels = NamedKernels.of("plain");
    AtomicInteger sent = new AtomicInteger();
    Network[] networks = SessionPairs.networks();
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              sent.set(index + 1);
              return frame;
            });
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              long[] delta = {session.party()};
              Wires wires = new Wires(layout, session.party(), delta, kernels);
              wires.begin(circuit.slotCount());
              BitMacs macs = new BitMacs(session, layout, delta, kernels);
              long[] held = new long[LANES];
              held[0] = 1L - session.party();
              macs.sent(0, held, 0);
              macs.received(0, new long[LANES], 0, 0);
              return new OutputProtocol(session, layout, macs)
                  .output(new OutputBatch(circuit, io), wires);
            });
    assertCheated(Check.MAC, ends.get(1), "before the output");
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + 1, sent.get(), "the hash of MACs alone");
  }
}
