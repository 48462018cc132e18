package org.schurmpc.core.program;

/**
 * What a program costs, as its compiler counts: both sides of branches, loops whose turns are not
 * known once, and items of all fields together.
 *
 * @param rounds number of rounds of openings, without those of checks, inputs and outputs
 * @param checks number of checks that openings force
 * @param triples number of multiplication triples
 * @param squares number of pairs a, a^2
 * @param bits number of random bits, with those for inputs in characteristic 2
 * @param inverses number of pairs a, 1/a
 * @param ands number of triples of bits in TinyOT
 * @param allRounds number of all rounds, with those of checks, inputs and outputs
 * @param bytes number of bytes that the party sends that sends the most
 */
public record ProgramCost(
    long rounds,
    long checks,
    long triples,
    long squares,
    long bits,
    long inverses,
    long ands,
    long allRounds,
    long bytes) {
  /** Returns the difference to a program that costs less. */
  public ProgramCost minus(ProgramCost less) {
    return new ProgramCost(
        rounds - less.rounds,
        checks - less.checks,
        triples - less.triples,
        squares - less.squares,
        bits - less.bits,
        inverses - less.inverses,
        ands - less.ands,
        allRounds - less.allRounds,
        bytes - less.bytes);
  }
}
