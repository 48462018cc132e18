package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/**
 * Merges instructions that compute equal values and folds constants, in linear time. Instructions
 * are equal if their operations, sources and numbers are; loads, in a basic block only, if nothing
 * was stored in the array between them. Material and inputs are never merged.
 */
final class ValueNumbers {
  private final TapeIr tape;
  private final TapeValues values;
  private final Folding folding;

  // Chains of instructions with equal hashes, newest first; scopes are undone from their ends.
  private final int[] heads;
  private final int[] next;
  private final int[] added;
  private final int[] versions;
  private int addedSize;
  private int[] scopes = new int[16];
  private int depth;

  // Version of each array's content, and the number of the block.
  private final int[] stores;
  private int block;

  /** The instruction that begins the routine; nothing before it is known in the routine. */
  private int routine;

  private ValueNumbers(ProgramIr program, TapeIr tape) {
    this.tape = tape;
    this.values = tape.values();
    this.folding = new Folding(program, tape);
    heads = new int[Integer.highestOneBit(Math.max(16, tape.size())) * 2];
    Arrays.fill(heads, -1);
    next = new int[tape.size()];
    added = new int[tape.size()];
    versions = new int[tape.size()];
    stores = new int[program.arrays().size()];
  }

  static void merge(ProgramIr program, TapeIr tape) {
    ValueNumbers numbers = new ValueNumbers(program, tape);
    int size = tape.size();
    for (int i = 0; i < size; i++) {
      numbers.visit(i);
    }
  }

  private void visit(int i) {
    folding.fold(i);
    Role role = tape.operation(i).role();
    switch (role) {
      case CONTROL -> control(i);
      case STORE -> stores[tape.array(i)] = i + 1;
      case PURE, GATEWAY, OPEN -> find(i, 0);
      // A version is the block's, or of the last store in it.
      case LOAD -> find(i, Math.max(stores[tape.array(i)], block));
      default -> {
        // Never equal to another one.
      }
    }
  }

  private void control(int i) {
    block = i + 1;
    switch (tape.operation(i)) {
      case LOOP, WHILE, IF -> open();
      case ROUTINE -> {
        open();
        routine = i;
      }
      case END_ROUTINE -> {
        close();
        routine = 0;
      }
      case ELSE -> {
        close();
        open();
      }
      case END_LOOP, END_WHILE, END_IF -> close();
      default -> {
        // In the scope of its loop.
      }
    }
  }

  private void open() {
    if (depth == scopes.length) {
      scopes = Arrays.copyOf(scopes, 2 * depth);
    }
    scopes[depth++] = addedSize;
  }

  private void close() {
    int until = scopes[--depth];
    while (addedSize > until) {
      int last = added[--addedSize];
      heads[bucket(last)] = next[last];
    }
  }

  private void find(int i, int version) {
    if (tape.operation(i) == Operation.NONE) {
      return;
    }
    versions[i] = version;
    int bucket = bucket(i);
    for (int other = heads[bucket]; other >= routine; other = next[other]) {
      if (equal(i, other)) {
        values.makePart(tape.target(i), tape.target(other), 0);
        tape.remove(i);
        return;
      }
    }
    next[i] = heads[bucket];
    heads[bucket] = i;
    added[addedSize++] = i;
  }

  private int bucket(int i) {
    int hash = tape.operation(i).name().hashCode() * 31 + tape.count(i);
    hash = hash * 31 + Long.hashCode(tape.immediate(i)) + tape.array(i) + versions[i] * 7;
    boolean commutes = tape.operation(i).commutes();
    int sources = 0;
    for (int k = 0; k < tape.sources(i); k++) {
      int of = sourceHash(tape.source(i, k));
      sources = commutes ? sources + of : sources * 31 + of;
    }
    hash = hash * 31 + sources;
    hash *= 0x9e3779b1;
    return (hash ^ hash >>> 15) & (heads.length - 1);
  }

  private int sourceHash(int value) {
    return (values.root(value) * 0x85ebca6b + values.offset(value)) * 0xc2b2ae35;
  }

  private boolean equal(int i, int other) {
    if (tape.operation(i) != tape.operation(other)
        || tape.count(i) != tape.count(other)
        || tape.immediate(i) != tape.immediate(other)
        || tape.array(i) != tape.array(other)
        || versions[i] != versions[other]
        || tape.sources(i) != tape.sources(other)
        || values.field(tape.target(i)) != values.field(tape.target(other))) {
      return false;
    }
    if (sameSources(i, other, 0, 1)) {
      return true;
    }
    return tape.operation(i).commutes() && sameSources(i, other, 1, 0);
  }

  /** Whether the sources are the same, the first two of them in an order. */
  private boolean sameSources(int i, int other, int first, int second) {
    for (int k = 0; k < tape.sources(i); k++) {
      int with = k == 0 ? first : k == 1 ? second : k;
      if (!values.same(tape.source(i, k), tape.source(other, with))) {
        return false;
      }
    }
    return true;
  }
}
