package org.schurmpc.cli.values;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.core.program.Decimals;
import org.schurmpc.core.program.ProgramPort;

/**
 * Writes the values that a party receives from a program, in the form that {@link NamedValues}
 * reads: decimal, with a point if the type is fixed, or, of binary fields, hexadecimal.
 *
 * @param ports the outputs, in the order of their lines
 * @param tables the files that hold the values of some outputs, by name
 */
public record NamedText(List<ProgramPort> ports, Map<String, Path> tables) {
  public NamedText {
    ports = List.copyOf(ports);
    tables = Map.copyOf(tables);
  }

  /** Writes a line for each output, and flushes. The stream stays open. */
  public void write(SortedMap<String, BigInteger[]> values, OutputStream to) throws IOException {
    Writer out = writer(to);
    for (ProgramPort port : ports) {
      out.write(port.name());
      out.write(" = ");
      if (tables.containsKey(port.name())) {
        out.write("@" + tables.get(port.name()));
      } else {
        write(port, values.get(port.name()), ", ", out);
      }
      out.write('\n');
    }
    out.flush();
  }

  /** Writes the values of one output, a line for each, and flushes. The stream stays open. */
  public void writeTable(ProgramPort port, BigInteger[] values, OutputStream to)
      throws IOException {
    Writer out = writer(to);
    write(port, values, "\n", out);
    out.write('\n');
    out.flush();
  }

  private static Writer writer(OutputStream to) {
    return new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
  }

  private static void write(ProgramPort port, BigInteger[] values, String between, Writer out)
      throws IOException {
    for (int i = 0; i < values.length; i++) {
      out.write(i == 0 ? "" : between);
      out.write(text(port, values[i]));
    }
  }

  private static String text(ProgramPort port, BigInteger value) {
    return port.binary() ? "0x" + value.toString(16) : Decimals.text(value, port.fraction());
  }
}
