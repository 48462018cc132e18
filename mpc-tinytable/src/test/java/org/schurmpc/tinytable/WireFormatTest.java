package org.schurmpc.tinytable;

import java.util.List;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;

/** A change of these hashes may also be one of the format of dealt material. */
class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin("codeword", 3, "plain", "2af34a79c9b3c1812b31bcd895adc3f1"),
        pin("codeword", 3, "vector", "2af34a79c9b3c1812b31bcd895adc3f1"),
        pin("codeword 255x85", 70, "plain", "86503fa4cfa7c0e85c71faf2dc71c21e"),
        pin("codeword 255x85", 70, "vector", "86503fa4cfa7c0e85c71faf2dc71c21e"),
        pin("linear", 70, "plain", "da12918354601c2914bf8e4a63393ca2"),
        pin("linear", 70, "vector", "da12918354601c2914bf8e4a63393ca2"),
        pin("lookup64", 3, "plain", "a171f77a90c972a80684c52df40560aa"),
        pin("lookup64", 3, "vector", "a171f77a90c972a80684c52df40560aa"));
  }

  private static Pin pin(String scheme, int lanes, String kernels, String hash) {
    return new Pin(
        "%s, %d lanes, %s".formatted(scheme, lanes, kernels),
        () -> Configurations.tinytable(scheme, lanes, kernels),
        hash);
  }

  @Override
  protected Circuit circuit() {
    return RandomCircuits.withLookups(11);
  }

  @Override
  protected String hash(Recording recording) {
    return recording.hashOfTwo();
  }
}
