package org.schurmpc.cli.forecast;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.run.LocalParties;

/**
 * Measures the rates of this machine, in the JVM of this process: two parties in threads of their
 * own, over loopback.
 *
 * @param warmNanos the time for which each measurement is repeated before it counts
 * @param countedNanos the time for which each measurement is repeated then
 */
public record RateMeasurement(long warmNanos, long countedNanos) {
  private static final int PARTIES = 2;

  /** The larger number of lanes at which evaluations are measured. */
  private static final int MANY_LANES = 256;

  /** Factor between two amounts of material that are measured. */
  private static final int GROWTH = 4;

  /** Number of amounts that are measured even if they take long. */
  private static final int LEAST_AMOUNTS = 3;

  private static final int MOST_AMOUNTS = 5;

  /** Time, in nanoseconds, above which no larger amount of material is measured. */
  private static final long LONG = 1_500_000_000;

  private static final int PINGS = 2_000;
  private static final int BLOCK = 1 << 20;
  private static final int BLOCKS = 64;

  /** Returns a measurement that takes a few seconds for each protocol. */
  public static RateMeasurement usual() {
    return new RateMeasurement(400_000_000, 300_000_000);
  }

  /**
   * Measures some protocols; those that evaluate no circuits are left out.
   *
   * @param progress receives the name of each protocol before it is measured
   */
  public MachineRates measure(List<Protocol> protocols, Consumer<String> progress)
      throws MpcException {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Map<String, ProtocolRates> all = new TreeMap<>();
    for (Protocol protocol : protocols) {
      Map<String, String> options = UsualOptions.of(protocol, Map.of());
      ConfiguredProtocol single = configured(protocol, options, 1);
      if (takes(single, ReferenceCircuits.deep())) {
        progress.accept(protocol.name());
        all.put(protocol.name(), rates(protocol, options, single));
      }
    }
    double[] line = line();
    return new MachineRates(
        MachineRates.VERSION,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Runtime.version().toString(),
        KernelProvider.choose().reason(),
        Runtime.getRuntime().availableProcessors(),
        load,
        0,
        line[0],
        line[1],
        all);
  }

  private static ConfiguredProtocol configured(
      Protocol protocol, Map<String, String> options, int instances) throws Refused {
    ConfiguredProtocol configured =
        protocol.configure(new ProtocolOptions(PARTIES, instances, options));
    try {
      return configured.preprocesses() ? configured.withOwnMaterial() : configured;
    } catch (Refused e) {
      return configured;
    }
  }

  private static IoMap io(LayeredCircuit circuit) {
    return IoMap.roundRobin(circuit.circuit(), PARTIES);
  }

