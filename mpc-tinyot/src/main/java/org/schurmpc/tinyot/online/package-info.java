/**
 * TinyOT's online phase: inputs, linear gates, AND gates by Beaver's method, deferred MAC checks,
 * outputs. The entry class is {@link org.schurmpc.tinyot.online.TinyOtEvaluator}. Depends on
 * mpc-run and on {@code tinyot.material}.
 */
package org.schurmpc.tinyot.online;
