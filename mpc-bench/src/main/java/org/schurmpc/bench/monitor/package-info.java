/**
 * The Monitor of DLT14, section 3.1: waits until all parties are ready, says go, times the last one
 * to be done, and checks every output ({@link org.schurmpc.bench.monitor.Monitor}). Depends on
 * {@code control} and {@code job}.
 */
package org.schurmpc.bench.monitor;
