package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.Packing;

/**
 * Under fixed randomness every byte on the wire is fixed. A change of these hashes is a change of
 * the wire format, which needs a new wire version.
 */
class WireFormatTest {

  @ParameterizedTest
  @CsvSource({
    "255x85, BATCHED, plain, ea7629811f46f7ff5e237a278e0a06e2",
    "255x85, BATCHED, vector, ea7629811f46f7ff5e237a278e0a06e2",
    "255x85, PAPER, plain, cd79cd1fd7786e469c91fc5b90b28413",
    "256x120, BATCHED, plain, 64b113c62fdc911eca3c7a0eb7538de4",
    "256x120, BATCHED, vector, 64b113c62fdc911eca3c7a0eb7538de4",
  })
  void everyByteIsPinned(String code, OpeningMode mode, String kernels, String pinned)
      throws Exception {
    requirePinned(Configurations.minitrix(code, mode, kernels), pinned);
  }

  @ParameterizedTest
  @CsvSource({
    "256x120, BYTES, ONE, false, PAPER, 416230007c70068da322989b751553e2",
    "255x85, BYTES, ONE, true, BATCHED, 5111d03ffebe22b32f0739881218b6b9",
    "255x85, BITS, SYMMETRIC, true, BATCHED, 31f0e54babf4031b6d443880bc542171",
    "256x120, BITS, NONE, false, BATCHED, 8f06b7f7e4aa56cf990380c6e30777ee",
  })
  void everyByteOfARungIsPinned(
      String code,
      Packing packing,
      ConversionMode conversion,
      boolean simultaneous,
      OpeningMode mode,
      String pinned)
      throws Exception {
    Variant rung = Configurations.rung(code, packing, conversion, simultaneous, mode);
    requirePinned(Configurations.of(rung), pinned);
  }

  private static void requirePinned(ConfiguredProtocol protocol, String pinned) throws Exception {
    Circuit circuit = circuit();
    MiniTrixRun run =
        new MiniTrixRun(protocol, LayeredCircuit.of(circuit), IoMap.roundRobin(circuit, 2), 7);
    FieldHash[] hashes = {new FieldHash("first"), new FieldHash("second")};
    Network[] networks = Arrays.copyOf(InMemoryNetwork.create(2), 2, Network[].class);
    for (int i = 0; i < 2; i++) {
      FieldHash hash = hashes[i];
      networks[i] =
          new TamperingNetwork(
              networks[i],
              (peer, index, frame) -> {
                hash.add(frame);
                return frame;
              });
    }
    BitMatrix inputs = run.inputs("inputs");
    run.run(networks, inputs, inputs);
    byte[] all = new FieldHash("both").add(hashes[0].digest()).add(hashes[1].digest()).digest();
    assertEquals(pinned, HexFormat.of().formatHex(all, 0, 16));
  }

  /** Eighty multiplications in two layers, so that the MAC check tosses its key. */
  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(40);
    int[] y = builder.input(40);
    int[] out = new int[40];
    for (int i = 0; i < 40; i++) {
      int product = builder.and(x[i], y[i]);
      out[i] = builder.and(builder.not(product), builder.xor(x[(i + 1) % 40], y[i]));
    }
    builder.output(out);
    return builder.build();
  }
}
