/**
 * MiniMac and MiniTrix: Boolean circuits on many instances at once, with values and MACs encoded by
 * a Reed-Solomon code (Damgård, Lauritsen, Toft, "An Empirical Study and some Improvements of the
 * MiniMac Protocol for Secure Computation", DLT14; Damgård, Zakarias, DZ13).
 *
 * <p>Enter at {@link org.schurmpc.minimac.MiniTrixProtocol}, or at {@link
 * org.schurmpc.minimac.MiniMacProtocol} for the rungs below it. Depends on all packages of this
 * module and on core.
 */
package org.schurmpc.minimac;
