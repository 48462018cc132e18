/**
 * The tasks of a benchmark ({@link org.schurmpc.bench.job.Task}): evaluations of a circuit, with
 * its inputs and the correct outputs ({@link org.schurmpc.bench.job.Workload}), runs of a program
 * ({@link org.schurmpc.bench.job.ProgramWorkload}), or the production of correlated randomness and
 * products. Depends on mpc-run and {@code org.schurmpc.cli.circuit}.
 */
package org.schurmpc.bench.job;
