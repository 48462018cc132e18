package org.schurmpc.core.net;

/**
 * The certificates that the two ends of a channel have shown and proven to hold the keys of.
 *
 * @param mine this side's
 * @param theirs the peer's
 */
public record Certificates(Fingerprint mine, Fingerprint theirs) {}
