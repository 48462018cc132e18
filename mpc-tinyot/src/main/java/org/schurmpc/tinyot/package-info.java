/**
 * TinyOT: Boolean circuits on bits with pairwise MACs (Nielsen, Nordholt, Orlandi, Burra, "A New
 * Approach to Practical Active-Secure Two-Party Computation", NNOB12). The entry class is {@link
 * org.schurmpc.tinyot.TinyOtProtocol}, which reads the options. Depends on mpc-run and on all other
 * packages of this module.
 */
package org.schurmpc.tinyot;
