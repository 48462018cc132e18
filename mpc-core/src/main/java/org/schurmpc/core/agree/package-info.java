/**
 * Agreement between parties who don't trust each other: {@link org.schurmpc.core.agree.CoinToss},
 * comparison of secrets ({@link org.schurmpc.core.agree.EqualityCheck}) and of public values.
 * Depends on {@code session}.
 */
package org.schurmpc.core.agree;
