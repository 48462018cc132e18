/**
 * Bits that two parties hold both over F2, under TinyOT's keys, and over a prime field, under
 * SPDZ's: the material of mixed arithmetic (docs/decisions/0059).
 *
 * <p>The entry class is {@link org.schurmpc.spdz.mixed.MixedPreprocessor}. Depends on {@code prep},
 * {@code share}, core, and TinyOT's preprocessing.
 */
package org.schurmpc.spdz.mixed;
