package org.schurmpc.cli.compute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.config.ValueForms;
import org.schurmpc.cli.values.ValueOrder;
import org.schurmpc.cli.values.ValueWriting;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.run.Computation;

/**
 * Describes an evaluation of a circuit, complete and checked against the circuit.
 *
 * @param protocol the name of the protocol
 * @param source where the circuit comes from
 * @param io the parties that supply the inputs and learn the outputs
 * @param inputsWritten how input values are written
 * @param outputsWritten how output values are written
 * @param options the options of the protocol, by name
 * @param parties the parties, by index
 * @param dealer the dealer of the preprocessing; empty if the parties generate it
 */
public record ComputationJob(
    String protocol,
    CircuitSource source,
    Circuit circuit,
    IoMap io,
    ValueWriting inputsWritten,
    ValueWriting outputsWritten,
    Map<String, String> options,
    List<Participant> parties,
    Optional<Participant> dealer)
    implements Job {

  /** Maximum number of 64-bit words of a party's inputs, and of its outputs. */
  private static final long MAX_WORDS = 1L << 30;

  /**
   * Completes and checks a configuration.
   *
   * @throws Refused naming the key that is missing or does not fit the circuit
   * @throws org.schurmpc.core.abort.BadFile if the circuit cannot be read
   */
  public static ComputationJob of(JobConfig config) throws MpcException {
    if (config.program().isPresent()) {
      throw new Refused("the configuration names a program: run it with 'program run'");
    }
    String protocol = said(config.protocol(), "protocol", "which protocol", "tinyot");
    String circuitName = said(config.circuit(), "circuit", "which circuit", "aes_128");
    CircuitSource source = CircuitSource.named(circuitName);
    Circuit circuit = source.read();
    int parties = config.parties().size();
    IoMap io = map(config.inputs(), config.outputs(), circuit, parties);
    ValueOrder order = order(config.order().orElse("auto"), circuit);
    return new ComputationJob(
        protocol,
        source,
        circuit,
        io,
        written("input", circuit.inputSizes(), order, config.values()),
        written("output", circuit.outputSizes(), order, config.values()),
        config.options(),
        config.parties(),
        config.dealer());
  }

  /**
   * Returns who supplies and who learns the values of a circuit.
   *
   * @param inputs the supplier of each input value, by name
   * @param outputs the parties that learn each output value, by name
   * @throws Refused if a name is missing or unknown
   */
  public static IoMap map(
      Optional<List<String>> inputs, Optional<List<String>> outputs, Circuit circuit, int parties)
      throws Refused {
    return new IoMap(
        inputs(inputs, circuit.inputSizes().length, parties),
        outputs(outputs, circuit.outputSizes().length, parties));
  }

  private static ValueWriting written(String side, int[] sizes, ValueOrder order, ValueForms forms)
      throws Refused {
    boolean input = side.equals("input");
    return ValueWriting.of(
        side,
        sizes,
        order,
        forms.format(),
        input ? forms.inputFormats() : forms.outputFormats(),
        input ? forms.inputNames() : forms.outputNames());
  }

  /** Returns the order of the bits of written values. */
  public ValueOrder order() {
    return inputsWritten.order();
  }

  private static String said(Optional<String> value, String key, String question, String example)
      throws Refused {
    if (value.isEmpty()) {
      throw new Refused(
          "%s? Say %s = \"%s\" in the configuration, or --%s %s; see --help"
              .formatted(question, key, example, key, example));
    }
    return value.get();
  }

  private static List<InputSource> inputs(Optional<List<String>> names, int count, int parties)
      throws Refused {
    List<InputSource> sources = new ArrayList<>();
    for (String name : values("inputs", "who supplies", names, count)) {
      sources.add(
          switch (name) {
            case "public" -> new InputSource.Public();
            case "shared" -> new InputSource.Shared();
            default ->
                new InputSource.Private(
                    party(name, parties)
                        .orElseThrow(
                            () ->
                                new Refused(
                                    "inputs are %s, public or shared, not '%s'"
                                        .formatted(partyNames(parties), name))));
          });
    }
    return sources;
  }

  private static List<OutputTarget> outputs(Optional<List<String>> names, int count, int parties)
      throws Refused {
    List<OutputTarget> targets = new ArrayList<>();
    for (String name : values("outputs", "who learns", names, count)) {
      targets.add(
          name.equals("all")
              ? new OutputTarget.All()
              : new OutputTarget.Only(
                  party(name, parties)
                      .orElseThrow(
                          () ->
                              new Refused(
                                  "outputs are all, %s, not '%s'"
                                      .formatted(partyNames(parties), name)))));
    }
    return targets;
  }

  /** Returns the index of a party named party1, party2 and so on; empty if there is no such one. */
  private static Optional<Integer> party(String name, int parties) {
    return IntStream.range(0, parties)
        .boxed()
        .filter(i -> name.equals("party" + (i + 1)))
        .findAny();
  }

  private static String partyNames(int parties) {
    return parties == 2 ? "party1, party2" : "party1 to party" + parties;
  }

  private static List<String> values(
      String key, String question, Optional<List<String>> names, int count) throws Refused {
    String wanted =
        "the circuit's %d %s".formatted(count, count == 1 ? key.replaceAll("s$", "") : key);
    if (names.isEmpty()) {
      throw new Refused(
          "%s %s? Say %s = [...] in the configuration, or --%s; see --help"
              .formatted(question, wanted, key, key));
    }
    if (names.get().size() != count) {
      throw new Refused(
          "%s names %d of %s: one for each value is needed"
              .formatted(key, names.get().size(), wanted));
    }
    return names.get();
  }

  private static ValueOrder order(String name, Circuit circuit) throws Refused {
    return switch (name) {
      case "number" -> ValueOrder.NUMBER;
      case "msb" -> ValueOrder.MSB;
      case "lsb" -> ValueOrder.LSB;
      case "auto" ->
          AesConvention.of(circuit)
              .map(
                  aes ->
                      switch (aes.order()) {
                        case MSB_FIRST -> ValueOrder.MSB;
                        case LSB_FIRST -> ValueOrder.LSB;
                        case REVERSED -> ValueOrder.NUMBER;
                      })
              .orElse(ValueOrder.NUMBER);
      default -> throw new Refused("order is auto, number, msb or lsb, not '" + name + "'");
    };
  }

  /**
   * Returns the plan for a number of instances.
   *
   * @throws Refused if the protocol's options are invalid, or the protocol has no preprocessing of
   *     its own and there is no dealer
   */
  public Computation.Plan plan(int instances) throws Refused {
    Computation.Plan plan = planWithMaterial(instances);
    if (dealer.isEmpty()) {
      plan = plan.ofOwnMaterial();
    }
    if (dealer.isEmpty() && !plan.protocol().preprocesses()) {
      throw new Refused(
          protocol
              + " has no preprocessing of its own: start a dealer with the command 'dealer' and"
              + " name it in the configuration under [dealer], or with --dealer");
    }
    return plan;
  }

  /**
   * Returns the plan for a number of instances whose material exists already.
   *
   * @throws Refused if the protocol's options are invalid
   */
  public Computation.Plan planWithMaterial(int instances) throws Refused {
    return plan(new ProtocolOptions(parties.size(), instances, options));
  }

  /**
   * Returns the plan under any protocol, secure or not, for computations without private inputs.
   *
   * @throws Refused if the protocol's options are invalid
   */
  public Computation.Plan planToMeasure(int instances) throws Refused {
    return plan(new ProtocolOptions(parties.size(), instances, options).insecure());
  }

  private Computation.Plan plan(ProtocolOptions how) throws Refused {
    int instances = how.instances();
    long wires = Math.max(circuit.inputWires(), circuit.outputWires());
    if (wires * ((instances + 63L) / 64) > MAX_WORDS) {
      throw new Refused(
          "%,d lanes of a circuit with %,d input and %,d output bits are too much at once"
              .formatted(instances, circuit.inputWires(), circuit.outputWires()));
    }
    return Computation.plan(protocol, circuit, io, how).on("value order", order().toString());
  }

  /**
   * Returns the plan for generating material ahead of the evaluations.
   *
   * @param instances the total number of instances
   * @param lanes the number of instances of one evaluation; reduced to the protocol's maximum
   * @throws Refused as {@link #plan}
   */
  public Computation.Plan preparation(int instances, int lanes) throws Refused {
    return plan(lanes).ofInstances(instances);
  }

  /**
   * Returns, for each input value, whether the party supplies it: a private value of its own, a
   * public value, or a share.
   */
  public boolean[] supplied(int party) {
    boolean[] supplied = new boolean[io.inputs().size()];
    for (int i = 0; i < supplied.length; i++) {
      supplied[i] = !(io.inputs().get(i) instanceof InputSource.Private p) || p.party() == party;
    }
    return supplied;
  }

  /** Returns, for each output value, whether the party learns it. */
  public boolean[] learnt(int party) {
    boolean[] learnt = new boolean[io.outputs().size()];
    for (int i = 0; i < learnt.length; i++) {
      learnt[i] = io.outputs().get(i).includes(party);
    }
    return learnt;
  }

  /** Returns whether any flag is set. */
  public static boolean any(boolean[] flags) {
    boolean any = false;
    for (boolean flag : flags) {
      any |= flag;
    }
    return any;
  }

  @Override
  public String name() {
    return source.shortName();
  }

  @Override
  public List<StoreUse> stores(StoreUse store) {
    return List.of(store);
  }

  @Override
  public String toString() {
    return "%s of %s, inputs and outputs %s".formatted(protocol, source.shortName(), io.describe());
  }

  /** Returns the size of a party's inputs and outputs in memory, in bytes. */
  public long valueBytes(int instances) {
    long words = Arrays.stream(new long[] {circuit.inputWires(), circuit.outputWires()}).sum();
    return words * Long.BYTES * ((instances + 63L) / 64);
  }
}
