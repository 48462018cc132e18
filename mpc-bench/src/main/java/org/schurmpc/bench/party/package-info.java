/**
 * Implements the children: a party ({@link org.schurmpc.bench.party.PartyProgram}) and the dealer
 * ({@link org.schurmpc.bench.party.DealerProgram}). Depends on {@code control}, {@code job} and
 * mpc-run.
 */
package org.schurmpc.bench.party;
