package org.schurmpc.bench.job;

import java.util.List;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;

/** Input sources as words: {@code public}, {@code shared}, {@code party1}, {@code party2}. */
final class IoNames {
  private IoNames() {}

  static List<String> of(IoMap io) {
    return io.inputs().stream().map(IoNames::name).toList();
  }

  private static String name(InputSource source) {
    if (source instanceof InputSource.Private p) {
      return "party" + (p.party() + 1);
    }
    return source instanceof InputSource.Public ? "public" : "shared";
  }

  /** The map with these sources, every output of which goes to all. */
  static IoMap map(List<String> names, Circuit circuit) {
    return new IoMap(names.stream().map(IoNames::source).toList(), IoMap.allLearn(circuit));
  }

  private static InputSource source(String name) {
    return switch (name) {
      case "public" -> new InputSource.Public();
      case "shared" -> new InputSource.Shared();
      case "party1" -> new InputSource.Private(0);
      case "party2" -> new InputSource.Private(1);
      default -> throw new IllegalArgumentException("no input source '" + name + "'");
    };
  }
}
