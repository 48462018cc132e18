/**
 * Shares with global MACs, which the online phase and the preprocessing have in common: linear
 * operations, openings, and the deferred check of MACs.
 *
 * <p>Enter at {@link org.schurmpc.spdz.share.Opening} and {@link
 * org.schurmpc.spdz.share.GlobalMacCheck}. Depends on core alone.
 */
package org.schurmpc.spdz.share;
