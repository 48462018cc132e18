package org.schurmpc.vm.lang;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Pool;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/** A program that is written: what the classes of the language record into. Not thread-safe. */
final class Draft {
  final List<FieldUse> fields;

  /** The number of the field of TinyOT's bits, or -1 if the program has none. */
  final int bitField;

  /** Number of parties. */
  final int parties;

  final SourceLines lines;
  final Memory memory;
  final Ports ports = new Ports(this);
  final List<String> texts = new ArrayList<>();
  private final List<PublicTable> tables = new ArrayList<>();
  final Schedule.Builder schedule = new Schedule.Builder();

  /** The tape that is written. */
  TapeDraft tape;

  /** Number of loops around what is written, and of tapes that run several times. */
  int loops;

  /** Bits that all must be 0. */
  final Violations violations = new Violations(this);

  /** What a trial checks; null if the program is for parties. */
  private final Trial trial;

  /** What is taken on the developer's word, with its line. */
  private final Set<String> words = new LinkedHashSet<>();

  private final List<TapeDraft> tapes = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Integer> tapeNames = new HashMap<>();
  private final List<TapeDraft.Cell> cells = new ArrayList<>();

  Draft(List<FieldUse> fields, int parties, Recording recording) {
    this.fields = List.copyOf(fields);
    this.bitField = FieldUse.bits(fields);
    this.parties = parties;
    this.lines = new SourceLines(recording != Recording.WITHOUT_LINES);
    this.trial = recording == Recording.OF_TRIAL ? new Trial(this) : null;
    memory = new Memory(this, fields.size());
    fields.forEach(use -> pools.add(new Pool(use.field())));
    begin("main", true);
  }

  ProgramError error(String reason) {
    return new ProgramError(lines.text(), reason);
  }

  ArgumentError argumentError(String reason) {
    return new ArgumentError(lines.text(), reason);
  }

  Field field(int field) {
    return fields.get(field).field();
  }

