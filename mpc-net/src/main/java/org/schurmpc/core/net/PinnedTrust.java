package org.schurmpc.core.net;

import static java.util.stream.Collectors.joining;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificates whose fingerprints are pinned, while they are valid, and no others;
 * chains, authorities and host names are ignored. (JSSE accepts only from an extended trust manager
 * that all checks have been made.) An instance serves one connection and records the certificate
 * that it saw.
 */
final class PinnedTrust extends X509ExtendedTrustManager {

  /** Maximum number of pinned certificates that a message names. */
  private static final int SHOWN = 4;

  private final Set<Fingerprint> pins;
  private final Fingerprint own;
  private Fingerprint seen;
  private String complaint;

  /**
   * Creates a trust manager for one connection.
   *
   * @param own the certificate of this side, which is never the peer's
   */
  PinnedTrust(Set<Fingerprint> pins, Fingerprint own) {
    this.pins = pins;
    this.own = own;
  }

  /** Returns the certificate that the peer has presented; null if none yet. */
  Fingerprint seen() {
    return seen;
  }

  /** Returns which certificates are pinned, in a message of bounded length. */
  String expected() {
    return pins.size() > SHOWN
        ? "none of the " + pins.size() + " pinned ones"
        : "pinned is " + pins.stream().map(Fingerprint::toString).sorted().collect(joining(" or "));
  }

  /** Returns whether the peer has presented the certificate of this side. */
  boolean sawOurs() {
    return own.equals(seen);
  }

  /** Returns whether the presented certificate is pinned. */
  boolean sawPinned() {
    return seen != null && pins.contains(seen) && !sawOurs();
  }

  /**
   * Returns what is wrong with the certificate, such as "that is not pinned"; null if it is
   * accepted or none was presented.
   */
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

  /**
   * Returns a description of when a certificate expired or will be valid; null if the certificate
   * is valid now.
   */
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

  /**
   * Returns no issuers: a list would tell callers which certificate to choose, and each has only
   * one.
   */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
