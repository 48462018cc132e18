package org.schurmpc.bench.job;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;

/**
 * Converts input sources from and to words: {@code public}, {@code shared}, {@code party1} and so
 * on.
 */
final class IoNames {
  private static final Pattern PARTY = Pattern.compile("party([1-9][0-9]{0,2})");

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

  /** Returns the map with these sources; all parties learn all outputs. */
  static IoMap map(List<String> names, Circuit circuit) {
    return new IoMap(names.stream().map(IoNames::source).toList(), IoMap.allLearn(circuit));
  }

  private static InputSource source(String name) {
    return switch (name) {
      case "public" -> new InputSource.Public();
      case "shared" -> new InputSource.Shared();
      default -> {
        Matcher party = PARTY.matcher(name);
        if (!party.matches()) {
          throw new IllegalArgumentException("no input source '" + name + "'");
        }
        yield new InputSource.Private(Integer.parseInt(party.group(1)) - 1);
      }
    };
  }
}
