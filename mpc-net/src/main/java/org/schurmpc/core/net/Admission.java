package org.schurmpc.core.net;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which callers a listening port admits, by their certificates and their places, and counts
 * those that are rejected.
 *
 * @param parties the number of parties, or 0 for a service
 * @param pins the certificates of all callers to admit, if callers speak TLS
 */
record Admission(
    int party, int parties, NetOptions options, Set<Fingerprint> pins, Tally turnedAway) {

  /** Creates the admission of a party, or of a service. */
  static Admission of(int party, int parties, NetOptions options) {
    int first = parties == 0 ? 0 : party + 1; // parties call those below them
    Set<Fingerprint> pins = new HashSet<>();
    List<Pin> all = options.tls().map(Tls::pins).orElse(List.of());
    all.stream().skip(first).forEach(pin -> pins.addAll(pin.accepted()));
    return new Admission(party, parties, options, pins, new Tally());
  }

  /** Returns whether a caller wants this party or service, and may call it. */
  boolean isForUs(Prelude prelude) {
    if (parties == 0) {
      return prelude.samePlace(Prelude.ofClient());
    }
    return prelude.callee() == party
        && prelude.caller() > party
        && prelude.caller() < parties
        && (prelude.number() >= 0 || prelude.withdraws());
  }

  /**
   * Returns whether the certificate belongs to the caller's place. Checked before the caller can
   * take the place, because a party must not keep another one out.
   *
   * @param tls null in plaintext
   */
  boolean ownsItsPlace(Prelude prelude, TlsEnd tls) {
    return tls == null
        || parties == 0
        || options.tls().get().pins().get(prelude.caller()).accepts(tls.certificates().theirs());
  }
}
