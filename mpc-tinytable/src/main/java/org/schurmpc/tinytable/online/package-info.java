/**
 * TinyTable's online phase: inputs, linear gates, tables looked up layer by layer, the proof of the
 * opened values, outputs. The entry class is {@link
 * org.schurmpc.tinytable.online.TinyTableEvaluator}. Depends on mpc-run and on {@code
 * tinytable.material}.
 */
package org.schurmpc.tinytable.online;
