/**
 * Makes circuits smaller without changing their functions. The entry class is {@link
 * org.schurmpc.circuits.opt.CircuitOptimizer}.
 */
package org.schurmpc.circuits.opt;
