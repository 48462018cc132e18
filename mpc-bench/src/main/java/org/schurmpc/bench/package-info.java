/**
 * The runnable jar: {@link org.schurmpc.bench.Main} is its entry. Knows protocols through {@code
 * org.schurmpc.core.eval} only.
 */
package org.schurmpc.bench;
