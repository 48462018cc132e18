package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How stores are opened.
 *
 * @param records the folder of this machine's records of use, which is in no store and is not
 *     copied with one
 * @param key under which they are encrypted, if they are
 */
public record StoreAccess(Path records, Optional<StoreKey> key) {
  /** Names the folder of the records. */
  public static final String STATE_VARIABLE = "SCHUR_MPC_STATE";

  /**
   * Where records are unless somebody says otherwise: what {@value #STATE_VARIABLE} names, else
   * {@code schur-mpc} in {@code XDG_STATE_HOME}, else {@code ~/.local/state/schur-mpc}.
   */
  public static Path defaultRecords() {
    return records(System.getenv(), System.getProperty("user.home"));
  }

  static Path records(Map<String, String> environment, String home) {
    String said = environment.getOrDefault(STATE_VARIABLE, "");
    if (!said.isEmpty()) {
      return Path.of(said).toAbsolutePath();
    }
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    Path base = state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state);
    return base.resolve("schur-mpc").toAbsolutePath();
  }
}
