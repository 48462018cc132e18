package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.schurmpc.circuits.opt.CircuitComparison;
import org.schurmpc.circuits.opt.CircuitOptimizer;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.io.BristolFashion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code circuit optimize}: writes a smaller circuit of the same function. */
@Command(
    name = "optimize",
    usageHelpAutoWidth = true,
    description = {
      "Reads a circuit, makes it smaller without changing what it computes, and writes it in Bristol"
          + " Fashion: constants are folded, what is there twice is there once, products that are"
          + " only used as a sum become as few as they can be, and gates come in order of"
          + " depth. Never more ANDs or lookups; both circuits are compared, on all inputs of at most 20 bits"
          + " or else on random ones, before anything is written."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar circuit optimize adder_32bit.txt adder.txt",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 unreadable circuit, or the result cannot be written."
    })
final class OptimizeCommand implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "A Bristol circuit, packed by gzip or not, or a name in the library.")
  private String in;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "Where the result goes; packed by gzip if its name ends in .gz.")
  private Path target;

  @Option(names = "--force", description = "Overwrite OUT if it is there.")
  private boolean force;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  OptimizeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws MpcException {
    CircuitSource source = CircuitSource.named(in);
    requireWritable(source);
    Circuit circuit = source.read();
    Circuit small = CircuitOptimizer.optimize(circuit);
    if (!CircuitComparison.agree(circuit, small, System.nanoTime())) {
      throw new IllegalStateException("the smaller circuit computes something else");
    }
    BristolFashion.write(small, target);
    CircuitStatistics before = CircuitStatistics.of(circuit);
    CircuitStatistics after = CircuitStatistics.of(small);
    line("AND", before.count(GateType.AND), after.count(GateType.AND));
    if (before.count(GateType.LOOKUP) > 0) {
      line("LOOKUP", before.count(GateType.LOOKUP), after.count(GateType.LOOKUP));
    }
    line(before.depthName(), before.depth(), after.depth());
    line("gates", circuit.gateCount(), small.gateCount());
    return 0;
  }

  /** Refuses to overwrite the circuit that is read, or without {@code --force} any file. */
  private void requireWritable(CircuitSource source) throws Refused {
    if (!Files.exists(target)) {
      return;
    }
    if (!source.library() && isSame(Path.of(source.name()))) {
      throw new Refused("IN and OUT are the same file, " + target + ": take another OUT");
    }
    if (!force) {
      throw new Refused(target + " is there already: take another OUT, or --force to overwrite");
    }
  }

  private boolean isSame(Path source) {
    try {
      return Files.isSameFile(source, target);
    } catch (IOException e) {
      return false; // what is unreadable is reported when it is read
    }
  }

  private void line(String name, int before, int after) {
    out.printf("%-16s %,12d -> %,12d%n", name, before, after);
  }
}
