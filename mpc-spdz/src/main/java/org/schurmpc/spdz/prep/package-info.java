/**
 * Preprocessing from oblivious transfer: MASCOT (KOS16), for two or more parties.
 *
 * <p>The entry class is {@link org.schurmpc.spdz.prep.MascotPreprocessor}. Depends on {@code
 * share}, {@code material} and core, not on {@code online}.
 */
package org.schurmpc.spdz.prep;
