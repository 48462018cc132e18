/**
 * MASCOT (KOS16): SPDZ's material from oblivious transfer, for two or more parties. Depends on
 * {@code spdz.share} and core.
 */
package org.schurmpc.spdz.mascot;