  private static boolean takes(ConfiguredProtocol protocol, LayeredCircuit circuit) {
    try {
      protocol.demand(circuit, io(circuit));
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  private ProtocolRates rates(
      Protocol protocol, Map<String, String> options, ConfiguredProtocol single)
      throws MpcException {
    List<OnlineRates> online = new ArrayList<>();
    online.add(online(single));
    ConfiguredProtocol many = configured(protocol, options, MANY_LANES);
    if (many.lanes() != single.lanes()) {
      online.add(online(many));
    }
    List<MaterialPoint> usual = material(protocol, options, single);
    if (!CotChoice.isOf(protocol) || !prepares(single)) {
      return new ProtocolRates(options, online, usual, List.of(), 0);
    }
    Map<String, String> other = new TreeMap<>(options);
    other.put(PreprocessingOptions.COT.name(), CotChoice.SILENT);
    ConfiguredProtocol silent = configured(protocol, other, 1);
    return new ProtocolRates(
        options,
        online,
        usual,
        material(protocol, other, silent),
        (double) beginning(silent) - beginning(single));
  }

  /** Returns the bytes that a party sends before the first material. */
  private static long beginning(ConfiguredProtocol protocol) throws MpcException {
    LayeredCircuit circuit = ReferenceCircuits.deep();
    IoMap io = io(circuit);
    try (LocalParties parties = LocalParties.inMemory(PARTIES)) {
      return new OwnPreprocessing(protocol, circuit, io)
          .generate(parties, protocol.demand(circuit, io), 1)
          .beginning()
          .mostSent();
    }
  }

  private OnlineRates online(ConfiguredProtocol protocol) throws MpcException {
    Timed deep = evaluation(protocol, ReferenceCircuits.deep());
    Timed wide = evaluation(protocol, ReferenceCircuits.wide());
    // Two equations of two unknowns: rounds x round + units x and = nanos.
    double determinant = (double) deep.rounds * wide.units - (double) wide.rounds * deep.units;
    double round = (deep.nanos * wide.units - wide.nanos * deep.units) / determinant;
    double and = (wide.nanos - wide.rounds * round) / wide.units;
    if (round < 0) {
      round = 0;
      and = wide.nanos / wide.units;
    } else if (and < 0) {
      round = deep.nanos / deep.rounds;
      and = 0;
    }
    Timed linear = evaluation(protocol, ReferenceCircuits.linear());
    LayeredCircuit tables = ReferenceCircuits.lookups();
    double lookup =
        takes(protocol, tables) ? evaluation(protocol, tables).rest(round, and, true) : 0;
    return new OnlineRates(protocol.lanes(), round, and, lookup, linear.rest(round, and, false));
  }

  /** Holds the time of an evaluation. */
  private record Timed(LayeredCircuit circuit, double nanos, long rounds, long units) {
    /** Returns the time of each lookup, or of each linear gate, that rounds and ANDs leave. */
    double rest(double round, double and, boolean lookups) {
      double left = nanos - rounds * round - units * and;
      return Math.max(0, left) / (lookups ? circuit.lookupCount() : Forecast.linearGates(circuit));
    }
  }

  private Timed evaluation(ConfiguredProtocol protocol, LayeredCircuit circuit)
      throws MpcException {
    LocalParties parties = LocalParties.overLoopback(PARTIES);
    try (LocalRun run = LocalRun.open(parties, protocol, circuit, io(circuit))) {
      run.supply();
      run.evaluate();
      long rounds = run.online().rounds();
      double nanos =
          least(
              () -> {
                run.supply();
                long start = System.nanoTime();
                run.evaluate();
                return System.nanoTime() - start;
              });
      return new Timed(circuit, nanos, rounds, Forecast.units(circuit));
    }
  }

  private List<MaterialPoint> material(
      Protocol protocol, Map<String, String> options, ConfiguredProtocol single)
      throws MpcException {
    List<MaterialPoint> points = new ArrayList<>();
    if (!prepares(single)) {
      return points;
    }
    LayeredCircuit circuit = ReferenceCircuits.wide();
    boolean free = isFree(single);
    long amount = 1; // multiplications, or instances of the circuit to which material belongs
    for (int i = 0; i < MOST_AMOUNTS; i++) {
      ConfiguredProtocol of = free ? single : configured(protocol, options, (int) amount);
      Demand demand = free ? of.multiplications(amount) : of.demand(circuit, io(circuit));
      if (points.isEmpty() || demand.bytes() > points.get(points.size() - 1).materialBytes()) {
        points.add(point(new OwnPreprocessing(of, circuit, io(circuit)), demand));
      }
      if (points.size() >= LEAST_AMOUNTS && points.get(points.size() - 1).nanos() > LONG) {
        break;
      }
      amount = free && i == 0 ? of.preprocessedTogether() : GROWTH * amount;
    }
    return points;
  }

  /** Whether the protocol makes material with these options; some make it with others alone. */
  private static boolean prepares(ConfiguredProtocol protocol) {
    try {
      return protocol.preprocesses() && protocol.withOwnMaterial().preprocesses();
    } catch (Refused e) {
      return false;
    }
  }

  private static boolean isFree(ConfiguredProtocol protocol) {
    try {
      protocol.multiplications(1);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  private MaterialPoint point(OwnPreprocessing own, Demand demand) throws MpcException {
    RunTraffic[] traffic = new RunTraffic[1];
    double nanos =
        least(
            () -> {
              try (LocalParties parties = LocalParties.overLoopback(PARTIES)) {
                OwnPreprocessing.Figures figures = own.generate(parties, demand, 1);
                traffic[0] = figures.traffic();
                return figures.nanos();
              }
            });
    return new MaterialPoint(demand.bytes(), nanos, traffic[0].mostSent(), traffic[0].rounds());
  }

  /** Measures something once, in nanoseconds. */
  private interface Measured {
    long nanos() throws MpcException;
  }

  /**
   * Repeats a measurement, and returns the least of those that count: other programs of the machine
   * make some longer and none shorter.
   */
  private double least(Measured measured) throws MpcException {
    long last = 0;
    for (long spent = 0; spent < warmNanos; ) {
      last = measured.nanos();
      spent += Math.max(1, last);
    }
    long least = last > warmNanos ? last : Long.MAX_VALUE; // long ones are repeated once
    for (long spent = 0; spent < countedNanos; ) {
      long nanos = measured.nanos();
      least = Math.min(least, nanos);
      spent += Math.max(1, nanos);
    }
    return least;
  }

  /** Measures a round trip over loopback in microseconds, and its rate in 10^6 bytes a second. */
  private static double[] line() throws MpcException {
    try (LocalParties parties = LocalParties.overLoopback(PARTIES)) {
      return parties
          .each(
              network -> {
                var channel = network.channel(1 - network.party());
                byte[] block = new byte[BLOCK];
                long[] times = new long[PINGS];
                for (int i = 0; i < PINGS; i++) {
                  long start = System.nanoTime();
                  if (network.party() == 0) {
                    channel.send(block, 0, 1);
                    channel.receive(block, 0, 1);
                  } else {
                    channel.receive(block, 0, 1);
                    channel.send(block, 0, 1);
                  }
                  times[i] = System.nanoTime() - start;
                }
                Arrays.sort(times);
                long start = System.nanoTime();
                for (int i = 0; i < BLOCKS; i++) {
                  channel.exchange(block, 0, BLOCK, block, 0, BLOCK);
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                return new double[] {times[PINGS / 2] / 1e3, BLOCKS * (BLOCK / 1e6) / seconds};
              })
          .get(0);
    }
  }
}
