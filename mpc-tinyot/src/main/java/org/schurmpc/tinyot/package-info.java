/**
 * TinyOT: Boolean circuits on bits with pairwise MACs (Nielsen, Nordholt, Orlandi, Burra, "A New
 * Approach to Practical Active-Secure Two-Party Computation", NNOB12). The entry is {@link
 * org.schurmpc.tinyot.TinyOtProtocol}. Depends on mpc-core alone.
 */
package org.schurmpc.tinyot;
