package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.display.CostText;
import org.schurmpc.cli.display.RateText;
import org.schurmpc.cli.forecast.CostCount;
import org.schurmpc.cli.forecast.CotChoice;
import org.schurmpc.cli.forecast.Forecast;
import org.schurmpc.cli.forecast.MachineRates;
import org.schurmpc.cli.forecast.ProtocolRates;
import org.schurmpc.cli.forecast.RateFile;
import org.schurmpc.cli.forecast.UsualOptions;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.LineOption;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options that forecast the cost of evaluating a circuit, and prints the forecast. */
final class CostOptions {
  private static final String LOOPBACK = "loopback";

  /** Size of material, in bytes, up to which the preprocessing is run to count its traffic. */
  private static final long COUNTED_BYTES = 4 << 20;

  @Option(
      names = "--cost",
      paramLabel = "LINK",
      arity = "0..1",
      fallbackValue = LOOPBACK,
      description =
          "Forecast for each protocol the rounds, material, bytes and time of an evaluation over a"
              + " line: loopback (default), 1gbit, 2gbit, wan, or rate and delay each way, as"
              + " 100mbit,5ms.")
  private String link;

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "With --cost: this protocol alone; default all that take the circuit.")
  private String protocol;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "With --cost: instances of the circuit; default 1.")
  private Integer blocks;

  @Option(
      names = "--parties",
      paramLabel = "N",
      description = "With --cost: the number of parties; default 2.")
  private Integer parties;

  @Option(
      names = "--inputs",
      paramLabel = "WHO",
      split = ",",
      description =
          "With --cost: who supplies each input value, as for eval; default the parties in turn, or"
              + " all shared if there are fewer values.")
  private List<String> inputs;

  @Option(
      names = "--outputs",
      paramLabel = "WHO",
      split = ",",
      description = "With --cost: who learns each output value, as for eval; default all.")
  private List<String> outputs;

  @Option(
      names = "--rates",
      paramLabel = "FILE",
      description =
          "With --cost: the file of measured rates; default the one that info --measure writes.")
  private Path rates;

  @Mixin
  private final ProtocolFlags flags =
      new ProtocolFlags()
          .note(
              "field",
              "In place of %s, forecasts take %s."
                  .formatted(SecurityFloor.FIELD, UsualOptions.FIELD));

  /** Returns whether a forecast is asked for. */
  boolean isAsked() {
    return link != null;
  }

  /**
   * Requires that no option of forecasts was given.
   *
   * @throws Refused naming {@code --cost} otherwise
   */
  void requireNone() throws Refused {
    boolean given =
        protocol != null
            || blocks != null
            || parties != null
            || inputs != null
            || outputs != null
            || rates != null
            || !flags.given().isEmpty();
    if (given) {
      throw new Refused("options of protocols and evaluations are for --cost: say it as well");
    }
  }

  /** Counts and prints. */
  void print(String name, Circuit circuit, PrintStream out) throws MpcException {
    Optional<Link> line = line();
    int instances = blocks == null ? 1 : blocks;
    Ranges.range("--blocks", instances, 1, JobConfig.MAX_LANES);
    int number = parties == null ? JobConfig.PARTIES : parties;
    Ranges.range("--parties", number, JobConfig.PARTIES, JobConfig.MAX_PARTIES);
    IoMap io = io(circuit, number);
    List<Protocol> protocols =
        protocol == null ? Protocols.all() : List.of(Protocols.named(protocol));
    Optional<MachineRates> measured =
        (rates == null ? RateFile.usual() : new RateFile(rates)).read();
    CostText text = new CostText(out);
    text.heading(name, circuit, instances, number, io);
    text.line("link", line.map(Link::toString).orElse("loopback: two processes of this machine"));
    text.line("rates", measured.map(RateText::summary).orElse(RateText.NONE));
    List<String> others = new ArrayList<>();
    Map<String, Forecast> forecasts = new TreeMap<>();
    for (Protocol each : protocols) {
      Map<String, String> options = options(each);
      try {
        ProtocolOptions how = new ProtocolOptions(number, instances, options);
        CostCount count =
            CostCount.of(Computation.plan(each.name(), circuit, io, how), COUNTED_BYTES);
        Optional<ProtocolRates> of = measured.flatMap(all -> all.of(each.name()));
        Optional<Forecast> forecast = of.map(all -> new Forecast(count, all.under(options), line));
        forecast.ifPresent(found -> forecasts.put(each.name(), found));
        text.print(each.name(), options, count, forecast);
        if (count.ownMaterial()) {
          double bytes = (double) count.plan().demand().bytes();
          of.flatMap(all -> CotChoice.of(all, bytes, count.plan().passes()))
              .ifPresent(choice -> text.line("  cot", choice.sentence(delay(line))));
        }
      } catch (Refused e) {
        if (protocol != null) {
          throw e;
        }
        others.add(e.getMessage());
      }
    }
    if (!others.isEmpty() || forecasts.size() > 1) {
      out.println();
    }
    if (forecasts.size() > 1) {
      text.fastest(forecasts);
    }
    others.forEach(reason -> text.line("left out", reason));
  }

  private Optional<Link> line() throws Refused {
    return link.toLowerCase(Locale.ROOT).equals(LOOPBACK)
        ? Optional.empty()
        : Optional.of(Link.parse(link));
  }

  private static Duration delay(Optional<Link> line) {
    return line.map(Link::delay).orElse(Duration.ZERO);
  }

  /** Returns the options of a protocol: all if the protocol was named, or else those it has. */
  private Map<String, String> options(Protocol each) throws Refused {
    Map<String, String> given = flags.given();
    Map<String, String> options = UsualOptions.of(each, given);
    if (line().isPresent() && each.options().contains(LineOption.FOR_LINE)) {
      options.putIfAbsent(LineOption.FOR_LINE.name(), link);
    }
    if (protocol != null) {
      options.putAll(given); // the protocol refuses those that it does not have
    }
    return options;
  }

  private IoMap io(Circuit circuit, int number) throws Refused {
    return ComputationJob.map(
        Optional.of(inputs == null ? suppliers(circuit.inputSizes().length, number) : inputs),
        Optional.of(
            outputs == null ? Collections.nCopies(circuit.outputSizes().length, "all") : outputs),
        circuit,
        number);
  }

  private static List<String> suppliers(int values, int number) {
    return values < number
        ? Collections.nCopies(values, "shared")
        : IntStream.range(0, values).mapToObj(i -> "party" + (i % number + 1)).toList();
  }
}
