package org.schurmpc.garbled;

import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class WireFormatTest extends WireFormatContract {
  /** Enough gates for four chunks of 64. */
  private static final int GATES = 128;

  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(40, 0, 3, 1 << 16, "plain", "75a40b8963cd2d8bc03a984e3fa6cc02"),
        pin(64, 0, 100, 1, "plain", "603debfb3192df446f5dabfa9e26583e"),
        pin(64, 0, 100, 1, "vector", "603debfb3192df446f5dabfa9e26583e"),
        pin(64, 1, 3, 1, "plain", "86bcd9e54fae8bf95a10d75dc3882cae"),
        pin(80, 1, 65, 1 << 16, "plain", "fb6f3c2d10c81c5911185512d9ff3bdd"));
  }

  private static Pin pin(
      int sigma, int garbler, int lanes, int chunk, String kernels, String hash) {
    return new Pin(
        "sigma %d, garbler %d, %d lanes, chunks of %d, %s"
            .formatted(sigma, garbler + 1, lanes, chunk, kernels),
        () -> Configurations.garbled(sigma, garbler, lanes, chunk, kernels),
        hash);
  }

  @Override
  protected Circuit circuit() {
    return circuit(GATES);
  }

  /** Two evaluations in one session, of which the second one has labels and tweaks of its own. */
  @Override
  protected void evaluate(ProtocolRun run, Recording recording) throws Exception {
    run.deal(run.demand());
    BitMatrix inputs = run.inputs("inputs");
    Parties.run(
        recording.of(SessionPairs.networks()),
        ProtocolRun.LIMIT,
        network -> {
          try (Session session = run.establish(network);
              CircuitExecutor executor = run.executor(session)) {
            executor.evaluate(inputs);
            return executor.evaluate(inputs);
          }
        });
  }

  @Override
  protected String hash(Recording recording) {
    return recording.hashOfFrames();
  }
}
