package org.schurmpc.core.net;

import java.util.List;
import org.schurmpc.core.abort.Disagreement;

/**
 * Configures TLS 1.3 with certificates on both sides, each pinned by its fingerprint; authorities
 * are ignored. A {@link Pin} may name two certificates of one participant.
 *
 * @param identity the identity that this side presents
 * @param pins the accepted certificates: for a network a pin for each party by index, its own
 *     included; for a service those of all clients that the service admits; for a client of a
 *     service the service's alone
 */
public record Tls(Identity identity, List<Pin> pins) {
  public Tls {
    pins = List.copyOf(pins);
    if (pins.isEmpty()) {
      throw new IllegalArgumentException("TLS with no pinned certificate lets nobody in");
    }
  }

  /** Requires that the pins are those of a network's parties. */
  void requireParties(int party, int parties) throws Disagreement {
    if (pins.size() != parties) {
      throw new IllegalArgumentException(
          pins.size() + " pinned certificates for " + parties + " parties: one each is needed");
    }
    for (int i = 0; i < parties; i++) {
      requireOthers(i);
    }
    if (!pins.get(party).accepts(identity.fingerprint())) {
      throw new Disagreement(
          "This is party %d and has the certificate %s, but %s is pinned for it."
              .formatted(party + 1, identity.fingerprint(), pins.get(party)));
    }
  }

  /** Requires that no party before this one has a certificate of it. */
  private void requireOthers(int party) throws Disagreement {
    Pin pin = pins.get(party);
    for (int before = 0; before < party; before++) {
      Pin other = pins.get(before);
      if (other.overlaps(pin)) {
        throw new Disagreement(
            "Parties %d and %d are pinned to the same certificate, %s: each needs its own."
                .formatted(
                    before + 1,
                    party + 1,
                    pin.accepted().stream().filter(other::accepts).findFirst().orElseThrow()));
      }
    }
  }

  /** Requires that the only pin is that of a service, and returns it. */
  Pin requireService() {
    if (pins.size() != 1) {
      throw new IllegalArgumentException(
          "a service has one pin for its clients, not " + pins.size());
    }
    return pins.get(0);
  }

  /**
   * Returns the configuration of one of two parties.
   *
   * @param party this party's index
   * @param peer the fingerprint of the other party's certificate
   */
  public static Tls between(Identity identity, int party, Fingerprint peer) {
    return between(identity, party, Pin.of(peer));
  }

  /**
   * Returns the configuration of one of two parties, whose peer may show one of two certificates.
   *
   * @param party this party's index
   * @param peer the other party's certificates
   */
  public static Tls between(Identity identity, int party, Pin peer) {
    Pin own = Pin.of(identity.fingerprint());
    return new Tls(identity, party == 0 ? List.of(own, peer) : List.of(peer, own));
  }
}
