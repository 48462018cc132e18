package org.schurmpc.vm;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotTraffic;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.spdz.SpdzMachine;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Says what the own preprocessing of a program sends over its prime fields, as estimates. */
final class PreparationText {
  private static final double MEGABYTE = 1e6;

  private PreparationText() {}

  /**
   * Returns lines for a program, none if it has no prime field.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  static String of(VerifiedProgram verified) throws Refused {
    Program program = verified.program();
    List<Field> fields =
        program.fields().stream().filter(use -> !use.isBits()).map(use -> use.field()).toList();
    List<Demand> demands =
        SpdzMachine.demand(verified, fields.stream().map(Material::usualSigma).toList());
    StringBuilder text = new StringBuilder();
    for (int f :
        IntStream.range(0, fields.size()).filter(i -> !fields.get(i).isBinary()).toArray()) {
      text.append(line(fields.get(f), program.parties(), demands.get(f)));
    }
    return text.isEmpty()
        ? ""
        : "Own preprocessing from nothing, default options, bytes sent by a party:\n" + text;
  }

  private static String line(Field field, int parties, Demand demand) throws Refused {
    MascotTraffic traffic = MascotTraffic.of(MascotParameters.usual(field), parties, demand);
    String how =
        traffic.voles()
            ? "VOLE from LPN, %s to begin; %s with correlations = ot"
                .formatted(megabytes(traffic.bytesToBegin()), megabytes(traffic.bytesByOt()))
            : "correlations from OT alone";
    return "  %-22s about %s, with %,d values to authenticate\n  %-22s %s\n"
        .formatted(field.name(), megabytes(traffic.bytes()), traffic.values(), "", how);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MB", bytes / MEGABYTE);
  }
}
