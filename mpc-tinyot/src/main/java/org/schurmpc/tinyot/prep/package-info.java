/**
 * TinyOT's preprocessing from correlated OT: authenticated bits, leaky ANDs, bucketing. Open to the
 * protocols that build on it, for which {@link BlockStock} hands out the material and {@link
 * BlockProducts} multiplies.
 */
package org.schurmpc.tinyot.prep;
