/**
 * TinyTable (Damgård, Nielsen, Nielsen, Ranellucci, "The TinyTable Protocol for 2-Party Secure
 * Computation, or: Gate-Scrambling Revisited", DNNR17): each gate is a scrambled table, looked up
 * with masked bits. The entry class is {@link org.schurmpc.tinytable.TinyTableProtocol}, which
 * reads the options. Depends on mpc-run, on mpc-tinyot's preprocessing, and on all other packages
 * of this module.
 */
package org.schurmpc.tinytable;
