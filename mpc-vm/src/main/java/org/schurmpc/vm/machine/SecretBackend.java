package org.schurmpc.vm.machine;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.MaskUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;

/**
 * Computes on secret elements of one field at one party, for one worker. Positions and counts of
 * {@link Bank}s are in elements, positions of arrays of public elements in longs. Targets may be
 * the sources but must not overlap them otherwise. All parties make equal calls in equal order.
 *
 * <p>Not thread-safe. After an {@link MpcException} only {@link #close} may be called.
 */
public interface SecretBackend extends AutoCloseable {
  /** Returns the field of the elements. */
  Field field();

  /** Returns a new bank of {@code count} zeros; the caller wipes it. */
  Bank bank(int count);

  /** Computes to = a + b. */
  void add(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n);

  /** Computes to = a - b. */
  void subtract(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n);

  /** Computes to = a + c. */
  void addPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n);

  /** Computes to = a - c. */
  void subtractPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n);

  /** Computes to = c - a. */
  void publicMinus(long[] c, int cAt, Bank a, int aAt, Bank to, int toAt, int n);

  /** Computes to = a * c, element by element. */
  void multiplyPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n);

  /** Sets to = c. */
  void set(long[] c, int cAt, Bank to, int toAt, int n);

  /** Computes one element: the sum of n. */
  void sum(Bank a, int aAt, Bank to, int toAt, int n);

  /**
   * Makes material available to the calls that follow, in an unbounded tape: before each call that
   * consumes, at least what it does. Called while no other worker runs and no group is started.
   *
   * @param least the items that are needed next
   * @param block the items that are prepared at a time
   * @throws org.schurmpc.core.abort.Exhausted if there is not enough
   */
  void reserve(Counts least, Counts block) throws MpcException;

  /** Writes secret uniform a and b, and c = a b; the positions must not overlap. */
  void triples(Bank to, int aAt, int bAt, int cAt, int n) throws MpcException;

  /** Writes secret uniform a, and b = a^2; over prime fields. */
  void squares(Bank to, int aAt, int bAt, int n) throws MpcException;

  /** Writes secret uniform bits, 0 or 1. */
  void bits(Bank to, int at, int n) throws MpcException;

  /** Writes secret uniform a other than 0, and b = 1/a; over prime fields. */
  void inverses(Bank to, int aAt, int bAt, int n) throws MpcException;

  /** Writes secret uniform elements. */
  void random(Bank to, int at, int n) throws MpcException;

  /**
   * Writes masks of numbers, some of whose bits are in TinyOT; for the first field of a program
   * with bits.
   *
   * @param to receives each mask, and from {@code lowAt} on its value modulo 2^{@code split} if the
   *     kind has one
   * @param bits a bank of the backend of bits
   * @param bitsAt where the lowest bits of all masks begin, behind which the next ones follow
   */
  default void masks(MaskUse kind, Bank to, int at, int lowAt, Bank bits, int bitsAt, int n)
      throws MpcException {
    throw new IllegalStateException("there are no bits beside this field");
  }

  /**
   * Writes random bits over the field and in TinyOT; for the first field of a program with bits.
   */
  default void daBits(Bank to, int at, Bank bits, int bitsAt, int n) throws MpcException {
    throw new IllegalStateException("there are no bits beside this field");
  }

  /**
   * Begins a new group of openings, empty. The entries that are added refer to banks and arrays.
   * Values to open are read in {@link #start}, factors in {@link #start} and {@link #stop}, and all
   * targets are written in {@link #stop}.
   */
  void group();

  /** Adds an opening of masked values, which is checked later. */
  void masked(Bank x, int at, long[] to, int toAt, int n);

  /**
   * Adds an opening of values that are not masked: {@link #start} checks all earlier ones first.
   */
  void reveal(Bank x, int at, long[] to, int toAt, int n);

  /** Adds to = x * y. A factor of which {@code One} is set is one element for all n. */
  void product(
      Bank x, int xAt, boolean xOne, Bank y, int yAt, boolean yOne, Bank to, int toAt, int n);

  /** Adds to = x^2. */
  void square(Bank x, int xAt, Bank to, int toAt, int n);

  /**
   * Adds lookups in a public table: {@link #start} opens masked indices, which are checked later.
   *
   * @param number of the table in the program
   * @param x indices, one element each; read in {@link #start}
   * @param to the results: of all indices the first element, then of all the second one, and so on
   * @param n number of indices
   */
  void lookup(int number, PublicTable table, Bank x, int xAt, Bank to, int toAt, int n);

  /** Sends the group's openings. Between start and stop, only local calls are allowed. */
  void start() throws MpcException;

  /** Receives the group's openings and writes all targets. */
  void stop() throws MpcException;

  /** Whether values that this worker may know were opened and not checked. */
  boolean unchecked();

  /** Checks all values opened so far: after it returns, all are correct. */
  void check() throws MpcException;

  /** Checks values that were opened if very many are not checked; before rounds are shared. */
  default void checkIfDue() throws MpcException {}

  /**
   * Checks all values that a worker opened so far over all of its fields, if there are any, in one
   * turn.
   *
   * @param fields the worker's backends, by field
   */
  default void checkAll(SecretBackend[] fields) throws MpcException {
    for (SecretBackend each : fields) {
      if (each.unchecked()) {
        each.check();
      }
    }
  }

  /** Leaves this worker's unchecked openings to the next check of any worker. */
  void handOver();

  /**
   * Requires, at little cost, that the peers are there; called while this worker computes and each
   * peer still needs a message of this party.
   */
  default void requirePeers() throws MpcException {}

  /** Inputs values of all parties, with proofs of their ranges. */
  void input(Inputs batch, Bank to) throws MpcException;

  /**
   * Opens outputs to their receivers. Everything is checked before anything is returned.
   *
   * @param from the output area: the values of all ports
   */
  void output(Outputs batch, Bank from) throws MpcException;

  /**
   * Delivers values to clients, after all checks.
   *
   * @param numbers of the deliveries
   * @param values of each, all elements of a bank
   */
  default List<Delivery> deliver(long[] numbers, List<Bank> values) throws MpcException {
    throw new IllegalStateException("there are no deliveries of these values");
  }

  /** Wipes the backend's secrets; banks are wiped by their owners. */
  @Override
  void close();

  /**
   * The inputs of one instruction, in order.
   *
   * @param ports the ports of the program over this field and others, by index
   * @param port the index of each entry's port
   * @param first the number of each entry's first value at its port
   * @param n the number of values of each entry
   * @param asBits whether the bits of the values are put in place of each entry's values, the
   *     lowest of a value first: of x, or of x + 2^(width-1) if the port is signed
   * @param to the place of each entry's first value in the bank of registers
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Inputs(
      List<Port> ports, int[] port, int[] first, int[] n, boolean[] asBits, int[] to) {
    /** Returns the number of entries. */
    public int entries() {
      return port.length;
    }
  }

  /**
   * The secret outputs of a program over one field.
   *
   * @param ports the ports of the program, by index
   * @param port the index of each entry's port
   * @param at the place of each entry's first value in the output area
   * @param values receives each entry's values, public elements of the field; stays null at parties
   *     that do not receive them
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Outputs(List<Port> ports, int[] port, int[] at, long[][] values) {
    /** Returns the number of entries. */
    public int entries() {
      return port.length;
    }
  }
}
