package org.schurmpc.cli.launch;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.cli.keys.KeyPassphrase;
import org.schurmpc.core.prep.disk.StoreAccess;

/**
 * Takes secrets out of the environment of children. A child inherits the environment of its parent,
 * and may outlive it: what a child does not need is not left where other programs of the user, or a
 * report of a crash, show it.
 *
 * <p>Loaded before anything else, so that this class does without others.
 */
final class SecretEnvironment {
  /** Environment variable with the passphrase of a private key. */
  static final String PASSPHRASE = KeyPassphrase.VARIABLE; // a constant: loads no class

  /** Environment variable with the key under which stores are encrypted. */
  static final String STORE_KEY = StoreAccess.KEY_VARIABLE;

  /** Hidden commands that open no store. */
  private static final Set<String> WITHOUT_STORES =
      Set.of("info", "measure", "short-options", ArchiveMaker.COMMAND, ArchiveMaker.TRAINING);

  private SecretEnvironment() {}

  /** Removes all secrets, for children that need none. */
  static void removeAll(Map<String, String> environment) {
    environment.remove(PASSPHRASE);
    environment.remove(STORE_KEY);
  }

  /**
   * Removes what a child does not need: the passphrase, which the launcher has read for it, and the
   * key of stores unless its command opens them.
   *
   * @param arguments the child's hidden command and the command's options
   */
  static void remove(Map<String, String> environment, List<String> arguments) {
    environment.remove(PASSPHRASE);
    if (arguments.isEmpty() || WITHOUT_STORES.contains(arguments.get(0))) {
      environment.remove(STORE_KEY);
    }
  }
}
