/**
 * Authenticated words of Reed–Solomon codes for two parties: each party's words get MACs under the
 * other party's key alpha, which is fixed for each coordinate. {@link
 * org.schurmpc.core.word.WordPair} makes batches of words from VOLEs over GF(2^8), and {@link
 * org.schurmpc.core.word.WordChecks} proves that they are words of their codes before anything is
 * released. Depends on the packages of the core up to {@code mac}; knows no protocol.
 */
package org.schurmpc.core.word;
