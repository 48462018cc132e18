package org.schurmpc.vm.asm;

import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.vm.code.PublicTable;

/**
 * The text of a public table: its form, the numbers of input and output bits, and all entries in
 * hexadecimal, each with the digits of the longest possible one.
 */
final class TableText {
  private static final int HEX_BITS = 4;
  private static final Pattern HEX = Pattern.compile("[0-9a-f]+");

  private TableText() {}

  private static int digits(int outputBits) {
    return (outputBits + HEX_BITS - 1) / HEX_BITS;
  }

  static String of(PublicTable table) {
    LookupTable entries = table.entries();
    String format = "%0" + digits(entries.outputBits()) + "x";
    StringBuilder text = new StringBuilder();
    text.append(table.form().word()).append(' ');
    text.append(entries.inputBits()).append(' ').append(entries.outputBits()).append(' ');
    for (int i = 0; i < entries.entries(); i++) {
      text.append(format.formatted(entries.entry(i)));
    }
    return text.toString();
  }

  static PublicTable parse(LineWords words) throws BadFile {
    String word = words.next("form");
    PublicTable.Form form = PublicTable.Form.named(word);
    if (form == null) {
      throw words.bad("there are no tables of '%s'".formatted(word));
    }
    int inputBits = bits(words);
    int outputBits = bits(words);
    String hex = words.next("entries");
    int digits = digits(outputBits);
    if (!HEX.matcher(hex).matches() || hex.length() != digits << inputBits) {
      throw words.bad(
          "a table of %d input bits has %,d entries of %d hexadecimal digits"
              .formatted(inputBits, 1 << inputBits, digits));
    }
    int[] entries = new int[1 << inputBits];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = Integer.parseInt(hex, i * digits, (i + 1) * digits, 16);
    }
    try {
      return new PublicTable(form, new LookupTable(inputBits, outputBits, entries));
    } catch (IllegalArgumentException e) {
      throw new BadFile(words.bad(e.getMessage()).getMessage(), e);
    }
  }

  private static int bits(LineWords words) throws BadFile {
    return (int) words.number(words.next("bits"), "number of bits", 1, LookupTable.MAX_BITS);
  }
}
