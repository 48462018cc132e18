/**
 * The online phase of authenticated garbling: masks of wires, products of masks, labels and tables,
 * the evaluation with its checks, outputs. The entry class is {@link
 * org.schurmpc.garbled.online.GarbledEvaluator}. Depends on mpc-run and on {@code
 * garbled.material}.
 */
package org.schurmpc.garbled.online;
