package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Identity;
import picocli.CommandLine.Option;

/**
 * Defines how a process authenticates itself: by key and certificate or, if the user asks for
 * plaintext, not at all.
 */
@HelpSection.In(HelpSection.CONNECTION)
public final class TlsOptions {
  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "This side's private key (PKCS #8 in PEM, as keygen makes it).")
  private Path key;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "The certificate that belongs to it (X.509 in PEM).")
  private Path cert;

  @Option(
      names = "--plaintext",
      description = "INSECURE: talk without TLS, so without --key and --cert.")
  private boolean plaintext;

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
   * Returns the identity of this process; empty for plaintext.
   *
   * @throws Refused if neither an identity nor plaintext was chosen, or both were
   * @throws org.schurmpc.core.abort.BadFile if the key or the certificate cannot be used
   */
  public Optional<Identity> identity() throws MpcException {
    if (plaintext) {
      if (key != null || cert != null) {
        throw new Refused("--plaintext uses no --key and no --cert: leave out one or the other");
      }
      return Optional.empty();
    }
    if (key == null || cert == null) {
      throw new Refused(
          "%s is missing: make a key and a certificate with keygen, or name --plaintext to talk"
                  .formatted(key == null ? "--key" : "--cert")
              + " without TLS");
    }
    return Optional.of(Identity.read(cert, key));
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
