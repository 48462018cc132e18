/**
 * Runs of a protocol: {@link org.schurmpc.core.run.Computation} evaluates a circuit pass by pass on
 * fresh or stored material, {@link org.schurmpc.core.run.StockPlan} and {@link
 * org.schurmpc.core.run.Preparation} fill stores ahead of time, and {@link
 * org.schurmpc.core.run.Refill} fills them between or beside passes. May depend on all of the core.
 */
package org.schurmpc.core.run;
