/**
 * Oblivious transfer: base OTs, and their extension to correlated OTs by SoftSpokenOT (Roy, CRYPTO
 * 2022, eprint 2022/192), from which random and chosen-message OTs are derived. Depends on the
 * packages of the core up to {@code agree}.
 */
package org.schurmpc.core.ot;
