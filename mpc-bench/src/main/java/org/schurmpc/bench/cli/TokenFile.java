package org.schurmpc.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.OwnerOnly;

/** Reads tokens: files with a word that only those know who may take part. */
final class TokenFile {
  private static final int LEAST = 16;
  private static final int MOST = 256;

  private TokenFile() {}

  /**
   * Reads a token.
   *
   * @throws BadFile if the file cannot be read, others than its owner can read it, or it does not
   *     hold one word of sufficient length
   */
  static String read(Path file) throws BadFile {
    OwnerOnly.require(file);
    try {
      if (Files.size(file) > MOST) {
        throw new BadFile(file + " is too long for a token");
      }
      String token = Files.readString(file).strip();
      if (token.length() < LEAST || !token.matches("\\p{Graph}+")) {
        throw new BadFile(
            "%s holds no token: one word of at least %d characters".formatted(file, LEAST));
      }
      return token;
    } catch (IOException e) {
      throw new BadFile("cannot read the token file " + file + ": " + e.getMessage(), e);
    }
  }
}
