package org.schurmpc.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreKey;
import picocli.CommandLine.Option;

/** Defines the options for opening stores on disk. */
public final class StoreOptions {
  private static final String PREFIX = "store:";
  private static final long MAX_KEY_FILE = 1 << 10;

  @Option(
      names = "--store-key",
      paramLabel = "FILE",
      description =
          "A file with the key under which stores are encrypted, 64 hex digits; or the key itself in"
              + " the environment as SCHUR_MPC_STORE_KEY. Default: not encrypted.")
  private Path keyFile;

  /** Returns the file of the key; null if none was given. */
  public Path keyFile() {
    return keyFile;
  }

  /** Returns whether a text begins like "store:DIR", even if the folder is missing. */
  public static boolean isStore(String source) {
    return source.startsWith(PREFIX);
  }

  /**
   * Returns the folder named by "store:DIR".
   *
   * @throws Refused if the text has another form
   */
  public static Path folder(String source) throws Refused {
    if (!isStore(source) || source.length() == PREFIX.length()) {
      throw new Refused("--preprocessing is store:DIR, not '" + source + "'");
    }
    return Path.of(source.substring(PREFIX.length()));
  }

  /** Returns access with the key from {@code --store-key}, or else as the environment says. */
  public StoreAccess access() throws MpcException {
    return keyFile == null ? StoreAccess.ofEnvironment() : access(keyFile);
  }

  /** Returns access with the key in a file. */
  public static StoreAccess access(Path keyFile) throws MpcException {
    StoreKey key = StoreKey.parse(read(keyFile), keyFile.toString());
    return new StoreAccess(StoreAccess.defaultRecords(), Optional.of(key));
  }

  private static String read(Path file) throws BadFile {
    OwnerOnly.require(file);
    try {
      if (Files.size(file) > MAX_KEY_FILE) {
        throw new BadFile(file + " is too long for the key of a store");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new BadFile(file + " cannot be read: " + e, e);
    }
  }
}
