/**
 * Starts and ends the processes of a benchmark ({@link org.schurmpc.bench.launch.Launcher}).
 * Depends on {@code monitor}.
 */
package org.schurmpc.bench.launch;
