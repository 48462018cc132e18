/**
 * Oblivious transfer. Entry class {@link org.schurmpc.core.ot.BaseOt}: transfers made from public
 * keys, few and slow. Depends on {@code agree}, {@code session}, {@code crypto} and what these
 * depend on.
 */
package org.schurmpc.core.ot;
