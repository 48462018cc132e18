/**
 * TinyOT's preprocessing from correlated OT: authenticated bits, leaky ANDs, bucketing. The entry
 * is {@link org.schurmpc.tinyot.prep.TinyOtPreprocessor}. Other protocols build on this package,
 * too: {@link BlockStock} hands out the material to them and {@link BlockProducts} multiplies.
 * Depends on mpc-core and on {@code tinyot.material}.
 */
package org.schurmpc.tinyot.prep;
