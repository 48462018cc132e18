/**
 * Symmetric primitives: hashing of labelled fields, the AES-CTR generator, commitments, the
 * polynomial hash of long intervals, and constant-time comparison. Depends on {@code abort} only.
 */
package org.schurmpc.core.crypto;
