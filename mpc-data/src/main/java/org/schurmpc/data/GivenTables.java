package org.schurmpc.data;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.schurmpc.cli.data.InputTables;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.schema.TableContent;
import org.schurmpc.data.source.TableReader;

/** Tables that give the inputs of a program. */
record GivenTables(Map<SourceTable, List<Given>> given) implements InputTables {
  @Override
  public SortedMap<String, BigInteger[]> read(ClassLoader drivers, Consumer<String> notes)
      throws BadFile {
    SortedMap<String, BigInteger[]> values = new TreeMap<>();
    for (Map.Entry<SourceTable, List<Given>> each : given.entrySet()) {
      TableContent content = TableReader.read(each.getKey(), drivers, notes);
      for (Given part : each.getValue()) {
        values.put(part.port().name(), content.values(part.part()));
      }
    }
    return values;
  }
}
