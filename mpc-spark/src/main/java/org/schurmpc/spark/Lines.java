package org.schurmpc.spark;

import java.time.Duration;
import java.util.List;

/**
 * What all lines of a job have in common.
 *
 * @param party this party's index
 * @param tls certificate and key; null for plaintext
 * @param timeout how long a peer may be silent
 * @param patience how long to wait for a peer, or for room in Spark
 * @param ports the ports on which party 0's workers may listen
 * @param workers the number of workers of each party
 */
record Lines(
    int party, TlsFiles tls, Duration timeout, Duration patience, Gang.Ports ports, int workers) {
  /** Returns how an attempt's workers find each other; see {@link Gang}. */
  Gang gang(Gang.Address driver, TableSeal seal, List<String> table) {
    return new Gang(party, tls, timeout, patience, ports, driver, seal, table);
  }
}
