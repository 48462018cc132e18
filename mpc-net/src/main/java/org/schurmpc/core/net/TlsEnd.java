package org.schurmpc.core.net;

import io.netty.handler.ssl.SslHandler;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/**
 * Represents one end of one TLS 1.3 connection. Each end has its own context, so that there is no
 * session to resume and no early data.
 */
final class TlsEnd {

  /** Cipher suites, the shorter key first: the protocols have 128-bit security. */
  private static final String[] SUITES = {
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
  };

  private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");

  /** Alerts with which a peer rejects a certificate. */
  private static final Set<String> OF_CERTIFICATES =
      Set.of(
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "certificate_required",
          "unknown_ca",
          "access_denied");

  private final Identity identity;
  private final PinnedTrust trust;
  private final SslHandler handler;

  private TlsEnd(Identity identity, Set<Fingerprint> pins, boolean calling) {
    this.identity = identity;
    this.trust = new PinnedTrust(pins, identity.fingerprint());
    this.handler = new SslHandler(engine(calling));
    // Whoever waits for the handshake has a separate deadline.
    handler.setHandshakeTimeoutMillis(0);
  }

  /** Returns the end of the side that connects and expects one participant. */
  static TlsEnd calling(Identity identity, Pin pin) {
    return new TlsEnd(identity, Set.copyOf(pin.accepted()), true);
  }

  /** Returns the end of the side that listens. */
  static TlsEnd answering(Identity identity, Set<Fingerprint> pins) {
    return new TlsEnd(identity, pins, false);
  }

  private SSLEngine engine(boolean calling) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(
          new KeyManager[] {new OwnKey(identity)}, new TrustManager[] {trust}, /* random= */ null);
      SSLEngine engine = context.createSSLEngine();
      engine.setUseClientMode(calling);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setProtocols(new String[] {"TLSv1.3"});
      parameters.setCipherSuites(SUITES);
      parameters.setEndpointIdentificationAlgorithm("");
      if (!calling) {
        parameters.setNeedClientAuth(true);
      }
      engine.setSSLParameters(parameters);
      return engine;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no TLS 1.3", e);
    }
  }

  /** Returns the handler for the pipeline. */
  SslHandler handler() {
    return handler;
  }

  /** Returns both certificates, once data has arrived through {@link #handler}. */
  Certificates certificates() {
    return new Certificates(identity.fingerprint(), trust.seen());
  }

  /**
   * Describes, for the side that listens, why a handshake failed, such as "with the certificate …
   * that is not pinned".
   *
   * @param failure the cause of the connection's failure; null if it was closed
   */
  String complain(Throwable failure) {
    if (trust.complaint() != null) {
      String pinned = trust.sawPinned() || trust.sawOurs() ? "" : ": " + trust.expected();
      return "with the certificate " + trust.seen() + " " + trust.complaint() + pinned;
    }
    String alert = alert(failure);
    if (OF_CERTIFICATES.contains(alert)) {
      return "that refused our certificate " + identity.fingerprint();
    }
    if (trust.seen() == null && String.valueOf(failure).contains("Empty client certificate")) {
      return "without a certificate";
    }
    return failure == null ? "that hung up" : "whose TLS handshake failed";
  }

  /**
   * Returns, for the side that connects, why it cannot connect, if another attempt would fail, too.
   *
   * @param name the peer
   * @param failure the cause of the connection's failure; null if it was closed
   * @return null if another attempt may succeed
   */
  MpcException refusal(String name, Throwable failure, Pin pin) {
    if (trust.sawOurs()) {
      return new Disagreement(
          name
              + " shows our own certificate ("
              + trust.seen()
              + "): this is a connection to"
              + " oneself.");
    }
    if (trust.complaint() != null) {
      return new ConnectionLost(
          trust.sawPinned()
              ? name
                  + " shows the pinned certificate "
                  + trust.seen()
                  + " "
                  + trust.complaint()
                  + "."
              : name
                  + " shows a certificate with fingerprint "
                  + trust.seen()
                  + ", not the pinned "
                  + pin
                  + ".",
          failure);
    }
    String alert = alert(failure);
    if (OF_CERTIFICATES.contains(alert)) {
      return new ConnectionLost(name + " refused our certificate (" + own() + ").", failure);
    }
    return alert.isEmpty()
        ? null
        : new ConnectionLost(
            name + " ended the TLS 1.3 handshake with the alert " + alert + ".", failure);
  }

  /** Describes this side's certificate, including whether it is invalid now. */
  String own() {
    String complaint = PinnedTrust.complainOfValidity(identity.certificate());
    return identity.fingerprint() + (complaint == null ? "" : ", one " + complaint);
  }

  /** Returns the alert that the peer sent; empty if it sent none. */
  private static String alert(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Matcher matcher = ALERT.matcher(String.valueOf(cause.getMessage()));
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    return "";
  }
}
