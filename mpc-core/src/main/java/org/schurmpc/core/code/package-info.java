/**
 * Reed–Solomon codes over GF(2^8) on bit-sliced words: {@link org.schurmpc.core.code.ReedSolomon},
 * its encoders for public words (of several kinds, {@link org.schurmpc.core.code.EncoderKind}) and
 * for secret words, and the wire form of a word. Depends on {@code kernel} and {@code field}.
 */
package org.schurmpc.core.code;
