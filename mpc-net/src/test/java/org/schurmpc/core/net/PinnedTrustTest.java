package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** However the TLS implementation asks, only a pinned certificate is trusted. */
class PinnedTrustTest {
  private static final TestIdentities.Identity PINNED = TestIdentities.valid("pinned");
  private static final TestIdentities.Identity OURS = TestIdentities.valid("ours");
  private final PinnedTrust trust =
      new PinnedTrust(Set.of(PINNED.fingerprint()), OURS.fingerprint());

  private List<Executable> questions(X509Certificate... chain) {
    return List.of(
        () -> trust.checkClientTrusted(chain, "EC"),
        () -> trust.checkServerTrusted(chain, "EC"),
        () -> trust.checkClientTrusted(chain, "EC", (Socket) null),
        () -> trust.checkServerTrusted(chain, "EC", (Socket) null),
        () -> trust.checkClientTrusted(chain, "EC", (SSLEngine) null),
        () -> trust.checkServerTrusted(chain, "EC", (SSLEngine) null));
  }

  private void requireRefused(String reason, X509Certificate... chain) {
    for (Executable question : questions(chain)) {
      String said = assertThrows(CertificateException.class, question).getMessage();
      assertTrue(said.contains(reason), said);
    }
  }

  @Test
  void theFirstCertificateDecides() {
    X509Certificate other = TestIdentities.valid("other").certificate();
    questions(PINNED.certificate()).forEach(question -> assertDoesNotThrow(question));
    questions(PINNED.certificate(), other).forEach(question -> assertDoesNotThrow(question));
    assertTrue(trust.sawPinned());
    requireRefused("that is not pinned", other);
    requireRefused("that is not pinned", other, PINNED.certificate());
    requireRefused("that is our own", OURS.certificate());
    requireRefused("no certificate");
    assertEquals(0, trust.getAcceptedIssuers().length);
  }
}
