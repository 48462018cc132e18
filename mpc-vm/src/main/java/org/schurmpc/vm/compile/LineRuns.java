package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.ir.ProgramIr;

/** Collects the source lines of a program's instructions. */
final class LineRuns {
  private final List<ProgramIr.Line> lines;
  private final Map<String, Integer> files = new LinkedHashMap<>();
  private final List<Lines.Runs> tapes = new ArrayList<>();
  private final List<int[]> runs = new ArrayList<>();
  private int last = -1;

  LineRuns(List<ProgramIr.Line> lines) {
    this.lines = lines;
  }

  /** Notes the line of the next instruction. */
  void note(int instruction, int line) {
    if (line == last) {
      return;
    }
    last = line;
    int file = files.computeIfAbsent(lines.get(line).file(), name -> files.size());
    if (!runs.isEmpty() && runs.get(runs.size() - 1)[0] == instruction) {
      // The end of a branch has no instruction of its own.
      runs.remove(runs.size() - 1);
    }
    runs.add(new int[] {instruction, file, lines.get(line).number()});
  }

  /** Ends a tape. */
  void end() {
    tapes.add(new Lines.Runs(column(0), column(1), column(2)));
    runs.clear();
    last = -1;
  }

  private int[] column(int column) {
    return runs.stream().mapToInt(run -> run[column]).toArray();
  }

  Lines lines(List<String> words) {
    return new Lines(List.copyOf(files.keySet()), tapes, words);
  }
}
