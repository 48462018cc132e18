package org.schurmpc.cli.option;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.cli.keys.KeyPassphrase;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.net.Identity;
import picocli.CommandLine.Option;

/**
 * Defines how a process authenticates itself: by key and certificate or, if the user asks for
 * plaintext, not at all.
 */
@HelpSection.In(HelpSection.CONNECTION)
public final class TlsOptions {
  private static final String PASSPHRASE_FILE = "--key-passphrase-file";

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "This side's private key (PKCS #8 in PEM, as keygen makes it).")
  private Path key;

  @Option(
      names = PASSPHRASE_FILE,
      paramLabel = "FILE",
      description =
          "A file whose first line is the passphrase of an encrypted key; or the passphrase itself in"
              + " the environment as "
              + KeyPassphrase.VARIABLE
              + ". Default: ask on the terminal.")
  private Path passphraseFile;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "The certificate that belongs to it (X.509 in PEM).")
  private Path cert;

  @Option(
      names = "--plaintext",
      description = "INSECURE: talk without TLS, so without --key and --cert.")
  private boolean plaintext;

  /** Once the key was read. */
  private Identity identity;

  /** The key's passphrase, to hand to a child, or handed to this one; empty if there is none. */
  private char[] passphrase = {};

  /** Whether the launcher handed the passphrase over: nobody else needs it. */
  private boolean taken;

  /** Returns the file of this side's private key; null if none was given. */
  public Path key() {
    return key;
  }

  /** Returns the file of this side's certificate; null if none was given. */
  public Path cert() {
    return cert;
  }

  /** Returns whether processes communicate without TLS. */
  public boolean plaintext() {
    return plaintext;
  }

  /**
   * Returns the identity of this process; empty for plaintext. Reads the key once; a child then
   * forgets the passphrase.
   *
   * @throws Refused if neither an identity nor plaintext was chosen, or both were, or the key is
   *     encrypted and no passphrase is given, or the other way round
   * @throws org.schurmpc.core.abort.BadFile if the key or the certificate cannot be used
   */
  public Optional<Identity> identity() throws MpcException {
    return identity(true);
  }

  /**
   * Returns the identity of this process as {@link #identity()} does, but asks nobody for a
   * passphrase.
   */
  public Optional<Identity> identityUnasked() throws MpcException {
    return identity(false);
  }

  private Optional<Identity> identity(boolean ask) throws MpcException {
    if (plaintext) {
      if (key != null || cert != null) {
        throw new Refused("--plaintext uses no --key and no --cert: leave out one or the other");
      }
      if (passphraseFile != null) {
        throw new Refused("--plaintext uses no " + PASSPHRASE_FILE + ": leave it out");
      }
      return Optional.empty();
    }
    if (key == null || cert == null) {
      throw new Refused(
          "%s is missing: make a key and a certificate with keygen, or name --plaintext to talk"
                  .formatted(key == null ? "--key" : "--cert")
              + " without TLS");
    }
    if (identity == null) {
      Identity.isEncrypted(key); // a certificate in its place is named first
      OwnerOnly.require(key);
      if (passphrase.length == 0) {
        passphrase = findPassphrase(ask);
      }
      identity = Identity.read(key, cert, passphrase);
      if (taken) {
        forget();
      }
    }
    return Optional.of(identity);
  }

  private char[] findPassphrase(boolean ask) throws MpcException {
    if (Identity.isEncrypted(key)) {
      KeyPassphrase found = KeyPassphrase.ofThisProcess(PASSPHRASE_FILE, passphraseFile);
      return (ask ? found : found.unasked()).of(key);
    }
    if (passphraseFile != null) {
      throw new Refused(key + " is not encrypted: leave out " + PASSPHRASE_FILE);
    }
    return new char[0];
  }

  /**
   * Takes the key's passphrase from the launcher of this child.
   *
   * @param line as {@link #forChild} returns it; wiped
   */
  public void take(byte[] line) throws Refused {
    passphrase = KeyPassphrase.ofLine(line);
    taken = true;
  }

  /**
   * Returns the first line of the standard input of a child that reads the key again, and forgets
   * the passphrase: its passphrase, or nothing if the key is not encrypted.
   */
  public byte[] forChild() {
    byte[] line = KeyPassphrase.toLine(passphrase);
    forget();
    return line;
  }

  /** Returns the file of the key's passphrase; null if none was given. */
  public Path passphraseFile() {
    return passphraseFile;
  }

  /** Wipes the key's passphrase, if nothing will read the key again. */
  public void forget() {
    Arrays.fill(passphrase, '\0');
    passphrase = new char[0];
  }

  /** Prints a warning if plaintext was chosen. */
  public void warn(PrintStream err) {
    if (plaintext) {
      err.println(
          "warning: --plaintext: nothing is encrypted and nobody proves who they are; whoever is on"
              + " the line can read along and take a party's place");
    }
  }
}
