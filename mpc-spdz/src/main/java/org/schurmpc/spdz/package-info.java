/**
 * SPDZ for two or more parties, with its preprocessing from oblivious transfer (MASCOT).
 *
 * <p>Enter at {@link org.schurmpc.spdz.SpdzProtocol}, which evaluates Boolean circuits, at {@link
 * org.schurmpc.spdz.MascotProtocol} for material over any field, and for programs of one's own at
 * {@link org.schurmpc.spdz.online.SpdzEngine}. Depends on all packages of this module and on core.
 */
package org.schurmpc.spdz;
