package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.List;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramPort;

/** Prints what a program is: its parties, fields, inputs and outputs, and its digest. */
final class ProgramSummary {
  private ProgramSummary() {}

  static void print(CompiledProgram program, PrintStream out) {
    line(out, "program", program.name());
    line(out, "parties", Integer.toString(program.parties()));
    line(out, "fields", String.join(", ", program.fields()));
    ports(out, "input", program.inputs());
    ports(out, "output", program.outputs());
    line(out, "digest", program.digest());
  }

  private static void ports(PrintStream out, String kind, List<ProgramPort> ports) {
    for (ProgramPort port : ports) {
      String party =
          port.party().isPresent() ? "party " + (port.party().getAsInt() + 1) : "all parties";
      String type =
          port.count() == 1 ? port.type() : "%,d of %s".formatted(port.count(), port.type());
      line(out, kind, "%s, %s, %s".formatted(port.name(), party, type));
    }
  }

  private static void line(PrintStream out, String name, String value) {
    out.printf("%-8s %s%n", name, value);
  }
}
