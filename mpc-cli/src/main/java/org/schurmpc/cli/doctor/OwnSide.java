package org.schurmpc.cli.doctor;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.Pin;

/**
 * Tests this party's own certificate and key.
 *
 * @param certificate the certificate's file
 * @param clock this side's clock
 */
public record OwnSide(Path certificate, InstantSource clock) {
  /** Time before the end of a certificate's validity from which on a warning says so. */
  static final Duration SOON = Duration.ofDays(14);

  private static final String TOPIC = "certificate";

  /** Reads the identity of this party. */
  public interface Reader {
    /** Returns the identity, or fails with a sentence on what is wrong with its files. */
    Optional<Identity> read() throws MpcException;
  }

  /**
   * Tests certificate and key.
   *
   * @param reader reads both, and refuses a certificate that is not valid now
   * @param pin the certificates in the configuration
   * @return the identity; empty if there is a problem
   */
  public Optional<Identity> test(Reader reader, Pin pin, Findings findings) {
    try {
      X509Certificate shown = Identity.readCertificate(certificate);
      Optional<Identity> identity = reader.read();
      Fingerprint own = Fingerprint.of(shown);
      if (!pin.accepts(own)) {
        findings.problem(
            TOPIC,
            ExitCode.REFUSED,
            "%s has the fingerprint %s, and the configuration has %s for this party: name the right"
                    .formatted(certificate, own, pin)
                + " file, or correct the configuration at all parties");
        return Optional.empty();
      }
      validity(TOPIC, "the own one", shown.getNotAfter().toInstant(), findings);
      return identity;
    } catch (MpcException e) {
      findings.problem(TOPIC, e, "");
      return Optional.empty();
    }
  }

  /** Reports the end of a certificate's validity. */
  private void validity(String topic, String whose, Instant end, Findings findings) {
    if (endsSoon(end, clock)) {
      findings.warning(topic, whose + " is valid until " + end + " only: " + renew());
    } else {
      findings.ok(topic, whose + " belongs to its key, is the pinned one, is valid until " + end);
    }
  }

  static boolean endsSoon(Instant end, InstantSource clock) {
    return end.isBefore(clock.instant().plus(SOON));
  }

  static String renew() {
    return "make a new one with keygen and tell the peers its fingerprint";
  }
}
