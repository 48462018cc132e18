package org.schurmpc.garbled;

import java.time.Duration;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class WireFormatTest extends WireFormatContract {
  /** Enough gates for four chunks of 64. */
  private static final int GATES = 128;

  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(40, 0, 3, 1 << 16, "plain", "219ab349fa44fb6dc7214fcaf72b754d"),
        pin(64, 0, 100, 1, "plain", "5833bedc945b9d1e7068a9838563bb6b"),
        pin(64, 0, 100, 1, "vector", "5833bedc945b9d1e7068a9838563bb6b"),
        pin(64, 1, 3, 1, "plain", "0c6db1d4d1b574a881edeefa7f63505e"),
        pin(80, 1, 65, 1 << 16, "plain", "ae2cafe718663ff17d7b72669295ffa1"),
        new Pin(
            "sigma 64, garbler 1, 3 lanes, opened",
            () ->
                Configurations.forLine(64, 0, 3, 1, new Link(1_000, Duration.ofMillis(1)), "plain"),
            "2c57c0a5edc2ca6718e31679fb055fd9"));
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
