package org.schurmpc.service.work;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.program.ClientPorts;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramLanguage;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramListener;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.session.Session;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.Place;

/**
 * A job that runs a program. A run serves one request, or those of many clients, of which each has
 * a place.
 */
final class ProgramJob extends PlannedJob {
  private static final int THREADS = 1;

  /** Options of the stock that a program says itself. */
  private static final Set<String> OF_PROGRAM = Set.of("field", "tinyot-bits");

  private final CompiledProgram code;
  private final ConfiguredProgram program;

  private ProgramJob(
      JobEntry job,
      Artifact artifact,
      Stock stock,
      List<Target> targets,
      CompiledProgram code,
      ConfiguredProgram program)
      throws Refused {
    super(job, artifact, stock, targets);
    this.code = code;
    this.program = program;
  }

  static ProgramJob of(JobEntry job, Artifact artifact, Stock stock, int parties)
      throws MpcException {
    ProgramLanguage language = ProgramLanguages.only();
    CompiledProgram code = language.read(job.program().orElseThrow());
    if (!code.digest().equals(job.digest())) {
      throw new Refused("the program of job '" + job.name() + "' has changed since it was read");
    }
    requireUsable(job, code, language, stock, parties);
    TreeMap<String, List<String>> inputs = new TreeMap<>();
    List<PortUse> givers = Artifact.uses(code.inputs(), job.inputs());
    for (int i = 0; i < code.inputs().size(); i++) {
      PortUse use = givers.get(i);
      ProgramPort port = code.inputs().get(i);
      switch (use.kind()) {
        case CLIENT -> add(inputs, INPUTS, port);
        case PUBLIC -> add(inputs, PUBLIC, port);
        case PARTY -> requireOwner(job, port, use);
        case PRESENT -> {
          requireBits(job, port);
          add(inputs, PRESENT, port);
        }
        case SET, CLIENTS, OTHER_CLIENT, ALL -> throw notYet(job, use);
      }
    }
    List<Target> targets = new ArrayList<>();
    TreeMap<String, List<String>> outputs = new TreeMap<>();
    Set<String> own = new TreeSet<>(); // of which each client has its own values
    List<PortUse> uses = Artifact.uses(code.outputs(), job.outputs());
    for (int i = 0; i < code.outputs().size(); i++) {
      for (Target target : targets(job, uses.get(i), parties)) {
        if (!outputs.containsKey(target.set())) {
          targets.add(target);
        }
        add(outputs, target.set(), code.outputs().get(i));
      }
      if (uses.get(i).kind() == PortUse.Kind.CLIENT) {
        own.add(code.outputs().get(i).name());
      }
    }
    TreeMap<String, String> options = new TreeMap<>(stock.options());
    options.keySet().removeAll(OF_PROGRAM);
    ConfiguredProgram program =
        code.configure(options, THREADS)
            .withClients(new ClientPorts(inputs, outputs, job.places(), own));
    requireStock(job, program.plan(), stock, parties);
    return new ProgramJob(job, artifact, stock, targets, code, program);
  }

  private static void requireUsable(
      JobEntry job, CompiledProgram code, ProgramLanguage language, Stock stock, int parties)
      throws Refused {
    if (code.parties() != parties) {
      throw new Refused(
          "the program of job '%s' is for %d parties, not for %d"
              .formatted(job.name(), code.parties(), parties));
    }
    if (code.keepsMemory()) {
      throw new Refused(
          "the program of job '%s' keeps its memory between runs, and jobs keep sets instead"
              .formatted(job.name()));
    }
    if (!stock.protocol().equals(language.protocol())) {
      throw new Refused(
          "job '%s' is a program, which takes material of %s, and its stock is of %s"
              .formatted(job.name(), language.protocol(), stock.protocol()));
    }
  }

  /** A stock has material under one key. */
  private static void requireStock(JobEntry job, RunPlan plan, Stock stock, int parties)
      throws Refused {
    if (plan.parts().size() > 1) {
      throw new Refused(
          "the program of job '%s' computes on %d fields, and a stock has one"
              .formatted(job.name(), plan.parts().size()));
    }
    SortedMap<String, String> of =
        Protocols.named(stock.protocol())
            .configure(new ProtocolOptions(parties, 1, stock.options()))
            .terms();
    SortedMap<String, String> needed = plan.parts().get(0).protocol().terms();
    if (!of.equals(needed)) {
      throw new Refused(
          "the program of job '%s' takes material for %s, and its stock '%s' is for %s"
              .formatted(job.name(), needed, job.stock(), of));
    }
  }

  private static void requireBits(JobEntry job, ProgramPort port) throws Refused {
    boolean bits = port.least().signum() == 0 && port.most().equals(BigInteger.ONE);
    if (!bits || port.count() != job.places()) {
      throw new Refused(
          "'%s' of job '%s' is not a bit for each of %d places"
              .formatted(port.name(), job.name(), job.places()));
    }
  }

