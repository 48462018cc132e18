/**
 * SPDZ for two or more parties, with its preprocessing from oblivious transfer (MASCOT).
 *
 * <p>The entry classes are {@link org.schurmpc.spdz.SpdzProtocol}, which evaluates Boolean
 * circuits, {@link org.schurmpc.spdz.MascotProtocol} for material over any field, and {@link
 * org.schurmpc.spdz.online.SpdzEngine} for other programs. Depends on all packages of this module
 * and on core.
 */
package org.schurmpc.spdz;
