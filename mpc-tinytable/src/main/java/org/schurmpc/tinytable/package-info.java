/**
 * TinyTable (Damgård, Nielsen, Nielsen, Ranellucci, "The TinyTable Protocol for 2-Party Secure
 * Computation, or: Gate-Scrambling Revisited", DNNR17): each gate is a scrambled table, looked up
 * with masked bits. The entry is {@link org.schurmpc.tinytable.TinyTableProtocol}. Depends on
 * mpc-core and on mpc-tinyot's preprocessing.
 */
package org.schurmpc.tinytable;
