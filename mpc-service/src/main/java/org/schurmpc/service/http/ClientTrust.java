package org.schurmpc.service.http;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.schurmpc.core.net.Fingerprint;

/**
 * Trusts the certificates of the clients that the configuration lists now, while they are valid,
 * and no others; chains, authorities and host names are ignored. (JSSE takes it only from an
 * extended trust manager that all checks have been made.)
 */
final class ClientTrust extends X509ExtendedTrustManager {
  private final Predicate<Fingerprint> listed;

  ClientTrust(Predicate<Fingerprint> listed) {
    this.listed = listed;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain == null || chain.length == 0) {
      throw new CertificateException("no certificate");
    }
    chain[0].checkValidity();
    if (!listed.test(Fingerprint.of(chain[0]))) {
      throw new CertificateException("a certificate of no client");
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("this is a server");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("this is a server");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("this is a server");
  }

  /** Returns no issuers: a list would tell callers which certificate to choose. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
