package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;

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

  /** Holds the key of encrypted stores, as {@link StoreKey#parse} reads it. */
  public static final String KEY_VARIABLE = "SCHUR_MPC_STORE_KEY";

  /**
   * As the environment says.
   *
   * @throws Refused if {@value #KEY_VARIABLE} holds something else than a key
   */
  public static StoreAccess ofEnvironment() throws Refused {
    String said = System.getenv(KEY_VARIABLE);
    Optional<StoreKey> key =
        said == null || said.isEmpty()
            ? Optional.empty()
            : Optional.of(StoreKey.parse(said, KEY_VARIABLE));
    return new StoreAccess(defaultRecords(), key);
  }

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
