/**
 * Implements the operator's program; {@link org.schurmpc.cli.Main} is the entry. Knows protocols
 * only through {@code org.schurmpc.core.eval}, and does not depend on the benchmark.
 */
package org.schurmpc.cli;
