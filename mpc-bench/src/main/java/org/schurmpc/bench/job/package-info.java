/**
 * What a benchmark runs ({@link org.schurmpc.bench.job.Task}): the circuit, its inputs and what its
 * outputs must be ({@link org.schurmpc.bench.job.Workload}), or so much correlated randomness.
 * Depends on mpc-core and {@code org.schurmpc.cli.circuit}.
 */
package org.schurmpc.bench.job;
