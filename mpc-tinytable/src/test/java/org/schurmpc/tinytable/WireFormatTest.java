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
        pin("codeword", 3, "plain", "f08b1bd35cf5b380d0d12345497ea2d0"),
        pin("codeword", 3, "vector", "f08b1bd35cf5b380d0d12345497ea2d0"),
        pin("codeword 255x85", 70, "plain", "7457b7f8f0786454aa1b54aabdf7bf8f"),
        pin("codeword 255x85", 70, "vector", "7457b7f8f0786454aa1b54aabdf7bf8f"),
        pin("linear", 70, "plain", "994bbbcf357ef656ff8d3dd8d2fba9ab"),
        pin("linear", 70, "vector", "994bbbcf357ef656ff8d3dd8d2fba9ab"),
        pin("lookup64", 3, "plain", "b0e07686c2831f7305ded23aaba29d81"),
        pin("lookup64", 3, "vector", "b0e07686c2831f7305ded23aaba29d81"));
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
