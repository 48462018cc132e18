/**
 * Runs computations of several organisations: what is computed, complete and checked, is a {@link
 * org.schurmpc.cli.compute.Job}; a {@link org.schurmpc.cli.compute.Party} computes it with the
 * others, or makes material for it, and a {@link org.schurmpc.cli.compute.DealerRun} deals. Depends
 * on {@code circuit}, {@code config} and {@code values}.
 */
package org.schurmpc.cli.compute;
