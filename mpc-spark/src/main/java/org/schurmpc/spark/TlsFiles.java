package org.schurmpc.spark;

import java.io.Serializable;
import java.nio.file.Path;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.Tls;

/**
 * Names this party's certificate and key, which lie at the same paths on the driver's and on every
 * executor's machine, and the other party's certificate by its fingerprint.
 */
public final class TlsFiles implements Serializable {
  private final String certificate;
  private final String key;
  private final String peer;

  private TlsFiles(String certificate, String key, String peer) {
    this.certificate = certificate;
    this.key = key;
    this.peer = peer;
  }

  /**
   * Names the files.
   *
   * @param certificate path of the certificate, PEM
   * @param key path of its private key, PEM, without a passphrase; nobody but its owner can read it
   * @param peer fingerprint of the other party's certificate, as {@code keygen} prints it
   */
  public static TlsFiles onEveryNode(String certificate, String key, String peer) {
    return new TlsFiles(certificate, key, peer);
  }

  private Identity identity() throws MpcException {
    OwnerOnly.require(Path.of(key));
    return Identity.read(Path.of(key), Path.of(certificate));
  }

  /** Returns the configuration of a line to the other party. */
  Tls toPeer(int party) throws MpcException {
    return Tls.between(identity(), party, Fingerprint.parse(peer));
  }
}
