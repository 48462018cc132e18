package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.io.BristolFashion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the statistics of a circuit: its values, gates and depth. */
@Command(
    name = "circuit",
    usageHelpAutoWidth = true,
    description = "Prints the figures of a circuit, or makes a smaller one of it.",
    footer = {
      "",
      "Example: java -jar mpc-bench.jar circuit aes_128",
      "Example: java -jar mpc-bench.jar circuit aes_128 --cost wan --protocol tinyot"
    })
final class CircuitCommand implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "A Bristol circuit, packed by gzip or not, or a name in the library.")
  private String file;

  @Mixin private final CostOptions cost = new CostOptions();

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  CircuitCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws MpcException {
    if (file == null) {
      throw new ParameterException(spec.commandLine(), "which circuit? Say a file or a name");
    }
    CircuitSource source = CircuitSource.named(file);
    Circuit circuit = source.read();
    if (cost.isAsked()) {
      cost.print(source.shortName(), circuit, out);
      return 0;
    }
    cost.requireNone();
    CircuitStatistics figures = CircuitStatistics.of(circuit);
    line("circuit", source.shortName());
    line("inputs (bits)", join(circuit.inputSizes()));
    line("outputs (bits)", join(circuit.outputSizes()));
    line("wires", number(circuit.wireCount()));
    boolean lookups = figures.count(GateType.LOOKUP) > 0;
    for (GateType type : GateType.values()) {
      if (type != GateType.LOOKUP || lookups) {
        line(type.name(), number(figures.count(type)));
      }
    }
    if (lookups) {
      line("tables (bits)", tables(circuit));
    }
    line(figures.depthName(), number(figures.depth()));
    line("ANDs per layer", spread(figures.andsPerLayer()));
    if (lookups) {
      line("lookups a layer", spread(figures.lookupsPerLayer()));
    }
    line("live values", number(figures.slotCount()) + " at most at once");
    line("SHA-256", BristolFashion.hexDigest(circuit));
    line("AES-128", AesConvention.of(circuit).map(AesConvention::toString).orElse("no"));
    return 0;
  }

  /** Returns the sizes of the lookup tables, each with the number of tables of that size. */
  private static String tables(Circuit circuit) {
    Map<String, Integer> sizes = new TreeMap<>();
    for (LookupTable table : circuit.tables()) {
      sizes.merge(table.inputBits() + " to " + table.outputBits(), 1, Integer::sum);
    }
    return sizes.entrySet().stream()
        .map(size -> size.getValue() + " of " + size.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String join(int[] sizes) {
    return Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining(", "));
  }

  private static String spread(int[] layers) {
    if (layers.length == 0) {
      return "none";
    }
    int[] sorted = layers.clone();
    Arrays.sort(sorted);
    return "min %,d, median %,d, max %,d"
        .formatted(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }

  private static String number(int value) {
    return "%,d".formatted(value);
  }

  private void line(String name, String value) {
    out.printf("%-16s %s%n", name, value);
  }
}
