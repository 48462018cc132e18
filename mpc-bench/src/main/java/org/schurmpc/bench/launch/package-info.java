/**
 * Starts and ends the processes of a benchmark ({@link org.schurmpc.bench.launch.Launcher}) on the
 * best JVM at hand ({@link org.schurmpc.bench.launch.JvmFinder}). Depends on {@code monitor}.
 */
package org.schurmpc.bench.launch;
