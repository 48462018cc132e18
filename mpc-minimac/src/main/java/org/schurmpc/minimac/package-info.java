/**
 * MiniMac and MiniTrix: Boolean circuits on many instances at once, with values and MACs encoded by
 * a Reed-Solomon code (Damgård, Lauritsen, Toft, "An Empirical Study and some Improvements of the
 * MiniMac Protocol for Secure Computation", DLT14; Damgård, Zakarias, DZ13). The entry is {@link
 * org.schurmpc.minimac.MiniTrixProtocol}, or {@link org.schurmpc.minimac.MiniMacProtocol} for the
 * rungs below it. Depends on mpc-core alone.
 */
package org.schurmpc.minimac;
