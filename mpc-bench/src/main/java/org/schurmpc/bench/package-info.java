/**
 * Contains the runnable jar; {@link org.schurmpc.bench.Main} is its entry. Knows protocols only
 * through {@code org.schurmpc.core.eval}.
 */
package org.schurmpc.bench;
