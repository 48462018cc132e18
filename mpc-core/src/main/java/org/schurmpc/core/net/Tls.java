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
}
