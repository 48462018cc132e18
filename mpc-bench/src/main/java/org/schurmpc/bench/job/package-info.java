/**
 * What a benchmark runs: the circuit, its inputs and what its outputs must be ({@link
 * org.schurmpc.bench.job.Workload}). Depends on mpc-core alone.
 */
package org.schurmpc.bench.job;
