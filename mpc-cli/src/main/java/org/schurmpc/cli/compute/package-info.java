/**
 * Runs computations of two organisations: checks the configuration ({@link
 * org.schurmpc.cli.compute.ComputationJob}), and runs a party's side ({@link
 * org.schurmpc.cli.compute.PartyRun}) or a dealer's ({@link org.schurmpc.cli.compute.DealerRun}).
 * Depends on {@code circuit}, {@code config} and {@code values}.
 */
package org.schurmpc.cli.compute;
