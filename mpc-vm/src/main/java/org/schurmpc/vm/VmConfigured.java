package org.schurmpc.vm;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.program.ClientOutputs;
import org.schurmpc.core.program.ClientPorts;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramListener;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Work;
import org.schurmpc.core.session.Phase;
import org.schurmpc.spdz.SpdzProtocol;
import org.schurmpc.spdz.online.SpdzEngine;
import org.schurmpc.spdz.share.MacComparison;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.lib.Shuffle;
import org.schurmpc.vm.machine.Clients;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.spdz.MemoryOptions;
import org.schurmpc.vm.machine.spdz.SpdzMachine;
import org.schurmpc.vm.verify.VerifiedProgram;

/** A program with the options of its protocol, which is SPDZ. */
final class VmConfigured implements ConfiguredProgram {
  private static final String FIELD = "field";
  private static final String OPENING = "opening";
  private static final String BITS = "tinyot-bits";

  /** Approximate size of an input or output: as a number, an element and a share. */
  private static final int VALUE_BYTES = 256;

  private static final int BIT_BYTES = 64;

  /** Maximum size of the material of a run over one field. */
  private static final long MOST_BYTES = 1L << 50;

  private final VerifiedProgram program;
  private final int threads;
  private final OpeningMode mode;
  private final List<Integer> sigma;
  private final List<ConfiguredProtocol> protocols;
  private final Clients clients;
  private final RunPlan plan;

  /**
   * Configures SPDZ over each field of a program.
   *
   * @throws Refused if an option is unknown or out of its range
   */
  VmConfigured(VerifiedProgram program, Map<String, String> options, int threads) throws Refused {
    if (threads < 1 || threads > SpdzMachine.Options.MOST_THREADS) {
      throw new Refused(
          "tapes run with 1 to %d threads, not with %d"
              .formatted(SpdzMachine.Options.MOST_THREADS, threads));
    }
    List<ConfiguredProtocol> protocols = new ArrayList<>();
    for (FieldUse use : program.program().fields()) {
      if (!use.isBits()) {
        boolean beside = protocols.isEmpty() && program.program().bitField() > 0;
        protocols.add(protocol(program.program(), use, beside, options));
      }
    }
    this.program = program;
    this.threads = threads;
    this.mode = OpeningMode.valueOf(protocols.get(0).terms().get(OPENING).toUpperCase(Locale.ROOT));
    this.sigma = protocols.stream().map(ConfiguredProtocol::sigma).toList();
    this.protocols = protocols;
    this.clients = Clients.NONE;
    this.plan = makePlan();
  }

  private VmConfigured(VmConfigured of, Clients clients) throws Refused {
    this.program = of.program;
    this.threads = of.threads;
    this.mode = of.mode;
    this.sigma = of.sigma;
    this.protocols = of.protocols;
    this.clients = clients;
    this.plan = makePlan().on("ports of clients", clients.describe());
  }

  @Override
  public ConfiguredProgram withClients(ClientPorts ports) throws Refused {
    Clients all = new Clients(program, ports);
    for (int port : all.inputPorts()) {
      if (Shuffle.isShuffle(program.program().inputs().get(port))) {
        throw new Refused("the settings of a shuffle are its party's, not a client's");
      }
    }
    return new VmConfigured(this, all);
  }

  @Override
  public SortedMap<String, Integer> clientBits() {
    return clients.bits();
  }

  private static ConfiguredProtocol protocol(
      Program program, FieldUse use, boolean bits, Map<String, String> options) throws Refused {
    TreeMap<String, String> values = new TreeMap<>(options);
    for (String own : List.of(FIELD, BITS)) {
      if (values.containsKey(own)) {
        throw new Refused(
            "the program says what it computes on: leave out the option '%s'".formatted(own));
      }
    }
    values.put(FIELD, use.field().name());
    if (bits) {
      values.put(BITS, Integer.toString(SpdzMachine.bitSigma(program)));
    }
    return new SpdzProtocol().configure(new ProtocolOptions(program.parties(), 1, values));
  }

  private RunPlan makePlan() throws Refused {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("program", HexFormat.of().formatHex(program.digest()));
    terms.put("threads of tapes", Integer.toString(threads));
    if (!program.program().tables().isEmpty()) {
      terms.putAll(SpdzEngine.LOOKUP_TERMS);
    }
    for (FieldUse use : program.program().fields()) {
      if (!use.isBits()) {
        terms.putAll(MacComparison.online(program.program().parties(), use.field()).terms());
      }
    }
    if (hasOwnBits()) {
      terms.put("inputs in a range", "through bits that their owners have proven");
    }
    List<Demand> units = units();
    List<RunPlan.Part> parts = new ArrayList<>();
    for (int f = 0; f < protocols.size(); f++) {
      String field = program.program().fields().get(f).field().name();
      parts.add(new RunPlan.Part(field, protocols.get(f), units.get(f)));
    }
    return new RunPlan(terms, parts, false);
  }

  /** Whether peers of before, which run the program as well, would input values in another way. */
  private boolean hasOwnBits() {
    return program.tapes().stream()
        .flatMap(tape -> Arrays.stream(tape.tape().demand()))
        .anyMatch(Counts::hasOwnBits);
  }

  @Override
  public long heldBytes() {
    return SpdzMachine.heldBytes(program, sigma);
  }

