package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;

/**
 * Determines how stores are opened.
 *
 * @param records the folder of this machine's records of use, which is outside of all stores and is
 *     not copied with one
 * @param key the key under which stores are encrypted, if they are
 */
public record StoreAccess(Path records, Optional<StoreKey> key) {
  /** Name of the environment variable for the folder of the records. */
  public static final String STATE_VARIABLE = "SCHUR_MPC_STATE";

  /**
   * Name of the environment variable for the key of encrypted stores, in the format of {@link
   * StoreKey#parse}.
   */
  public static final String KEY_VARIABLE = "SCHUR_MPC_STORE_KEY";

  /**
   * Returns the access defined by the environment.
   *
   * @throws Refused if {@value #KEY_VARIABLE} holds something other than a key
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
   * Returns the default folder of records: the value of {@value #STATE_VARIABLE}, otherwise {@code
   * schur-mpc} in {@code XDG_STATE_HOME}, otherwise {@code ~/.local/state/schur-mpc}.
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
