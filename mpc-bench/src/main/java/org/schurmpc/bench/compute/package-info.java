/**
 * Computations of two organisations: what their configuration asks for ({@link
 * org.schurmpc.bench.compute.ComputationJob}), a party's side ({@link
 * org.schurmpc.bench.compute.PartyRun}) and a dealer's ({@link
 * org.schurmpc.bench.compute.DealerRun}). Depends on {@code config}, {@code values}, {@code job}.
 */
package org.schurmpc.bench.compute;
