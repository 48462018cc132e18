package org.schurmpc.cli.command;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.cli.keys.KeyPassphrase;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.MpcClient;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines which client a process is. */
final class ClientOptions {
  private static final String PASSPHRASE_FILE = "--key-passphrase-file";

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The client's configuration, in TOML: key, certificate, parties, jobs.")
  private Path config;

  @Option(
      names = PASSPHRASE_FILE,
      paramLabel = "FILE",
      description =
          "A file whose first line is the passphrase of an encrypted key; or the passphrase itself in"
              + " the environment as "
              + KeyPassphrase.VARIABLE
              + ". Default: ask on the terminal.")
  private Path passphraseFile;

  /** Reads the configuration and the key. */
  MpcClient client() throws MpcException, ClientException {
    return client(config, passphraseFile);
  }

  /**
   * Reads a configuration and its key.
   *
   * @param passphraseFile the file of the key's passphrase; null if none was given
   */
  static MpcClient client(Path config, Path passphraseFile) throws MpcException, ClientException {
    Optional<Path> encrypted = MpcClient.encryptedKey(config);
    if (encrypted.isEmpty()) {
      if (passphraseFile != null) {
        throw new Refused("the client's key is not encrypted: leave out " + PASSPHRASE_FILE);
      }
      return MpcClient.read(config);
    }
    char[] passphrase =
        KeyPassphrase.ofThisProcess(PASSPHRASE_FILE, passphraseFile).of(encrypted.get());
    try {
      return MpcClient.read(config, passphrase);
    } finally {
      Arrays.fill(passphrase, '\0');
    }
  }
}
