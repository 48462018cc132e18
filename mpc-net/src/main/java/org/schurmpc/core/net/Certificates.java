package org.schurmpc.core.net;

/**
 * Holds the certificates that the two ends of a channel have presented, each with proof of its
 * private key.
 *
 * @param mine this side's certificate
 * @param theirs the peer's certificate
 */
public record Certificates(Fingerprint mine, Fingerprint theirs) {}
