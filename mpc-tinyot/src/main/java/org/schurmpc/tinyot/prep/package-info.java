/**
 * TinyOT's preprocessing from correlated OT: authenticated bits, leaky ANDs, bucketing. Open to the
 * protocols that build on it.
 */
package org.schurmpc.tinyot.prep;
