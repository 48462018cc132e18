/**
 * TinyOT's preprocessing from correlated OT: authenticated bits, leaky ANDs, bucketing. The entry
 * class is {@link org.schurmpc.tinyot.prep.TinyOtPreprocessor}. Other protocols also build on this
 * package: {@link BlockStock} provides material to them and {@link BlockProducts} multiplies.
 * Depends on mpc-run and on {@code tinyot.material}.
 */
package org.schurmpc.tinyot.prep;
