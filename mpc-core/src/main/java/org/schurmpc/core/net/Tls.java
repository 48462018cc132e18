package org.schurmpc.core.net;

import java.util.List;

/**
 * TLS 1.3 with certificates on both sides, each pinned by its fingerprint; no authority has a say.
 *
 * @param identity what this side shows
 * @param pins whom it talks to: for a network one for each party by index, its own included; for a
 *     service those of all clients that it lets in; for a client of a service the service's alone
 */
public record Tls(Identity identity, List<Fingerprint> pins) {
  public Tls {
    pins = List.copyOf(pins);
  }

  /**
   * For one of two parties.
   *
   * @param party this party's index
   * @param peer the fingerprint of the other one's certificate
   */
  public static Tls between(Identity identity, int party, Fingerprint peer) {
    Fingerprint own = identity.fingerprint();
    return new Tls(identity, party == 0 ? List.of(own, peer) : List.of(peer, own));
  }
}
