/**
 * SPDZ's online phase for two or more parties: {@link org.schurmpc.spdz.SpdzEngine} computes on
 * secret elements of a field, {@link org.schurmpc.spdz.SpdzProtocol} evaluates Boolean circuits.
 * Depends on core.
 */
package org.schurmpc.spdz;
