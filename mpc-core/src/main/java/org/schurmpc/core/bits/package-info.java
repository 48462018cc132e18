/** Bits in words: {@link org.schurmpc.core.bits.BitMatrix}. Depends on {@code abort} only. */
package org.schurmpc.core.bits;
