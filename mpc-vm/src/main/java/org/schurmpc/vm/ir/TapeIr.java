package org.schurmpc.vm.ir;

import java.util.Arrays;
import org.schurmpc.vm.code.Code;

/**
 * A tape's instructions in the order of the program. Instructions of the role {@link
 * Operation.Role#CONTROL} nest properly and separate basic blocks. Values are assigned before they
 * are used, and are used only inside of the loop or branch that assigns them. Not thread-safe.
 */
public final class TapeIr {
  /** No value. */
  public static final int NO = -1;

  private static final int FIRST_SIZE = 64;

  private final String name;
  private final TapeValues values = new TapeValues();
  private Operation[] operations = new Operation[FIRST_SIZE];
  private byte[] ones = new byte[FIRST_SIZE];
  private int[] counts = new int[FIRST_SIZE];
  private int[] targets = new int[FIRST_SIZE];
  private int[] bitTargets = new int[FIRST_SIZE];
  private int[] firsts = new int[FIRST_SIZE];
  private int[] seconds = new int[FIRST_SIZE];
  private int[] arrays = new int[FIRST_SIZE];
  private int[] lines = new int[FIRST_SIZE];
  private long[] immediates = new long[FIRST_SIZE];
  private int size;
  private int[] lists = new int[FIRST_SIZE];
  private int listSize;

  public TapeIr(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  public TapeValues values() {
    return values;
  }

  /** Returns the number of instructions. */
  public int size() {
    return size;
  }

  /** Creates a cell: a vector that can be assigned often. */
  public int cell(char kind, int field, int count) {
    return values.add(kind, field, count, NO);
  }

  /** Creates the value that is a part of another one. */
  public int part(int value, int from, int count) {
    return values.addPart(value, from, count);
  }

  /** Appends an instruction without a target, with default values in other columns. */
  public int add(Operation operation, int n, int first, int second, int line) {
    if (size == operations.length) {
      grow();
    }
    operations[size] = operation;
    counts[size] = n;
    targets[size] = NO;
    bitTargets[size] = NO;
    firsts[size] = first;
    seconds[size] = second;
    arrays[size] = NO;
    lines[size] = line;
    return size++;
  }

  private void grow() {
    int larger = size + (size >> 1);
    operations = Arrays.copyOf(operations, larger);
    ones = Arrays.copyOf(ones, larger);
    counts = Arrays.copyOf(counts, larger);
    targets = Arrays.copyOf(targets, larger);
    bitTargets = Arrays.copyOf(bitTargets, larger);
    firsts = Arrays.copyOf(firsts, larger);
    seconds = Arrays.copyOf(seconds, larger);
    arrays = Arrays.copyOf(arrays, larger);
    lines = Arrays.copyOf(lines, larger);
    immediates = Arrays.copyOf(immediates, larger);
  }

  /** Gives an instruction a new value as its target. */
  public int define(int instruction, char kind, int field, int count) {
    targets[instruction] = values.add(kind, field, count, instruction);
    return targets[instruction];
  }

  /** Gives an instruction a second new value as a target, which is of bits. */
  public int defineBits(int instruction, int field, int count) {
    bitTargets[instruction] = values.add('s', field, count, instruction);
    return bitTargets[instruction];
  }

  /** Gives an instruction a cell as its target. */
  public void setTarget(int instruction, int value) {
    targets[instruction] = value;
  }

  /** Sets the flags {@link Code#X_ONE} and {@link Code#Y_ONE}. */
  public void setOnes(int instruction, boolean first, boolean second) {
    ones[instruction] = (byte) ((first ? 1 : 0) | (second ? 2 : 0));
  }

  public void setImmediate(int instruction, long immediate) {
    immediates[instruction] = immediate;
  }

  /** Sets the number of the array that a load or store accesses. */
  public void setArray(int instruction, int array) {
    arrays[instruction] = array;
  }

  /** Sets the sources of an instruction that has a list. */
  public void setList(int instruction, int... sources) {
    if (listSize + sources.length > lists.length) {
      lists = Arrays.copyOf(lists, Math.max(listSize + sources.length, listSize * 2));
    }
    System.arraycopy(sources, 0, lists, listSize, sources.length);
    firsts[instruction] = listSize;
    seconds[instruction] = sources.length;
    listSize += sources.length;
  }

  public Operation operation(int instruction) {
    return operations[instruction];
  }

  /** Returns the number of elements. */
  public int count(int instruction) {
    return counts[instruction];
  }

  /** Returns the value that the instruction assigns, or {@link #NO}. */
  public int target(int instruction) {
    return targets[instruction];
  }

  /** Returns the value of bits that the instruction assigns beside its target, or {@link #NO}. */
  public int bitTarget(int instruction) {
    return bitTargets[instruction];
  }

  /** Returns the number of sources. */
  public int sources(int instruction) {
    if (operation(instruction).hasList()) {
      return seconds[instruction];
    }
    return seconds[instruction] != NO ? 2 : firsts[instruction] != NO ? 1 : 0;
  }

  /** Returns a source: a value, or a negative number for a text. */
  public int source(int instruction, int number) {
    if (operation(instruction).hasList()) {
      return lists[firsts[instruction] + number];
    }
    return number == 0 ? firsts[instruction] : seconds[instruction];
  }

  /** Whether a source, 0 or 1, is one element for all n. */
  public boolean one(int instruction, int source) {
    return (ones[instruction] >> source & 1) != 0;
  }

  /** Returns the flags of the instruction in bytecode. */
  public int flags(int instruction) {
    return (one(instruction, 0) ? Code.X_ONE : 0) | (one(instruction, 1) ? Code.Y_ONE : 0);
  }

  public long immediate(int instruction) {
    return immediates[instruction];
  }

  /** Returns the immediate of an indexed access to a part of an array. */
  public static long part(int from, int length) {
    return (long) from << Integer.SIZE | length;
  }

  /** Returns the first cell of the part of an array that an indexed access is to. */
  public int partFrom(int instruction) {
    return (int) (immediates[instruction] >>> Integer.SIZE);
  }

  /** Returns the number of cells of the part of an array that an indexed access is to. */
  public int partLength(int instruction) {
    return (int) immediates[instruction];
  }

  public int array(int instruction) {
    return arrays[instruction];
  }

  /** Returns the number of the source line in {@link ProgramIr#lines}. */
  public int line(int instruction) {
    return lines[instruction];
  }

  /** Removes an instruction. */
  public void remove(int instruction) {
    replace(instruction, Operation.NONE, NO, NO);
  }

  /** Replaces the operation and the sources; the target stays. */
  public void replace(int instruction, Operation operation, int first, int second) {
    operations[instruction] = operation;
    firsts[instruction] = first;
    seconds[instruction] = second;
    ones[instruction] = 0;
  }
}
