/**
 * Primitives: hashing of labelled fields, the AES-CTR generator, commitments, the polynomial hash
 * of long intervals, linear hashes and affine tags, the correlation-robust tweaked hash,
 * constant-time comparison, and the prime-order group ristretto255 (entry class {@link
 * org.schurmpc.core.crypto.RistrettoPoint}). Depends on {@code abort} only.
 */
package org.schurmpc.core.crypto;
