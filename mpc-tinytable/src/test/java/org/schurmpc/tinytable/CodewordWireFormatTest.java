package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;

/**
 * Under fixed randomness every byte on the wire is fixed, the dealer's material included. A change
 * of these hashes is a change of the wire format or of the material's.
 */
class CodewordWireFormatTest {
  @ParameterizedTest
  @CsvSource({
    "codeword, 3, plain, 2af34a79c9b3c1812b31bcd895adc3f1",
    "codeword, 3, vector, 2af34a79c9b3c1812b31bcd895adc3f1",
    "codeword 255x85, 70, plain, 86503fa4cfa7c0e85c71faf2dc71c21e",
    "codeword 255x85, 70, vector, 86503fa4cfa7c0e85c71faf2dc71c21e",
  })
  void everyByteIsPinned(String scheme, int lanes, String kernels, String pinned) throws Exception {
    Circuit circuit = RandomCircuits.withLookups(11);
    TinyTableRun run =
        new TinyTableRun(
            TinyTableRun.tinytable(scheme, lanes, kernels),
            LayeredCircuit.of(circuit),
            IoMap.roundRobin(circuit, 2),
            7);
    FieldHash[] hashes = {new FieldHash("first"), new FieldHash("second")};
    Network[] networks = SessionPairs.networks();
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
}
