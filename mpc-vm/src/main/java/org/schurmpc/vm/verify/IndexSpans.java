package org.schurmpc.vm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;

/**
 * Finds the lookups of a program whose indices are in the span of their table's indices for every
 * input, whenever all elements that were opened before are right, even if masked indices of earlier
 * lookups were wrong: sums of bits times elements of the span, for example, where bits are proven
 * inputs, random bits, entries of tables and their products.
 *
 * <p>For each register and region of memory, a subspace is kept that its value is in. Control flow
 * counts conservatively: what was written on one of several ways is any element, and so is what
 * crosses a call or the begin of a loop of unknown length. Memory takes all values that any tape
 * stores there, also in runs before if it is kept. Time is linear in the program, up to logarithms:
 * after {@value #PASSES} passes without an end, all of memory is any element.
 */
final class IndexSpans {
  private static final int PASSES = 8;
  private static final int NONE = -1;

  private final Program program;
  private final int field;
  private final Subspaces spaces;
  private final MemorySpans secret;
  private final MemorySpans clear;

  private IndexSpans(Program program, int field) {
    this.program = program;
    this.field = field;
    spaces = new Subspaces(program.fields().get(field).field());
    secret = new MemorySpans(spaces);
    clear = new MemorySpans(spaces);
  }

  /**
   * Returns, for each tape, the positions of startopens that look up an index that is not proven.
   *
   * @param tapes the code with positions in place of distances, and the partners of instructions
   */
  static List<BitSet> unproven(Program program, List<VerifiedTape> tapes) {
    int binary = NONE;
    for (int f = 0; f < program.fields().size(); f++) {
      FieldUse use = program.fields().get(f);
      binary = use.field().isBinary() && !use.isBits() ? f : binary;
    }
    if (program.tables().isEmpty() || binary == NONE) {
      return tapes.stream().map(tape -> new BitSet()).toList();
    }
    return new IndexSpans(program, binary).find(tapes);
  }

  private List<BitSet> find(List<VerifiedTape> tapes) {
    tapes.forEach(tape -> accesses(tape.code()));
    secret.begin();
    clear.begin();
    List<BitSet> found = pass(tapes);
    for (int pass = 1; grown(); pass++) {
      if (pass == PASSES) {
        secret.giveUp();
        clear.giveUp();
      }
      found = pass(tapes);
    }
    return found;
  }

  private boolean grown() {
    boolean ofSecret = secret.takeGrown();
    boolean ofClear = clear.takeGrown();
    return ofSecret || ofClear;
  }

  private void accesses(int[] code) {
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      if (Code.field(code[at]) != field) {
        continue;
      }
      switch (Code.op(code[at])) {
        case LDS, STS -> secret.access(code[at + 3], code[at + 1]);
        case LDSX, STSX -> secret.access(code[at + 3], code[at + 4]);
        case LDC, STC -> clear.access(code[at + 3], code[at + 1]);
        case LDCX, STCX -> clear.access(code[at + 3], code[at + 4]);
        default -> {
          // Uses no memory of elements.
        }
      }
    }
  }

  private List<BitSet> pass(List<VerifiedTape> tapes) {
    return tapes.stream().map(tape -> new TapeSpans(this, tape).unproven()).toList();
  }

  Program program() {
    return program;
  }

  int field() {
    return field;
  }

  Field elements() {
    return program.fields().get(field).field();
  }

  Subspaces spaces() {
    return spaces;
  }

  MemorySpans secret() {
    return secret;
  }

  MemorySpans clear() {
    return clear;
  }

  /** Returns the span of a table's indices. */
  int indices(PublicTable table) {
    return elements(table, table.entries().inputBits());
  }

  /** Returns what an element of a table's entries can be. */
  int entries(PublicTable table) {
    boolean bits = table.form() == PublicTable.Form.BITS;
    return bits ? spaces.powers(1) : elements(table, table.entries().outputBits());
  }

  private int elements(PublicTable table, int bits) {
    if (table.form() == PublicTable.Form.BITS) {
      return spaces.powers(bits);
    }
    List<long[]> images = new ArrayList<>();
    for (int i = 0; i < bits; i++) {
      images.add(elements().element(Gf2To40Embedding.image(i)));
    }
    return spaces.of(images);
  }

  /** Returns what a constant is. */
  int constant(int number) {
    int limbs = elements().limbs();
    long[] pool = program.pools().get(field);
    return spaces.of(List.of(Arrays.copyOfRange(pool, number * limbs, (number + 1) * limbs)));
  }

  /**
   * What the cells of one kind of memory can be: all of a region is as what is stored there, and
   * zero before. Cells that one instruction can access are of one region.
   */
  static final class MemorySpans {
    private final Subspaces spaces;
    private final List<long[]> accesses = new ArrayList<>();
    private int[] starts;
    private int[] regions;
    private boolean grown;

    MemorySpans(Subspaces spaces) {
      this.spaces = spaces;
    }

    /** Adds the cells that an instruction can access; before {@link #begin}. */
    void access(int first, int n) {
      accesses.add(new long[] {first, (long) first + n});
    }

    /** Ends the list of accesses. */
    void begin() {
      accesses.sort((a, b) -> Long.compare(a[0], b[0]));
      int[] found = new int[accesses.size()];
      int count = 0;
      long end = -1;
      for (long[] each : accesses) {
        if (each[0] >= end) {
          found[count++] = (int) each[0];
        }
        end = Math.max(end, each[1]);
      }
      starts = Arrays.copyOf(found, count);
      regions = new int[count];
      accesses.clear();
    }

    private int region(int cell) {
      int found = Arrays.binarySearch(starts, cell);
      return found >= 0 ? found : -found - 2;
    }

    int load(int first) {
      return regions[region(first)];
    }

    void store(int first, int space) {
      int region = region(first);
      int sum = spaces.sum(regions[region], space);
      grown |= sum != regions[region];
      regions[region] = sum;
    }

    /** Whether a region has grown since the last call. */
    boolean takeGrown() {
      boolean now = grown;
      grown = false;
      return now;
    }

    /** Makes all cells be any element. */
    void giveUp() {
      Arrays.fill(regions, Subspaces.ANY);
    }
  }
}
