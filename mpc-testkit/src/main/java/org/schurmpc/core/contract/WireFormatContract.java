package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.session.SessionPairs;

/**
 * Under fixed randomness every byte on the wire is fixed. A change of these hashes is a change of
 * the wire format, which needs a new wire version.
 */
public abstract class WireFormatContract {
  private static final int SEED = 7;
  private static final int GATES = 40;

  /**
   * A configuration and the hash of what its parties send.
   *
   * @param name of the configuration
   * @param protocol makes the protocol, when the test runs
   * @param hash as {@link Recording} gives it
   */
  public record Pin(String name, Maker protocol, String hash) {}

  /** Makes a configured protocol. */
  @FunctionalInterface
  public interface Maker {
    /** Makes the protocol anew for each run. */
    ConfiguredProtocol make() throws MpcException;
  }

  /** The pinned configurations. */
  protected abstract List<Pin> pins() throws Exception;

  /** The circuit: unless overridden, eighty ANDs in two layers, so that a check tosses a key. */
  protected Circuit circuit() throws Exception {
    return circuit(GATES);
  }

  /** Returns a circuit of two layers of this number of ANDs, with negations between them. */
  public static Circuit circuit(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(gates);
    int[] y = builder.input(gates);
    int[] out = new int[gates];
    for (int i = 0; i < gates; i++) {
      int product = builder.and(x[i], y[i]);
      out[i] = builder.and(builder.not(product), builder.xor(x[(i + 1) % gates], y[i]));
    }
    builder.output(out);
    return builder.build();
  }

  /** Evaluates with inputs that follow from the seed; unless overridden all parties' are equal. */
  protected void evaluate(ProtocolRun run, Recording recording) throws Exception {
    var inputs = run.inputs("inputs");
    run.run(recording.of(SessionPairs.networks()), inputs, inputs);
  }

  /** Hashes what was sent. */
  protected String hash(Recording recording) {
    return recording.hash();
  }

  @TestFactory
  protected final Stream<DynamicTest> everyByteIsPinned() throws Exception {
    Circuit circuit = circuit();
    return pins().stream()
        .map(pin -> DynamicTest.dynamicTest(pin.name(), () -> requirePinned(circuit, pin)));
  }

  private void requirePinned(Circuit circuit, Pin pin) throws Exception {
    ConfiguredProtocol protocol = pin.protocol().make();
    IoMap io = IoMap.roundRobin(circuit, protocol.parties());
    ProtocolRun run = new ProtocolRun(protocol, LayeredCircuit.of(circuit), io, SEED);
    Recording recording = new Recording();
    evaluate(run, recording);
    assertEquals(pin.hash(), hash(recording));
  }
}
