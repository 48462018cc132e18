package org.schurmpc.vm.ir;

import java.util.List;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Schedule;

/**
 * A program before its tapes are compiled.
 *
 * @param pools the constants of each field; passes add to them
 * @param arrays the arrays in memory
 * @param lines the source lines that instructions name by their index
 * @param words what is taken on the developer's word, each with its line
 */
public record ProgramIr(
    String name,
    int parties,
    List<FieldUse> fields,
    List<Pool> pools,
    MemoryLayout memory,
    List<MemoryArray> arrays,
    List<Port> inputs,
    List<Port> outputs,
    List<String> texts,
    List<PublicTable> tables,
    List<TapeIr> tapes,
    Schedule schedule,
    List<Line> lines,
    List<String> words) {

  /** A line of a source file. */
  public record Line(String file, int number) {
    @Override
    public String toString() {
      return file + ":" + number;
    }
  }

  public ProgramIr {
    fields = List.copyOf(fields);
    pools = List.copyOf(pools);
    arrays = List.copyOf(arrays);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    texts = List.copyOf(texts);
    tables = List.copyOf(tables);
    tapes = List.copyOf(tapes);
    lines = List.copyOf(lines);
    words = List.copyOf(words);
  }
}
