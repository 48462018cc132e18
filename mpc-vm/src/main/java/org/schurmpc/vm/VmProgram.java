package org.schurmpc.vm;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramCost;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.core.program.ProgramResult;
import org.schurmpc.vm.asm.Disassembler;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ProgramWriter;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lib.Shuffle;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** A verified program, for the command line. */
final class VmProgram implements CompiledProgram {
  private final VerifiedProgram program;

  VmProgram(VerifiedProgram program) {
    this.program = program;
  }

  @Override
  public String name() {
    return program.program().name();
  }

  @Override
  public byte[] bytes() {
    return ProgramWriter.write(program.program());
  }

  @Override
  public String digest() {
    return HexFormat.of().formatHex(program.digest());
  }

  @Override
  public int parties() {
    return program.program().parties();
  }

  @Override
  public List<String> fields() {
    return program.program().fields().stream().map(use -> use.field().name()).toList();
  }

  @Override
  public List<ProgramPort> inputs() {
    return program.program().inputs().stream()
        .filter(port -> !Shuffle.isShuffle(port))
        .map(this::port)
        .toList();
  }

  @Override
  public List<ProgramPort> outputs() {
    return program.program().outputs().stream().map(this::port).toList();
  }

  private ProgramPort port(Port port) {
    FieldUse use = program.program().fields().get(port.field());
    Field field = use.field();
    String type = port.type().word();
    return new ProgramPort(
        port.name(),
        port.party() == Port.ALL ? OptionalInt.empty() : OptionalInt.of(port.party()),
        switch (port.type()) {
          case ELEMENT -> type + " of " + field.name();
          case BIT -> type;
          case UNSIGNED, SIGNED -> type + " " + port.width();
          case FIXED -> "%s %d %d".formatted(type, port.width(), port.fraction());
        },
        switch (port.type()) {
          case ELEMENT, BIT, UNSIGNED -> BigInteger.ZERO;
          case SIGNED, FIXED -> BigInteger.TWO.pow(port.width() - 1).negate();
        },
        switch (port.type()) {
          case ELEMENT -> field.order().subtract(BigInteger.ONE);
          case BIT -> BigInteger.ONE;
          case UNSIGNED -> BigInteger.TWO.pow(port.width()).subtract(BigInteger.ONE);
          case SIGNED, FIXED -> BigInteger.TWO.pow(port.width() - 1).subtract(BigInteger.ONE);
        },
        field.isBinary() && !use.isBits(),
        port.fraction(),
        port.count());
  }

  @Override
  public boolean prints() {
    return program.program().tapes().stream().anyMatch(tape -> prints(tape.words()));
  }

  private static boolean prints(int[] code) {
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      if (Code.op(code[at]) == Op.PRINT) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean keepsMemory() {
    return program.program().memory().kept();
  }

  @Override
  public long maskedOpenings() {
    return program.maskedOpenings();
  }

  @Override
  public OptionalInt sigmaMask() {
    FieldUse first = program.program().fields().get(0);
    return first.field().isBinary() ? OptionalInt.empty() : OptionalInt.of(first.sigmaMask());
  }

  @Override
  public CompiledProgram unmasked() throws BadFile {
    return new VmProgram(program.unmasked());
  }

  @Override
  public String assembler() {
    return Disassembler.text(program.program());
  }

  @Override
  public String cost() throws MpcException {
    try {
      return costs().text() + PreparationText.of(program);
    } catch (ArithmeticException e) {
      throw uncountable(e);
    }
  }

  @Override
  public String preparation() throws MpcException {
    try {
      return PreparationText.of(program);
    } catch (ArithmeticException e) {
      throw uncountable(e);
    }
  }

  @Override
  public ProgramCost totalCost() throws BadFile {
    Cost total = costs().total();
    Counts items = total.items();
    return new ProgramCost(
        total.rounds(),
        total.checks(),
        items.triples(),
        items.squares(),
        items.bits(),
        items.inverses(),
        items.mixed().ands(),
        total.traffic().rounds(),
        LongStream.of(total.traffic().bytes()).max().orElse(0) * (parties() - 1));
  }

  private CostReport costs() throws BadFile {
    try {
      return CostReport.of(program);
    } catch (ArithmeticException e) {
      throw uncountable(e);
    }
  }

  private BadFile uncountable(ArithmeticException cause) {
    return new BadFile("the costs of program %s exceed 63 bits".formatted(name()), cause);
  }

  @Override
  public ConfiguredProgram configure(Map<String, String> protocolOptions, int threads)
      throws Refused {
    return new VmConfigured(program, protocolOptions, threads);
  }

  @Override
  public ProgramResult interpret(SortedMap<String, BigInteger[]> inputs, long seed)
      throws MpcException {
    Values values = VmConfigured.values(program.program(), inputs);
    Interpreter.Outcome outcome = Interpreter.run(program, values, seed);
    return new ProgramResult(VmConfigured.numbers(outcome.outputs()), outcome.prints());
  }
}
