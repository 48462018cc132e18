package org.schurmpc.vm.verify;

import java.util.Arrays;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;

/** The instructions of a tape by number; checks their first words and lengths. */
final class TapeIndex {
  private static final int ZERO_BITS = 0xf << 16;
  private static final int WORDS_BITS = 0xffff;
  private static final int LEAST_LIST = 3;

  private final int[] code;
  private int[] starts;
  private int count;

  TapeIndex(int[] code, TapePlace place) throws BadFile {
    this.code = code;
    this.starts = new int[Math.max(1, code.length / 4)];
    for (int at = 0; at < code.length; ) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, Math.min(code.length, 2 * count));
      }
      starts[count] = at;
      at += words(at, place);
      count++;
    }
  }

  private int words(int at, TapePlace place) throws BadFile {
    int head = code[at];
    Op op = Code.op(head);
    if (op == null) {
      throw place.bad(count, "there is no instruction of code %#04x".formatted(head >>> 24));
    }
    if ((head & ZERO_BITS) != 0) {
      throw place.bad(count, "bits of the first word of %s are not 0".formatted(op.mnemonic()));
    }
    int words = head & WORDS_BITS;
    if (words != op.words()) {
      throw place.bad(
          count, "%s has %d words in place of %d".formatted(op.mnemonic(), words, op.words()));
    }
    if (op.shape() == Op.Shape.LIST) {
      words = at + 1 < code.length ? code[at + 1] : 0;
      if (words < LEAST_LIST) {
        throw place.bad(count, "the list of %s is empty".formatted(op.mnemonic()));
      }
    }
    if (words > code.length - at) {
      throw place.bad(count, "%s is cut short".formatted(op.mnemonic()));
    }
    return words;
  }

  int count() {
    return count;
  }

  /** Returns the position of an instruction. */
  int start(int instruction) {
    return starts[instruction];
  }

  Op op(int instruction) {
    return Code.op(code[starts[instruction]]);
  }
}
