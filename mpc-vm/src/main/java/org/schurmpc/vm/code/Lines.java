package org.schurmpc.vm.code;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The source lines of a program's instructions. Not part of its digest.
 *
 * @param files names of source files
 * @param tapes the lines of each tape
 * @param words what the program takes on its developer's word, each with its line
 */
public record Lines(List<String> files, List<Runs> tapes, List<String> words) {
  public Lines {
    files = List.copyOf(files);
    tapes = List.copyOf(tapes);
    words = List.copyOf(words);
  }

  /**
   * The lines of a tape: from each listed instruction on, up to the next listed one.
   *
   * @param instructions numbers of instructions, ascending
   * @param files index of each one's file
   * @param lines number of each one's line
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Runs(int[] instructions, int[] files, int[] lines) {
    /** Runs of a tape whose lines are not known. */
    public static final Runs NONE = new Runs(new int[0], new int[0], new int[0]);
  }

  /** Returns no lines. */
  public static Lines none(int tapes) {
    return new Lines(List.of(), Collections.nCopies(tapes, Runs.NONE), List.of());
  }

  /** Returns "FILE:LINE" of an instruction, or an empty text if unknown. */
  public String of(int tape, int instruction) {
    Runs runs = tapes.get(tape);
    int at = Arrays.binarySearch(runs.instructions, instruction);
    int run = at >= 0 ? at : -at - 2;
    return run < 0 ? "" : files.get(runs.files[run]) + ":" + runs.lines[run];
  }
}
