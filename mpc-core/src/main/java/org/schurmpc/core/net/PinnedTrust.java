package org.schurmpc.core.net;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts those certificates whose fingerprints are pinned, while they are valid, and no others; no
 * chain, no authority, no host name counts. (Only of an extended trust manager does JSSE believe
 * that it has checked everything itself.) It serves one connection and remembers what it saw.
 */
final class PinnedTrust extends X509ExtendedTrustManager {

  private final Set<Fingerprint> pins;
  private final Fingerprint own;
  private Fingerprint seen;
  private String complaint;

  /**
   * @param own the certificate of this side, which is never the peer's
   */
  PinnedTrust(Set<Fingerprint> pins, Fingerprint own) {
    this.pins = pins;
    this.own = own;
  }

  /** The certificate that the peer has shown; null if none yet. */
  Fingerprint seen() {
    return seen;
  }

  /** Whether the peer has shown the certificate of this side. */
  boolean sawOurs() {
    return own.equals(seen);
  }

  /** Whether the certificate that was seen is pinned. */
  boolean sawPinned() {
    return seen != null && pins.contains(seen) && !sawOurs();
  }

  /** What is wrong with the certificate: "that is not pinned"; null if nothing is, or none came. */
  String complaint() {
    return complaint;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain == null || chain.length == 0) {
      throw new CertificateException("no certificate");
    }
    X509Certificate leaf = chain[0];
    seen = Fingerprint.of(leaf);
    complaint = complain(leaf);
    if (complaint != null) {
      throw new CertificateException("a certificate " + complaint);
    }
  }

  private String complain(X509Certificate leaf) {
    if (sawOurs()) {
      return "that is our own";
    }
    return pins.contains(seen) ? complainOfValidity(leaf) : "that is not pinned";
  }

  /** When a certificate expired or will be valid, in words; null if it is valid now. */
  static String complainOfValidity(X509Certificate certificate) {
    try {
      certificate.checkValidity();
      return null;
    } catch (CertificateException e) {
      return Instant.now().isBefore(certificate.getNotBefore().toInstant())
          ? "that is not valid before " + certificate.getNotBefore().toInstant()
          : "that expired at " + certificate.getNotAfter().toInstant();
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  /** None: a list would tell callers which certificate to choose, and each has one. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
