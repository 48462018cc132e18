/**
 * Implements the Monitor of DLT14, section 3.1 ({@link org.schurmpc.bench.monitor.Monitor}): waits
 * until all parties are ready, starts them, measures the time until the last party is done, and
 * checks every output. Depends on {@code control} and {@code job}.
 */
package org.schurmpc.bench.monitor;
