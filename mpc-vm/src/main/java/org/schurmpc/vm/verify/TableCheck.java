package org.schurmpc.vm.verify;

import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;

/** Checks the public tables of a program, and that lookups are over fields that have them. */
final class TableCheck {
  private final Program program;
  private final String where;

  TableCheck(Program program, String where) {
    this.program = program;
    this.where = where;
  }

  /** Checks the tables themselves. */
  void check() throws BadFile {
    if (program.tables().size() > Limits.TABLES) {
      throw new BadFile("%s: there are more than %d tables".formatted(where, Limits.TABLES));
    }
    for (int t = 0; t < program.tables().size(); t++) {
      PublicTable table = program.tables().get(t);
      if (!isSmall(table)) {
        throw new BadFile(
            "%s: table %d has bytes of more than %d bits"
                .formatted(where, t, PublicTable.BYTE_BITS));
      }
      if (program.fields().stream().noneMatch(use -> table.isOver(use.field()))) {
        throw new BadFile("%s: no field of the program has table %d".formatted(where, t));
      }
    }
  }

  private static boolean isSmall(PublicTable table) {
    LookupTable entries = table.entries();
    return table.form() != PublicTable.Form.BYTES
        || Math.max(entries.inputBits(), entries.outputBits()) <= PublicTable.BYTE_BITS;
  }

  /** Requires that a table is there, and is over a field. */
  static void requireTable(Program program, int table, int field, Place place, int number)
      throws BadFile {
    if (table < 0 || table >= program.tables().size()) {
      throw place.bad(number, "startopen uses a table that is not there");
    }
    if (!program.tables().get(table).isOver(program.fields().get(field).field())) {
      throw place.bad(number, "startopen uses a table that its field does not have");
    }
  }
}
