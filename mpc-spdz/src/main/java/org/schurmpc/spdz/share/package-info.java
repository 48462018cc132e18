/**
 * Shares with global MACs, used by the online phase and the preprocessing: linear operations,
 * openings, and the deferred check of MACs.
 *
 * <p>The entry classes are {@link org.schurmpc.spdz.share.Opening} and {@link
 * org.schurmpc.spdz.share.GlobalMacCheck}. Depends on {@code material} and core.
 */
package org.schurmpc.spdz.share;