  private static void requireOwner(JobEntry job, ProgramPort port, PortUse use) throws Refused {
    if (port.party().isEmpty() || port.party().getAsInt() != use.party()) {
      throw new Refused(
          "job '%s' takes '%s' from %s, and its program does not"
              .formatted(job.name(), port.name(), use));
    }
  }

  private static List<Target> targets(JobEntry job, PortUse use, int parties) throws Refused {
    List<Target> targets = new ArrayList<>();
    switch (use.kind()) {
      case CLIENT, CLIENTS ->
          targets.add(new Target(INPUTS, new PortUse(PortUse.Kind.CLIENT, ""), -1));
      case OTHER_CLIENT -> targets.add(new Target(use.toString(), use, -1));
      case PARTY -> {
        PortUse party = use.withoutTable(); // which has one delivery, whatever its tables are
        targets.add(new Target(party.toString(), party, party.party()));
      }
      case ALL -> {
        for (int party = 0; party < parties; party++) {
          targets.add(new Target(use + ":" + (party + 1), use, party)); // a set has one delivery
        }
      }
      case PUBLIC, PRESENT, SET -> throw notYet(job, use);
    }
    return targets;
  }

  private static void add(Map<String, List<String>> sets, String set, ProgramPort port) {
    sets.computeIfAbsent(set, name -> new ArrayList<>()).add(port.name());
  }

  @Override
  RunPlan evaluation() {
    return program.plan();
  }

  /** A run of a program takes the same material, however many places have a client. */
  @Override
  Demand evaluation(int requests) {
    return program.plan().parts().get(0).unit();
  }

  @Override
  Evaluation connect(Network network, StoreDirectory store, Place place) throws MpcException {
    RunPlan plan =
        program
            .plan()
            .on("job", job().name())
            .on("work session", place.line() + " " + place.session());
    return new Runs(plan.connect(network, List.of(Source.Stored.open(store))));
  }

  /** Runs of the program, one after the other. */
  private final class Runs implements Evaluation {
    private final OpenRun run;

    Runs(OpenRun run) {
      this.run = run;
    }

    @Override
    public Session session() {
      return run.session();
    }

    @Override
    public KeptOutputs run(
        List<byte[]> own, KeptInputs kept, List<DeliveryOrder> orders, Revealing revealing)
        throws MpcException {
      SortedMap<String, BigInteger[]> mine = numbers(own.get(0));
      ProgramListener listener =
          new ProgramListener() {
            @Override
            public void printed(String line) {
              // What a program prints is for people who run it by hand, and in no log of a service.
            }

            @Override
            public void revealing() throws MpcException {
              revealing.note();
            }
          };
      return new KeptOutputs(
          program.work(mine, kept, orders, listener).run(run).deliveries(), Map.of());
    }

    @Override
    public KeyName key(int requests, Optional<KeyName> preferred) {
      throw keepsNone();
    }

    @Override
    public List<KeptValues> move(MovableKey from, int spare, List<KeptValues> values) {
      throw keepsNone();
    }

    @Override
    public MovableKey keepKey(int spares) {
      throw keepsNone();
    }

    private static IllegalStateException keepsNone() {
      return new IllegalStateException("programs of services keep no sets");
    }

    private SortedMap<String, BigInteger[]> numbers(byte[] own) {
      TreeMap<String, BigInteger[]> numbers = new TreeMap<>();
      int at = 0;
      for (Artifact.Port port : ownInputs(session().party())) {
        byte[] bytes = Arrays.copyOfRange(own, at, at + bytes(port));
        at += bytes.length;
        boolean signed =
            code.inputs().stream()
                .anyMatch(each -> each.name().equals(port.name()) && each.least().signum() < 0);
        numbers.put(port.name(), numbers(bytes, port, signed));
      }
      return numbers;
    }

    private static BigInteger[] numbers(byte[] bytes, Artifact.Port port, boolean signed) {
      BigInteger[] numbers = new BigInteger[port.count()];
      for (int i = 0; i < numbers.length; i++) {
        BigInteger number = BigInteger.ZERO;
        for (int bit = 0; bit < port.bits(); bit++) {
          long place = (long) i * port.bits() + bit;
          if ((bytes[(int) (place / 8)] >>> place % 8 & 1) == 1) {
            number = number.setBit(bit);
          }
        }
        numbers[i] =
            signed && number.testBit(port.bits() - 1)
                ? number.subtract(BigInteger.TWO.pow(port.bits()))
                : number;
      }
      return numbers;
    }

    @Override
    public void close() {
      run.close();
    }
  }
}
