package org.schurmpc.vm.code;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.LookupTable;

/** Writes and reads the section of public tables. */
final class TableSection {
  private TableSection() {}

  static void write(List<PublicTable> tables, SectionBytes to) {
    to.u16(tables.size());
    for (PublicTable table : tables) {
      LookupTable entries = table.entries();
      to.u8(table.form().code());
      to.u8(entries.inputBits());
      to.u8(entries.outputBits());
      boolean bytes = entries.outputBits() <= Byte.SIZE;
      for (int i = 0; i < entries.entries(); i++) {
        if (bytes) {
          to.u8(entries.entry(i));
        } else {
          to.u16(entries.entry(i));
        }
      }
    }
  }

  static List<PublicTable> read(SectionInput section, int format) throws BadFile {
    int count = section.u16();
    if (count == 0 && format == Container.TABLE_FORMAT) {
      throw section.bad("is empty, and a program without tables has format 1");
    }
    List<PublicTable> tables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tables.add(table(section));
    }
    section.end();
    return tables;
  }

  private static PublicTable table(SectionInput section) throws BadFile {
    int code = section.u8();
    PublicTable.Form form = PublicTable.Form.of(code);
    if (form == null) {
      throw section.bad("has a table of the unknown form " + code);
    }
    int inputBits = bits(section);
    int outputBits = bits(section);
    boolean bytes = outputBits <= Byte.SIZE;
    int[] entries = new int[1 << inputBits];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = bytes ? section.u8() : section.u16();
    }
    try {
      return new PublicTable(form, new LookupTable(inputBits, outputBits, entries));
    } catch (IllegalArgumentException e) {
      throw new BadFile(section.bad("is wrong: " + e.getMessage()).getMessage(), e);
    }
  }

  private static int bits(SectionInput section) throws BadFile {
    int bits = section.u8();
    if (bits < 1 || bits > LookupTable.MAX_BITS) {
      throw section.bad(
          "has a table of %d bits, and 1 to %d are possible".formatted(bits, LookupTable.MAX_BITS));
    }
    return bits;
  }
}
