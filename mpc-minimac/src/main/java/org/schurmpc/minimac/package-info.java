/**
 * MiniMac and MiniTrix: Boolean circuits on many instances at once, with values and MACs encoded by
 * a Reed-Solomon code (Damgård, Lauritsen, Toft, "An Empirical Study and some Improvements of the
 * MiniMac Protocol for Secure Computation", DLT14; Damgård, Zakarias, DZ13).
 *
 * <p>The entry classes are {@link org.schurmpc.minimac.MiniTrixProtocol}, and {@link
 * org.schurmpc.minimac.MiniMacProtocol} for intermediate variants. Depends on all packages of this
 * module and on core.
 */
package org.schurmpc.minimac;