  void requireNewName(String kind, String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw error("'%s' is no name: letters, digits and underscores make one".formatted(name));
    }
    if (!names.add(kind + " " + name)) {
      throw error("there are two of %s %s".formatted(kind, name));
    }
  }

  void noteWord(String what) {
    words.add(lines.text() + " " + what);
  }

  /** Notes bounds that are taken on the developer's word, if they are narrower. */
  void word(String what, Value value, Bounds known, Bounds taken) {
    if (!taken.contains(known)) {
      word("%s: %s".formatted(what, taken), what, value, taken);
    }
  }

  /** Notes what is taken on the developer's word, which a trial checks, unless a library's. */
  void word(String note, String what, Value value, Bounds taken) {
    if (!lines.isLibrary()) {
      noteWord(note);
      checkWord(what, value, taken);
    }
  }

  /** In a trial, ends the run if a value is not what the developer's word says. */
  void checkWord(String what, Value value, Bounds taken) {
    if (trial != null) {
      trial.requireWithin(value, taken, what);
    }
  }

  /** In a trial, ends the run if an operation of the program's on indices wraps around. */
  void checkExact(Operation operation, Index x, Index y, int result) {
    if (trial != null && !lines.isLibrary()) {
      trial.requireExact(operation, x, y, result);
    }
  }

  // Tapes

  /** Begins a tape and makes it the one that is written. */
  TapeDraft begin(String name, boolean main) {
    int before = tapeNames.merge(name, 1, Integer::sum);
    tape = new TapeDraft(before == 1 ? name : name + "_" + before, main);
    tapes.add(tape);
    return tape;
  }

  int number(TapeDraft of) {
    return tapes.indexOf(of);
  }

  void addCell(TapeDraft.Cell cell) {
    cells.add(cell);
  }

  /** Returns the variables of the main program. */
  List<TapeDraft.Cell> cells() {
    return List.copyOf(cells);
  }

  /** Ends a piece of the main program: its variables go to memory. */
  void leaveMain() {
    cells.removeIf(cell -> !cell.isOf(tape));
    cells.forEach(TapeDraft.Cell::leave);
    tape.recordRoutines(this);
  }

  /** Begins the next piece of the main program, with the variables of the piece before it. */
  void enterMain(TapeDraft before) {
    cells.removeIf(cell -> !cell.isOf(before));
    begin("main", true);
    cells.forEach(TapeDraft.Cell::enter);
  }

  /** Ends the use of values and variables that a loop of steps makes, from a tape on. */
  void closeSteps(int first, List<TapeDraft.Cell> outer) {
    cells.retainAll(outer);
    tapes.stream().skip(first).filter(each -> each.main).forEach(each -> each.region.closed = true);
  }

  // Instructions

  int emit(Operation operation, char kind, int field, int n, int first, int second) {
    int at = tape.ir.add(operation, n, first, second, lines.here());
    return tape.ir.define(at, kind, field, n);
  }

  int emit(Operation operation, char kind, int field, Operand first, Operand second) {
    int n = Math.max(first.n(), second.n());
    int at = tape.ir.add(operation, n, first.id(), second.id(), lines.here());
    tape.ir.setOnes(at, first.n() < n, second.n() < n);
    return tape.ir.define(at, kind, field, n);
  }

  /** A source of an instruction: a value and its number of elements. */
  record Operand(int id, int n) {}

  int emitImmediate(Operation operation, char kind, int field, int n, int first, long immediate) {
    int at = tape.ir.add(operation, n, first, TapeIr.NO, lines.here());
    tape.ir.setImmediate(at, immediate);
    return tape.ir.define(at, kind, field, n);
  }

  /** Returns the number of a public table. */
  int table(PublicTable table) {
    if (!tables.contains(table)) {
      tables.add(table);
    }
    return tables.indexOf(table);
  }

  /**
   * Returns the number of the vector of the results of lookups.
   *
   * @param results number of elements of a result
   */
  int lookup(int table, Operand index, int results) {
    int at = tape.ir.add(Operation.LOOKUP, index.n(), index.id(), TapeIr.NO, lines.here());
    tape.ir.setImmediate(at, table);
    return tape.ir.define(at, 's', SecretGf2n.FIELD, Math.multiplyExact(results, index.n()));
  }

  int join(Operation operation, char kind, int field, int n, int[] parts) {
    int at = tape.ir.add(operation, n, TapeIr.NO, TapeIr.NO, lines.here());
    tape.ir.setList(at, parts);
    return tape.ir.define(at, kind, field, n);
  }

  int constant(int field, BigInteger value) {
    return emitImmediate(Operation.LDK, 'c', field, 1, TapeIr.NO, pools.get(field).index(value));
  }

  /** Returns the number of the sum of a vector's elements times powers of 2 or X. */
  int compose(int field, int bits, int count) {
    int[] powers = new int[count];
    for (int i = 0; i < count; i++) {
      powers[i] = power(field, i);
    }
    int factors = join(Operation.JOIN_CLEAR, 'c', field, count, powers);
    int weighted = emit(Operation.MULM, 's', field, count, bits, factors);
    int sum = tape.ir.add(Operation.SUMS, count, weighted, TapeIr.NO, lines.here());
    return tape.ir.define(sum, 's', field, 1);
  }

  /** Returns the number of a constant: a power of 2, or of X. */
  int power(int field, int exponent) {
    return constant(field, BigInteger.TWO.pow(exponent));
  }

  /**
   * Returns the number of the vector of n sums of bits times powers of 2.
   *
   * @param bits count times n bits, those of one power in a row, the lowest first
   */
  int composeAll(int field, int bits, int count, int n) {
    if (n == 1) {
      return compose(field, bits, count);
    }
    int sum = tape.ir.part(bits, (count - 1) * n, n);
    for (int i = count - 2; i >= 0; i--) {
      int twice = emit(Operation.ADDS, 's', field, n, sum, sum);
      sum = emit(Operation.ADDS, 's', field, n, twice, tape.ir.part(bits, i * n, n));
    }
    return sum;
  }

  /** Returns a vector's elements as bits. */
  List<SecretBit> bits(int vector, int count) {
    List<SecretBit> bits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bits.add(new SecretBit(this, tape.ir.part(vector, i, 1)));
    }
    return bits;
  }

  int constant(int field, long value) {
    return constant(field, BigInteger.valueOf(value));
  }

  int integer(long value) {
    return emitImmediate(Operation.INT, 'i', 0, 1, TapeIr.NO, value);
  }

  /** Returns the bounds of clear values that are any element. */
  Bounds anyElement() {
    return Bounds.signed(field(0).bits() + 1);
  }

  /** Requires that the numbers of some bounds are elements; returns the bounds. */
  Bounds requireFits(Bounds bounds, String what) {
    requireFits(bounds.width(), what);
    return bounds;
  }

  /** Requires that a signed number of some bits is an element. */
  int requireFits(long width, String what) {
    int room = field(0).bits() - 1;
    if (width > room) {
      throw error(
          "%s needs %d bits, but %s holds numbers of %d bits: take a prime of %d bits, or narrow a"
                  .formatted(what, width, field(0).name(), room, width + 1)
              + " value by assumeFits");
    }
    return (int) width;
  }

  /** Requires that values of some bits under a mask of bits are elements. */
  void requireRoom(int bits) {
    int sigmaMask = fields.get(0).sigmaMask();
    // A value plus 2^(bits-1) and a mask are below 2^(bits+sigmaMask), and below the prime.
    long needed = (long) bits + sigmaMask;
    if (needed > field(0).bits() - 1) {
      throw error(
          "masked values of %d bits need a prime of %d bits, and %s has %d: take a larger prime, or"
                  .formatted(bits, needed + 1, field(0).name(), field(0).bits())
              + " masks that are longer by less than %d bits".formatted(sigmaMask));
    }
  }

  /** Ends the run with a reason if a condition is 0; ends the basic block. */
  void require(Index condition, String reason) {
    int at = tape.control(Operation.REQUIRE, condition.id(), lines.here());
    tape.ir.setImmediate(at, text(reason));
  }

  /** Returns the number of a text. */
  int text(String text) {
    if (!texts.contains(text)) {
      texts.add(text);
    }
    return texts.indexOf(text);
  }

  private boolean usesBits(List<TapeIr> all) {
    return memory.has(bitField) || all.stream().anyMatch(this::usesBits);
  }

  private boolean usesBits(TapeIr of) {
    TapeValues values = of.values();
    return IntStream.range(0, values.size()).anyMatch(i -> values.field(i) == bitField)
        || IntStream.range(0, of.size()).anyMatch(i -> of.operation(i) == Operation.EDALOW);
  }

  ProgramIr finish(String name) {
    tape.recordRoutines(this);
    List<TapeIr> all = tapes.stream().map(each -> each.ir).toList();
    int used = bitField < 0 || usesBits(all) ? fields.size() : bitField;
    return new ProgramIr(
        name,
        parties,
        fields.subList(0, used),
        pools.subList(0, used),
        memory.layout(used),
        memory.arrays(),
        ports.inputs(),
        ports.outputs(),
        texts,
        tables,
        all,
        schedule.build(),
        lines.all(),
        List.copyOf(words));
  }
}
