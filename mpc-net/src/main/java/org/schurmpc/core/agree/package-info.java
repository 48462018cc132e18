/**
 * Agreement between parties who don't trust each other: {@link org.schurmpc.core.agree.CoinToss}
 * and comparison of public values. Depends on {@code session}.
 */
package org.schurmpc.core.agree;
