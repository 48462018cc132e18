package org.schurmpc.vm;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.mixed.MixedTraffic;
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
      boolean bits = f == 0 && program.bitField() > 0;
      text.append(
          bits
              ? withBits(fields.get(f), SpdzMachine.bitSigma(program), demands.get(f))
              : line(fields.get(f), program.parties(), demands.get(f)));
    }
    return text.isEmpty()
        ? ""
        : "Own preprocessing from nothing, default options, bytes sent by a party:\n" + text;
  }

  private static String line(Field field, int parties, Demand demand) throws Refused {
    MascotTraffic traffic = MascotTraffic.of(MascotParameters.usual(field), parties, demand);
    return line(field, traffic, 0);
  }

  /** Returns the lines of numbers, and of bits in TinyOT beside them, between two parties. */
  private static String withBits(Field field, int bitSigma, Demand demand) throws Refused {
    MascotParameters usual = MascotParameters.usual(field);
    MixedTraffic traffic = MixedTraffic.of(usual, bitSigma, CotKind.SOFTSPOKEN, demand);
    MixedTraffic silent = MixedTraffic.of(usual, bitSigma, CotKind.SILENT, demand);
    return line(field, traffic.numbers(), traffic.bytesOfBits())
        + "  %-22s %s of it for bits in TinyOT; %s with cot = silent\n"
            .formatted("", megabytes(traffic.bytesOfBits()), megabytes(silent.bytesOfBits()));
  }

  private static String line(Field field, MascotTraffic traffic, long more) {
    String how =
        traffic.voles()
            ? "VOLE from LPN, %s to begin; %s with correlations = ot"
                .formatted(megabytes(traffic.bytesToBegin()), megabytes(traffic.bytesByOt() + more))
            : "correlations from OT alone";
    return "  %-22s about %s, with %,d values to authenticate\n  %-22s %s\n"
        .formatted(field.name(), megabytes(traffic.bytes() + more), traffic.values(), "", how);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MB", bytes / MEGABYTE);
  }
}
