/**
 * SPDZ's online phase (DKLPSS12, KSS13): inputs, multiplication and outputs.
 *
 * <p>The entry classes are {@link org.schurmpc.spdz.online.ArithmeticEvaluator}, which computes on
 * secret elements of a field, and {@link org.schurmpc.spdz.online.SpdzEvaluator}, which evaluates
 * Boolean circuits. Depends on {@code share}, {@code material} and core, not on {@code prep}.
 */
package org.schurmpc.spdz.online;
