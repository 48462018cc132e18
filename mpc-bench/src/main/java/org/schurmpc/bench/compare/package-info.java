/**
 * Paired runs of two programs ({@link org.schurmpc.bench.compare.PairedRuns}): each is started in
 * turn as a shell command, and their figures are compared pair by pair. Depends on {@code monitor}
 * for the failure of a run and on {@code report} for samples.
 */
package org.schurmpc.bench.compare;
