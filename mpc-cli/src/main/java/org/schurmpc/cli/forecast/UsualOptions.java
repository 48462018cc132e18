package org.schurmpc.cli.forecast;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.SecurityFloor;

/** Completes a protocol's options with the defaults under which circuits are evaluated. */
public final class UsualOptions {
  /** The field of evaluations where a protocol's own default is below the security floor. */
  public static final String FIELD = "gf2_64";

  private UsualOptions() {}

  /**
   * Returns the options that a caller gave and that the protocol has, and a field if the protocol
   * needs one to be named.
   */
  public static Map<String, String> of(Protocol protocol, Map<String, String> given) {
    Map<String, String> options = new TreeMap<>();
    for (ProtocolOption option : protocol.options()) {
      String value = given.get(option.name());
      if (value != null) {
        options.put(option.name(), value);
      } else if (option.otherwise().equals(Optional.of(SecurityFloor.FIELD))) {
        options.put(option.name(), FIELD);
      }
    }
    return options;
  }
}
