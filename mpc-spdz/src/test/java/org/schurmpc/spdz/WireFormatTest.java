package org.schurmpc.spdz;

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
    "gf2_40, 2, all, dfaa2e6b0f0e3f524bc4bf22d151c794",
    "gf2_40, 3, all, b74e60d18ec043b302a7514388d5e321",
    "gf2_64, 3, king, da27cfa47918da26e0c5a404dfb24a09",
    "gf2_128, 2, all, 9b91d8d171d513debe75c8a920d6920a",
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
