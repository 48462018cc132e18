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
    masked(program, out);
    line(out, "digest", program.digest());
  }

  /** Prints how many openings are masked, if one believes the program's compiler. */
  static void masked(CompiledProgram program, PrintStream out) {
    long count = program.maskedOpenings();
    String masks =
        program.sigmaMask().isPresent()
            ? "; masks of bits are %d bits longer than what they hide"
                .formatted(program.sigmaMask().getAsInt())
            : "";
    line(out, "masked", "%,d of its openings, as its compiler says%s".formatted(count, masks));
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
