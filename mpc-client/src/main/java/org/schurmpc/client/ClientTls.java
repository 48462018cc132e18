package org.schurmpc.client;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Mutual TLS 1.3 with pinned certificates: the client shows its own, and accepts from a service
 * exactly those whose fingerprints are configured for its party. Authorities and names are not
 * checked.
 */
final class ClientTls {
  private static final String ALIAS = "client";

  private ClientTls() {}

  /** Returns the context of the connections to one party. */
  static SSLContext context(ClientKey own, Set<Fingerprint> pins) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[] {new OwnKey(own)}, new TrustManager[] {new Pinned(pins)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no TLS 1.3", e);
    }
  }

  /** Returns parameters that allow TLS 1.3 alone. */
  static SSLParameters parameters() {
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    return parameters;
  }

  /** Indicates that a service shows another certificate than the pinned ones. */
  static final class NotPinned extends CertificateException {
    NotPinned(String message) {
      super(message);
    }
  }

  /** Accepts the pinned certificates while they are valid. */
  private static final class Pinned extends X509ExtendedTrustManager {
    private final Set<Fingerprint> pins;

    Pinned(Set<Fingerprint> pins) {
      this.pins = Set.copyOf(pins);
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (chain == null || chain.length == 0) {
        throw new NotPinned("shows no certificate");
      }
      Fingerprint shown = Fingerprint.of(chain[0]);
      if (!pins.contains(shown)) {
        throw new NotPinned(
            "shows the certificate %s, and pinned is %s"
                .formatted(
                    shown,
                    pins.stream()
                        .map(Fingerprint::toString)
                        .sorted()
                        .collect(Collectors.joining(" or "))));
      }
      try {
        chain[0].checkValidity();
      } catch (CertificateException e) {
        throw new NotPinned(
            "shows a certificate that is valid from %s to %s, not now"
                .formatted(
                    chain[0].getNotBefore().toInstant(), chain[0].getNotAfter().toInstant()));
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("a client has no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("a client has no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("a client has no clients");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** Shows the only certificate, whichever authorities a service names. */
  private static final class OwnKey extends X509ExtendedKeyManager {
    private final ClientKey own;

    OwnKey(ClientKey own) {
      this.own = own;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return ALIAS;
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {own.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return own.key();
    }
  }
}
