/**
 * Authenticated garbling (Katz, Ranellucci, Rosulek, Wang, "Optimizing Authenticated Garbling for
 * Faster Secure Two-Party Computation", KRRW18): one party garbles the circuit with labels whose
 * masks neither party knows, the other one evaluates it. The entry class is {@link
 * org.schurmpc.garbled.GarbledProtocol}, which reads the options. Depends on mpc-run, on
 * mpc-tinyot's preprocessing, and on all other packages of this module.
 */
package org.schurmpc.garbled;
