/**
 * Runs computations of several organisations: checks the configuration of a circuit's evaluation
 * ({@link org.schurmpc.cli.compute.ComputationJob}) or of a program's run ({@link
 * org.schurmpc.cli.compute.ProgramJob}), and runs a party's side ({@link
 * org.schurmpc.cli.compute.PartyRun}, {@link org.schurmpc.cli.compute.ProgramRun}) or a dealer's
 * ({@link org.schurmpc.cli.compute.DealerRun}). Depends on {@code circuit}, {@code config} and
 * {@code values}.
 */
package org.schurmpc.cli.compute;
