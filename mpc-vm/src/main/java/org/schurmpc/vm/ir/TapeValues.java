package org.schurmpc.vm.ir;

import java.util.Arrays;

/**
 * The values of a tape: vectors that are assigned once, cells that are assigned often, and parts of
 * vectors. A value that turned out to be equal to another one is a part of it, too. Not
 * thread-safe.
 */
public final class TapeValues {
  private static final int FIRST_SIZE = 64;

  private char[] kinds = new char[FIRST_SIZE];
  private byte[] fields = new byte[FIRST_SIZE];
  private int[] counts = new int[FIRST_SIZE];
  // A value is the part of its parent that begins at the offset; roots are their own parents.
  private int[] parents = new int[FIRST_SIZE];
  private int[] offsets = new int[FIRST_SIZE];
  private int[] definitions = new int[FIRST_SIZE];
  private int size;

  int add(char kind, int field, int count, int definition) {
    if (size == kinds.length) {
      int larger = size + (size >> 1);
      kinds = Arrays.copyOf(kinds, larger);
      fields = Arrays.copyOf(fields, larger);
      counts = Arrays.copyOf(counts, larger);
      parents = Arrays.copyOf(parents, larger);
      offsets = Arrays.copyOf(offsets, larger);
      definitions = Arrays.copyOf(definitions, larger);
    }
    kinds[size] = kind;
    fields[size] = (byte) field;
    counts[size] = count;
    parents[size] = size;
    definitions[size] = definition;
    return size++;
  }

  int addPart(int of, int from, int count) {
    int part = add(kinds[of], fields[of], count, -1);
    makePart(part, of, from);
    return part;
  }

  /** Makes a root a part of another value. */
  public void makePart(int value, int of, int from) {
    int root = root(of);
    offsets[value] = offset(of) + from;
    parents[value] = root;
  }

  /** Returns the number of values. */
  public int size() {
    return size;
  }

  /** Returns the kind of registers: 's', 'c' or 'i'. */
  public char kind(int value) {
    return kinds[value];
  }

  public int field(int value) {
    return fields[value];
  }

  /** Returns the number of elements. */
  public int count(int value) {
    return counts[value];
  }

  /** Returns the value that holds this one. */
  public int root(int value) {
    int parent = parents[value];
    if (parents[parent] != parent) {
      int root = root(parent);
      offsets[value] += offsets[parent];
      parents[value] = root;
      return root;
    }
    return parent;
  }

  /** Returns the place of the first element in the root. */
  public int offset(int value) {
    root(value);
    return offsets[value];
  }

  /** Returns the instruction that assigns a root, or -1 for a cell. */
  public int definition(int root) {
    return definitions[root];
  }

  /** Whether two values are the same elements. */
  public boolean same(int value, int other) {
    return value == other
        || (value >= 0
            && other >= 0
            && counts[value] == counts[other]
            && root(value) == root(other)
            && offset(value) == offset(other));
  }
}
