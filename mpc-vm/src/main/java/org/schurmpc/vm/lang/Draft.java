package org.schurmpc.vm.lang;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Pool;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;

/** A program that is written: what the classes of the language record into. Not thread-safe. */
final class Draft {
  final List<FieldUse> fields;
  final SourceLines lines;
  final List<Port> inputs = new ArrayList<>();
  final List<Port> outputs = new ArrayList<>();
  final List<String> texts = new ArrayList<>();
  private final List<PublicTable> tables = new ArrayList<>();
  final Schedule.Builder schedule = new Schedule.Builder();

  /** The tape that is written. */
  TapeDraft tape;

  /** Number of loops around what is written, and of tapes that run several times. */
  int loops;

  /** Whether the memory is kept between runs. */
  boolean keepsMemory;

  /** Bits that all must be 0. */
  final Violations violations = new Violations(this);

  /** What is taken on the developer's word, with its line. */
  private final Set<String> words = new LinkedHashSet<>();

  private final List<TapeDraft> tapes = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();
  private final List<MemoryArray> arrays = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Integer> tapeNames = new HashMap<>();
  private final List<TapeDraft.Cell> cells = new ArrayList<>();
  private final int[] secret;
  private final int[] clear;
  private int ints;

  Draft(List<FieldUse> fields, boolean lines) {
    this.fields = fields;
    this.lines = new SourceLines(lines);
    secret = new int[fields.size()];
    clear = new int[fields.size()];
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

  private void requireNewName(String kind, String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw error("'%s' is no name: letters, digits and underscores make one".formatted(name));
    }
    if (!names.add(kind + " " + name)) {
      throw error("there are two of %s %s".formatted(kind, name));
    }
  }

  /** Notes what the program takes on its developer's word, unless the library takes it. */
  void word(String what) {
    if (!lines.isLibrary()) {
      noteWord(what);
    }
  }

  void noteWord(String what) {
    words.add(lines.text() + " " + what);
  }

