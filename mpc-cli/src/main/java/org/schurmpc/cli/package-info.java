/**
 * What an operator runs: {@link org.schurmpc.cli.Main} is the entry of a program with these
 * commands alone. Knows protocols through {@code org.schurmpc.core.eval} only, and nothing of the
 * benchmark.
 */
package org.schurmpc.cli;