  private List<Demand> units() throws Refused {
    try {
      List<Demand> units = SpdzMachine.demand(program, sigma, clients);
      for (Demand unit : units) {
        if (unit.bytes() > MOST_BYTES) {
          throw new ArithmeticException("more than 2^50 bytes");
        }
      }
      return units;
    } catch (ArithmeticException e) {
      throw new Refused(
          "a run of the program %s needs more material than can be counted"
              .formatted(program.program().name()),
          e);
    }
  }

  @Override
  public RunPlan plan() {
    return plan;
  }

  /** Returns what values take until they are shared; bits are held twice, and with their MACs. */
  private static long valueBytes(Program code, Port port) {
    return port.isOfBits(code.fields())
        ? port.elements(code.fields()) * BIT_BYTES
        : (long) port.count() * VALUE_BYTES;
  }

  @Override
  public long bytes() {
    Program code = program.program();
    MemoryLayout memory = code.memory();
    long registers = 0;
    for (Tape tape : code.tapes()) {
      registers =
          Math.max(
              registers,
              (long) tape.iRegisters() * Long.BYTES
                  + elements(code, tape.sRegisters(), tape.cRegisters()));
    }
    long values =
        Stream.concat(code.inputs().stream(), code.outputs().stream())
            .mapToLong(port -> valueBytes(code, port))
            .sum();
    return (long) memory.ints() * Long.BYTES
        + elements(code, memory.secret(), memory.clear())
        + threads * registers
        + values;
  }

  private static long elements(Program code, int[] secret, int[] clear) {
    long bytes = 0;
    for (int f = 0; f < code.fields().size(); f++) {
      long element = (long) code.fields().get(f).field().limbs() * Long.BYTES;
      bytes += code.fields().get(f).secretBytes() * secret[f] + element * clear[f];
    }
    return bytes;
  }

  @Override
  public Work<SortedMap<String, BigInteger[]>> work(
      SortedMap<String, BigInteger[]> mine, ProgramListener listener) {
    return Work.of(plan, run -> run(run, mine, clients, listener).values());
  }

  @Override
  public Work<ClientOutputs> work(
      SortedMap<String, BigInteger[]> mine,
      KeptInputs kept,
      List<DeliveryOrder> orders,
      ProgramListener listener)
      throws Refused {
    Clients ofRun = clients.with(kept, orders);
    return Work.of(plan, run -> run(run, mine, ofRun, listener));
  }

  private ClientOutputs run(
      OpenRun run, SortedMap<String, BigInteger[]> mine, Clients ofRun, ProgramListener listener)
      throws MpcException {
    Program code = program.program();
    Values inputs = values(code, mine);
    try {
      List<SpdzMachine.Supply> supplies = new ArrayList<>();
      for (int f = 0; f < SpdzMachine.numberFields(code); f++) {
        PassMaterial material = run.material(f);
        supplies.add(supply(run, material));
      }
      run.metrics().enter(Phase.COMPUTE);
      RunProgress.follow(program, mode, run.metrics());
      SpdzMachine.Options options = new SpdzMachine.Options(threads, mode, sigma);
      SpdzMachine.End end =
          SpdzMachine.run(
              program,
              run.session(),
              supplies,
              options,
              inputs,
              printer(listener),
              run.memory().map(kept -> new MemoryOptions(kept.state(), kept.reset())),
              ofRun);
      try {
        return new ClientOutputs(numbers(end.values()), end.deliveries());
      } finally {
        end.values().wipe();
      }
    } finally {
      inputs.wipe();
    }
  }

  private static Controller.Printer printer(ProgramListener listener) {
    return new Controller.Printer() {
      @Override
      public void line(String line) {
        listener.printed(line);
      }

      @Override
      public void revealing() throws MpcException {
        listener.revealing();
      }
    };
  }

  private static SpdzMachine.Supply supply(OpenRun run, PassMaterial material) {
    return new SpdzMachine.Supply() {
      @Override
      public PrepStore reserve(Demand demand) throws MpcException {
        return reserve(demand, Demand.of(demand.protocol()).build());
      }

      @Override
      public PrepStore reserve(Demand now, Demand later) throws MpcException {
        run.metrics().enter(Phase.PREPROCESSING);
        PrepStore store = material.reserve(now, later);
        run.metrics().enter(Phase.COMPUTE);
        return store;
      }
    };
  }

  /**
   * Returns values of inputs as elements, and settings of shuffles.
   *
   * @throws Refused if there is no such input, or the values are not the input's
   */
  static Values values(Program program, SortedMap<String, BigInteger[]> numbers) throws Refused {
    Values values = new Values(program.fields(), program.inputs());
    try {
      for (Map.Entry<String, BigInteger[]> each : numbers.entrySet()) {
        String name = each.getKey();
        if (program.inputs().stream().noneMatch(port -> port.name().equals(name))) {
          throw new Refused("the program %s has no input %s".formatted(program.name(), name));
        }
        values.set(name, each.getValue());
      }
      Shuffle.fill(values, new SecureRandom());
      return values;
    } catch (Refused e) {
      values.wipe();
      throw e;
    }
  }

  /** Returns the values that are there, by name. */
  static SortedMap<String, BigInteger[]> numbers(Values values) {
    TreeMap<String, BigInteger[]> numbers = new TreeMap<>();
    values.ports().stream()
        .map(port -> port.name())
        .filter(values::has)
        .forEach(name -> numbers.put(name, values.get(name)));
    return numbers;
  }
}