  /** Notes bounds that are taken on the developer's word, if they are narrower. */
  void word(String what, Bounds known, Bounds taken) {
    if (!taken.contains(known)) {
      word("%s: %s".formatted(what, taken));
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

  // Memory

  MemoryArray array(String name, char kind, int field, int length) {
    requireNewName("array", name);
    return place(name, kind, field, length);
  }

  /** Creates an array that the program does not name. */
  MemoryArray hidden(char kind, int field, int length) {
    return place("", kind, field, length);
  }

  private MemoryArray place(String name, char kind, int field, int length) {
    if (length < 1) {
      throw error("an array has at least 1 cell, not %d".formatted(length));
    }
    int base =
        switch (kind) {
          case 's' -> secret[field];
          case 'c' -> clear[field];
          default -> ints;
        };
    int end;
    try {
      end = Math.addExact(base, length);
    } catch (ArithmeticException e) {
      throw error("the program's memory has more than 2^31 cells");
    }
    switch (kind) {
      case 's' -> secret[field] = end;
      case 'c' -> clear[field] = end;
      default -> ints = end;
    }
    MemoryArray array = new MemoryArray(arrays.size(), name, kind, field, base, length);
    arrays.add(array);
    return array;
  }

  private static Operation memory(char kind, boolean store, boolean indexed) {
    return switch (kind) {
      case 's' ->
          store
              ? (indexed ? Operation.STSX : Operation.STS)
              : (indexed ? Operation.LDSX : Operation.LDS);
      case 'c' ->
          store
              ? (indexed ? Operation.STCX : Operation.STC)
              : (indexed ? Operation.LDCX : Operation.LDC);
      default ->
          store
              ? (indexed ? Operation.STIX : Operation.STI)
              : (indexed ? Operation.LDIX : Operation.LDI);
    };
  }

  private int access(
      MemoryArray array, TapeDraft in, boolean store, long at, int index, int n, int... value) {
    Operation operation = memory(array.kind(), store, index != TapeIr.NO);
    int first = store ? value[0] : index;
    int second = store ? index : TapeIr.NO;
    int line = lines.here();
    int instruction = in.ir.add(operation, n, first, second, line);
    in.ir.setArray(instruction, array.number());
    in.ir.setImmediate(instruction, at);
    if (index != TapeIr.NO) {
      in.ir.setOnes(instruction, !store, store);
    }
    return instruction;
  }

  int load(MemoryArray array, int at, int n) {
    int load = access(array, tape, false, at, TapeIr.NO, n);
    return tape.ir.define(load, array.kind(), array.field(), n);
  }

  int loadIndexed(MemoryArray array, int index, int n) {
    return loadIndexed(array, 0, array.length(), index, n);
  }

  /** Loads n cells from an index on in a part of an array. */
  int loadIndexed(MemoryArray array, int from, int length, int index, int n) {
    int load = access(array, tape, false, TapeIr.part(from, length), index, n);
    return tape.ir.define(load, array.kind(), array.field(), n);
  }

  void store(MemoryArray array, int at, int value, int n) {
    access(array, tape, true, at, TapeIr.NO, n, value);
  }

  void storeIndexed(MemoryArray array, int index, int value, int n) {
    storeIndexed(array, 0, array.length(), index, value, n);
  }

  /** Stores n cells from an index on in a part of an array. */
  void storeIndexed(MemoryArray array, int from, int length, int index, int value, int n) {
    access(array, tape, true, TapeIr.part(from, length), index, n, value);
  }

  /** Stores a value at the end of an earlier piece of the main program. */
  MemoryArray storeAtEnd(TapeDraft in, int value) {
    int n = in.ir.values().count(value);
    int field = in.ir.values().field(value);
    MemoryArray array = hidden(in.ir.values().kind(value), field, n);
    access(array, in, true, 0, TapeIr.NO, n, value);
    return array;
  }

  // Ports

  int input(String name, int party, int field, ValueType type, int width, int n) {
    return input(name, party, field, type, width, 0, n);
  }

  int input(String name, int party, int field, ValueType type, int width, int fraction, int n) {
    port(name, party, field, type, width, fraction, n);
    return emitImmediate(
        Operation.INPUT, 's', field, n, TapeIr.NO, (long) (inputs.size() - 1) << Integer.SIZE);
  }

  /** Returns the number of the vector of an input's bits, the lowest first. */
  int inputBits(String name, int party, int field, ValueType type, int width) {
    return inputBits(name, party, field, type, width, 1);
  }

  /** Returns the number of the vector of the bits of n values, one value after the other. */
  int inputBits(String name, int party, int field, ValueType type, int width, int n) {
    int bits;
    try {
      bits = Math.multiplyExact(width, n);
    } catch (ArithmeticException e) {
      throw error("input %s has more than 2^31 bits".formatted(name));
    }
    port(name, party, field, type, width, 0, n);
    int at = tape.ir.add(Operation.INPUT_BITS, n, TapeIr.NO, TapeIr.NO, lines.here());
    tape.ir.setImmediate(at, (long) (inputs.size() - 1) << Integer.SIZE);
    return tape.ir.define(at, 's', field, bits);
  }

  private void port(
      String name, int party, int field, ValueType type, int width, int fraction, int n) {
    requireNewName("input", name);
    if (loops > 0) {
      throw error("input %s is in a loop, which would read it again".formatted(name));
    }
    inputs.add(new Port(name, party, field, type, width, fraction, n));
  }

  void output(Value value, String name, int party, ValueType type, int width) {
    output(value, name, party, type, width, 0);
  }

  void output(Value value, String name, int party, ValueType type, int width, int fraction) {
    requireNewName("output", name);
    if (loops > 0) {
      throw error("output %s is in a loop, which would write it again".formatted(name));
    }
    int id = value.id();
    int n = value.n();
    outputs.add(new Port(name, party, value.field(), type, width, fraction, n));
    Operation operation = value.kind() == 's' ? Operation.OUTPUT : Operation.OUTPUTC;
    int at = tape.ir.add(operation, n, id, TapeIr.NO, lines.here());
    tape.ir.setImmediate(at, (long) (outputs.size() - 1) << Integer.SIZE);
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

  ProgramIr finish(String name, int parties) {
    tape.recordRoutines(this);
    MemoryLayout memory = new MemoryLayout(secret, clear, ints, keepsMemory);
    List<TapeIr> all = tapes.stream().map(each -> each.ir).toList();
    return new ProgramIr(
        name,
        parties,
        fields,
        pools,
        memory,
        arrays,
        inputs,
        outputs,
        texts,
        tables,
        all,
        schedule.build(),
        lines.all(),
        List.copyOf(words));
  }
}
