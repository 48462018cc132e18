package org.schurmpc.vm.machine.spdz;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedDealer;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** A program at real parties in threads, with a dealer's material, and its interpretation. */
public final class VmRun {
  /** Items of each kind that are dealt. */
  private static final int ITEMS = 400;

  private static final int TURNS = 12;

  final VerifiedProgram program;
  final int parties;
  private final Map<String, BigInteger[]> inputs;

  /** Number of threads of each party. */
  int threads = 1;

  /** By field, the stores of the parties. */
  final List<PrepStore[]> stores = new ArrayList<>();

  final List<Material> materials = new ArrayList<>();

  /** Where the parties' material comes from. */
  interface Source {
    SpdzMachine.Supply of(int field, int party);
  }

  Source source = (field, party) -> demand -> stores.get(field)[party];

  /** What a party has in the end. */
  public record End(
      int party,
      Values outputs,
      List<String> prints,
      MpcException failure,
      long rounds,
      long sent) {}

  VmRun(String text, Map<String, long[]> inputs) throws Exception {
    this(Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT"), numbers(inputs), false);
  }

  /** Takes as much material as the program may consume with few turns of unbounded loops. */
  public VmRun(VerifiedProgram program, Map<String, BigInteger[]> inputs) throws Exception {
    this(program, inputs, true);
  }

  private VmRun(VerifiedProgram program, Map<String, BigInteger[]> inputs, boolean asDeclared)
      throws Exception {
    this.program = program;
    this.parties = program.program().parties();
    this.inputs = inputs;
    List<Integer> sigma = new ArrayList<>();
    for (FieldUse use : program.program().fields()) {
      if (!use.isBits()) {
        Material own = new Material(use.field());
        boolean bits = materials.isEmpty() && program.program().bitField() > 0;
        mixed = bits ? Optional.of(SpdzMachine.mixed(program.program(), own)) : mixed;
        materials.add(bits ? mixed.get().numbers() : own);
        sigma.add(Material.usualSigma(use.field()));
      }
    }
    boolean bounded = program.program().tapes().stream().allMatch(Tape::bounded);
    for (int f = 0; f < materials.size(); f++) {
      first = f == 0;
      Demand declared = SpdzMachine.demand(program, sigma).get(f).times(bounded ? 1 : TURNS);
      stores.add(deal(materials.get(f), asDeclared ? declared : some(materials.get(f))));
    }
  }

  private static Map<String, BigInteger[]> numbers(Map<String, long[]> inputs) {
    Map<String, BigInteger[]> numbers = new HashMap<>();
    inputs.forEach(
        (name, each) ->
            numbers.put(
                name,
                Arrays.stream(each).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new)));
    return numbers;
  }

  /** The material of bits beside the first field. */
  private Optional<MixedMaterial> mixed = Optional.empty();

  /** Whether the first field's material is dealt. */
  private boolean first;

  private PrepStore[] deal(Material material, Demand demand) throws Exception {
    PrepStore[] each = new PrepStore[parties];
    Arrays.setAll(each, party -> new MemoryPrepStore());
    SecureRandom random = SessionPairs.seeded("dealer" + stores.size());
    TrustedDealer dealer =
        first && mixed.isPresent()
            ? new MixedDealer(mixed.get(), random)
            : new SpdzDealer(material, parties, random);
    dealer.dealKeys(List.of(each));
    dealer.deal(demand, List.of(each));
    return each;
  }

  /** Returns the same number of items of each kind. */
  private Demand some(Material material) {
    List<PublicTable> tables = program.program().tables();
    long[] lookups = new long[material.field().isBinary() ? tables.size() : 0];
    Arrays.fill(lookups, ITEMS);
    long[] inputs = new long[parties];
    Arrays.fill(inputs, ITEMS);
    long[] own = material.field().isBinary() ? new long[parties] : inputs;
    Counts counts = new Counts(ITEMS, ITEMS, ITEMS, ITEMS, inputs, own, lookups, MixedCounts.NONE);
    return new FieldItems(material, Optional.empty(), tables).demand(counts);
  }

  private Values values(int only) throws MpcException {
    Values values = new Values(program.program().fields(), program.program().inputs());
    for (Port port : program.program().inputs()) {
      if ((only < 0 || port.party() == only) && inputs.containsKey(port.name())) {
        values.set(port.name(), inputs.get(port.name()));
      }
    }
    return values;
  }

  /** What the program gives in the clear. */
  public Interpreter.Outcome interpret() throws MpcException {
    return Interpreter.run(program, values(-1), 5);
  }

  /** By party, the bytes that it sent in each phase of the last run. */
  final List<Map<Phase, Long>> sentByPhase = new ArrayList<>();

  /** Sets the number of threads of each party. */
  public VmRun withThreads(int number) {
    threads = number;
    return this;
  }

  public List<End> run(OpeningMode mode) throws Exception {
    return run(SessionPairs.networks(parties), mode);
  }

  public List<End> run(Network[] networks, OpeningMode mode) throws Exception {
    List<List<String>> prints = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      prints.add(new ArrayList<>());
      sentByPhase.add(party, new EnumMap<>(Phase.class));
    }
    List<Integer> sigma =
        materials.stream().map(each -> Material.usualSigma(each.field())).toList();
    long[] rounds = new long[parties];
    long[] sent = new long[parties];
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              int party = session.party();
              long roundsBefore = sum(session.metrics()::rounds);
              long sentBefore = payload(session.metrics());
              Values outputs =
                  SpdzMachine.run(
                      program,
                      session,
                      IntStream.range(0, stores.size()).mapToObj(f -> source.of(f, party)).toList(),
                      new SpdzMachine.Options(threads, mode, sigma),
                      values(party),
                      prints.get(party)::add);
              for (Phase phase : Phase.values()) {
                sentByPhase.get(party).put(phase, session.metrics().bytesSent(phase));
              }
              rounds[party] = sum(session.metrics()::rounds) - roundsBefore;
              sent[party] = payload(session.metrics()) - sentBefore;
              return outputs;
            });
    List<End> all = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      boolean failed = ends.get(party) instanceof MpcException;
      all.add(
          new End(
              party,
              failed ? null : (Values) ends.get(party),
              prints.get(party),
              failed ? (MpcException) ends.get(party) : null,
              rounds[party],
              sent[party]));
    }
    return all;
  }

  /** Returns the number of bytes sent, without the length before each message. */
  private static long payload(Metrics metrics) {
    return sum(metrics::bytesSent) - Integer.BYTES * sum(metrics::messagesSent);
  }

  private static long sum(ToLongFunction<Phase> counts) {
    return Arrays.stream(Phase.values()).mapToLong(counts).sum();
  }
}
