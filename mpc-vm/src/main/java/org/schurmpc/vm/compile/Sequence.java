package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;

/**
 * A tape's instructions in the order in which they run: numbers of instructions, and starts and
 * stops of groups. A group of inputs has a start only.
 */
final class Sequence {
  private static final int FIRST_SIZE = 64;

  private int[] items = new int[FIRST_SIZE];
  private int size;
  private int[] members = new int[FIRST_SIZE];
  private int memberSize;
  private int[] ends = new int[FIRST_SIZE];
  private int groups;

  /** Returns the order of the program, in which each opening has its own round. */
  static Sequence inOrder(TapeIr tape) {
    Sequence sequence = new Sequence();
    for (int i = 0; i < tape.size(); i++) {
      Role role = tape.operation(i).role();
      if (role == Role.OPEN || role == Role.INPUT) {
        sequence.member(i);
        sequence.start();
        if (role == Role.OPEN) {
          sequence.stop(sequence.groups() - 1);
        }
      } else if (tape.operation(i) != Operation.NONE) {
        sequence.add(i);
      }
    }
    return sequence;
  }

  /** Appends an instruction. */
  void add(int instruction) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size + (size >> 1));
    }
    items[size++] = instruction;
  }

  /** Adds an opening or input to the group that starts next. */
  void member(int instruction) {
    if (memberSize == members.length) {
      members = Arrays.copyOf(members, memberSize + (memberSize >> 1));
    }
    members[memberSize++] = instruction;
  }

  void start() {
    if (groups == ends.length) {
      ends = Arrays.copyOf(ends, groups + (groups >> 1));
    }
    ends[groups++] = memberSize;
    add(-2 * groups + 1);
  }

  /** Stops a group. Groups stop in the order in which they started. */
  void stop(int group) {
    add(-2 * (group + 1));
  }

  int size() {
    return size;
  }

  /** Whether an item is an instruction. */
  boolean isInstruction(int at) {
    return items[at] >= 0;
  }

  int instruction(int at) {
    return items[at];
  }

  /** Whether an item that is no instruction is the start of a group. */
  boolean isStart(int at) {
    return (items[at] & 1) != 0;
  }

  /** Whether an item stops a group. */
  boolean isStop(int at, int group) {
    return items[at] == -2 * (group + 1);
  }

  /** Returns the number of the group that an item starts or stops. */
  int group(int at) {
    return (-items[at] - 1) / 2;
  }

  int groups() {
    return groups;
  }

  /** Returns the first position of a group in the list of members. */
  int from(int group) {
    return group == 0 ? 0 : ends[group - 1];
  }

  /** Returns the position behind a group in the list of members. */
  int to(int group) {
    return ends[group];
  }

  /** Returns an instruction of the list of members. */
  int memberAt(int at) {
    return members[at];
  }
}
