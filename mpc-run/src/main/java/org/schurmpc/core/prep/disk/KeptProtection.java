package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.crypto.Secrets;

/** Holds the keys of a memory, or of a ledger, while it is opened. */
final class KeptProtection implements Closeable {
  /** Start of the journal: a secret that depends on the header, or the header's digest. */
  final byte[] start;

  private final Optional<byte[]> files;

  KeptProtection(Path folder, KeptHeader header, Optional<StoreKey> key) throws Refused {
    this(folder, header.digest(), header.recordName(), header.salt(), header.keyCheck(), key);
  }

  /**
   * Derives the keys of a folder.
   *
   * @param context the digest of its header
   * @param salt the salt in its header, hex, if it is encrypted
   * @param check the value in its header that detects a wrong key
   * @throws Refused if the key is missing or wrong, or there is one and the folder is in the clear
   */
  KeptProtection(
      Path folder,
      byte[] context,
      String recordName,
      Optional<String> salt,
      Optional<String> check,
      Optional<StoreKey> key)
      throws Refused {
    if (salt.isEmpty()) {
      if (key.isPresent()) {
        throw new Refused(
            folder
                + " is not encrypted, though a key was given: whoever can write to this disk may"
                + " have put it there");
      }
      start = context;
      files = Optional.empty();
      return;
    }
    if (key.isEmpty()) {
      throw new Refused(folder + " is encrypted, and no key was given", Remedy.GIVE_STORE_KEY);
    }
    byte[] bytes = HexFormat.of().parseHex(salt.get());
    if (!key.get().check(bytes).equals(check.orElse(""))) {
      throw new Refused(folder + " is encrypted under another key");
    }
    byte[] own = key.get().derive("schur-mpc " + recordName, bytes);
    start = StoreKey.derive(own, "header and journal", context);
    files = Optional.of(StoreKey.derive(own, "files", context));
    Secrets.wipe(own);
  }

  /** Returns a copy of the key of the files, which the caller wipes. */
  Optional<byte[]> key() {
    return files.map(byte[]::clone);
  }

  @Override
  public void close() {
    files.ifPresent(Secrets::wipe);
  }
}
