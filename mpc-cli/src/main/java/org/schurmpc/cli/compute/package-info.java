/**
 * Computations of two organisations: what their configuration asks for ({@link
 * org.schurmpc.cli.compute.ComputationJob}), a party's side ({@link
 * org.schurmpc.cli.compute.PartyRun}) and a dealer's ({@link org.schurmpc.cli.compute.DealerRun}).
 * Depends on {@code circuit}, {@code config} and {@code values}.
 */
package org.schurmpc.cli.compute;
