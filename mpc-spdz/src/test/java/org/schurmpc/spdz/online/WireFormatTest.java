package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/**
 * Under fixed randomness every byte on the wire is fixed. A change of these hashes is a change of
 * the wire format, which needs a new wire version.
 */
class WireFormatTest {
  @ParameterizedTest
  @CsvSource({
    "gf2_40, 2, all, 333b8c1a8430484d4ca2d30ddc3e8962",
    "gf2_40, 3, all, 4da3bac9f43134fb6971be394432eb2f",
    "gf2_64, 3, king, 95d1e8adf7fab8d41c2e8b467eed74cd",
    "gf2_128, 2, all, 2911a6e8fc429b798289c80c7a57eda4",
  })
  void everyByteIsPinned(String field, int parties, String opening, String pinned)
      throws Exception {
    Circuit circuit = CircuitLibrary.open("add_32");
    CircuitRun run =
        new CircuitRun(
            parties,
            3,
            Map.of("field", field, "opening", opening),
            LayeredCircuit.of(circuit),
            IoMap.roundRobin(circuit, parties),
            7);
    FieldHash[] hashes = new FieldHash[parties];
    Network[] networks = new Network[parties];
    System.arraycopy(InMemoryNetwork.create(parties), 0, networks, 0, parties);
    for (int i = 0; i < parties; i++) {
      FieldHash hash = new FieldHash("party").add(i);
      hashes[i] = hash;
      networks[i] =
          new TamperingNetwork(
              networks[i],
              (peer, index, frame) -> {
                hash.add(peer).add(frame);
                return frame;
              });
    }
    run.run(networks, run.allInputs());
    FieldHash all = new FieldHash("all");
    for (FieldHash hash : hashes) {
      all.add(hash.digest());
    }
    assertEquals(pinned, HexFormat.of().formatHex(all.digest(), 0, 16));
  }
}
