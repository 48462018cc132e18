package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.KeptState;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.Clients;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.KeptMemory;
import org.schurmpc.vm.machine.Reservations;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Runs verified programs at one party under SPDZ (KSS13), for two or more parties, all but one of
 * whom may be actively corrupted: security with abort. The parties have agreed on the program, its
 * digest and the opening mode before, as terms of the session.
 */
public final class SpdzMachine {
  private SpdzMachine() {}

  /**
   * Runs a program once. The parties have agreed on the options, too.
   *
   * @param supplies material and key of each field of the program
   * @param mine the inputs of this party
   * @param printer receives what the program prints
   * @return the outputs that this party receives
   * @throws Refused if the session has another number of parties than the program, or an input of
   *     this party has no values
   */
  public static Values run(
      VerifiedProgram verified,
      Session session,
      List<? extends Supply> supplies,
      Options options,
      Values mine,
      Controller.Printer printer)
      throws MpcException {
    return run(verified, session, supplies, options, mine, printer, Optional.empty());
  }

  /**
   * Runs a program once, with memory that is kept between runs if the program keeps its memory. The
   * run begins with a version of the memory that all parties hold, and ends with the next one,
   * before outputs are opened.
   *
   * @param memory present if the program keeps its memory
   * @throws Refused as above, or if the memory is missing, or is lost, or is not under the keys of
   *     the material
   */
  public static Values run(
      VerifiedProgram verified,
      Session session,
      List<? extends Supply> supplies,
      Options options,
      Values mine,
      Controller.Printer printer,
      Optional<MemoryOptions> memory)
      throws MpcException {
    return run(verified, session, supplies, options, mine, printer, memory, Clients.NONE).values();
  }

  /**
   * What a party has after a run.
   *
   * @param values the outputs that this party receives
   * @param deliveries what this party gives to clients, in the order of the orders
   */
  public record End(Values values, List<Delivery> deliveries) {}

  /**
   * Runs a program once, with ports of clients.
   *
   * @throws Refused as above, or if kept bits are under other keys than the material
   * @throws org.schurmpc.core.abort.Disagreement if the parties have different bits of clients
   */
  public static End run(
      VerifiedProgram verified,
      Session session,
      List<? extends Supply> supplies,
      Options options,
      Values mine,
      Controller.Printer printer,
      Optional<MemoryOptions> memory,
      Clients clients)
      throws MpcException {
    Program program = verified.program();
    if (session.parties() != program.parties()) {
      throw new Refused(
          "the program %s is for %d parties, not %d"
              .formatted(program.name(), program.parties(), session.parties()));
    }
    int fields = numberFields(program);
    if (supplies.size() != fields || options.sigma().size() != fields) {
      throw new IllegalArgumentException(supplies.size() + " supplies");
    }
    mine.requireAllOf(session.party(), clients);
    List<Material> materials =
        IntStream.range(0, fields).mapToObj(f -> material(program, f, options.sigma())).toList();
    Counts[] first = Controller.firstDemand(verified, clients);
    requireMemory(program, memory.isPresent());
    clients.compare(session);
    KeptMemory kept = KeptMemory.NONE;
    if (memory.isPresent()) {
      KeptState.agree(session, memory.get().state(), memory.get().reset());
      kept = new MemoryVersions(memory.get().state(), session);
      requireAll(supplies, demand(verified, options.sigma(), clients));
    }
    try (SpdzWorkers workers = new SpdzWorkers(session, options, mine, clients)) {
      workers.open(supplies, materials, mixed(program, options.sigma()), program.tables(), first);
      workers.requireUsable(program);
      if (memory.isPresent()) {
        workers.requireKeys(memory.get().state().keyIds());
      }
      try (Controller controller = new Controller(verified, workers, printer, kept, clients)) {
        Values values = controller.run();
        return new End(values, controller.deliveries());
      }
    }
  }

  /** Requires the material of the whole run, so that a run that reveals values can be completed. */
  private static void requireAll(List<? extends Supply> supplies, List<Demand> demands)
      throws MpcException {
    for (int f = 0; f < demands.size(); f++) {
      supplies.get(f).reserve(demands.get(f));
    }
  }

  private static void requireMemory(Program program, boolean given) throws Refused {
    if (program.memory().kept() && program.bitField() > 0) {
      throw new Refused(
          "the program %s keeps its memory, and has bits in TinyOT, whose key does not last"
              .formatted(program.name()));
    }
    if (program.memory().kept() != given) {
      throw new Refused(
          "the program %s %s"
              .formatted(
                  program.name(),
                  given
                      ? "keeps no memory between runs, and memory is given"
                      : "keeps its memory between runs, and no folder for it is given"));
    }
  }

  /**
   * Returns the material that one run consumes, by field; see {@link Reservations}.
   *
   * @param sigma statistical security of the material, by field
   * @throws ArithmeticException if a number of items exceeds 63 bits
   */
  public static List<Demand> demand(VerifiedProgram verified, List<Integer> sigma) {
    return demand(verified, sigma, Clients.NONE);
  }

  /** Returns the material that one run consumes, as above, with that of deliveries to clients. */
  public static List<Demand> demand(
      VerifiedProgram verified, List<Integer> sigma, Clients clients) {
    Program program = verified.program();
    Counts[] counts = Reservations.ofProgram(verified, clients);
    return IntStream.range(0, numberFields(program))
        .mapToObj(f -> items(program, f, sigma).demand(counts[f]))
        .toList();
  }

  /**
   * Returns how much of {@link #demand} is in memory at once if it is generated while the program
   * runs, in bytes.
   */
  public static long heldBytes(VerifiedProgram verified, List<Integer> sigma) {
    Program program = verified.program();
    Counts[] counts = Reservations.ofProgram(verified);
    return IntStream.range(0, numberFields(program))
        .mapToLong(
            f ->
                items(program, f, sigma)
                    .demand(program.memory().kept() ? counts[f] : FieldMaterial.held(counts[f]))
                    .bytes())
        .sum();
  }

  private static FieldItems items(Program program, int f, List<Integer> sigma) {
    return new FieldItems(
        material(program, f, sigma),
        f == 0 ? mixed(program, sigma) : Optional.empty(),
        program.tables());
  }

  private static Material material(Program program, int f, List<Integer> sigma) {
    Material own = new Material(program.fields().get(f).field(), sigma.get(f));
    return f == 0 && program.bitField() > 0 ? mixed(program, own).numbers() : own;
  }

  /** Returns the number of fields that have material of their own: all but that of bits. */
  public static int numberFields(Program program) {
    int bits = program.bitField();
    return bits < 0 ? program.fields().size() : bits;
  }

  /** Returns the material of bits beside the first field, or nothing. */
  private static Optional<MixedMaterial> mixed(Program program, List<Integer> sigma) {
    Field field = program.fields().get(0).field();
    return program.bitField() < 0
        ? Optional.empty()
        : Optional.of(mixed(program, new Material(field, sigma.get(0))));
  }

  /**
   * Returns the material of a program's bits.
   *
   * @param numbers the material of the first field alone
   */
  public static MixedMaterial mixed(Program program, Material numbers) {
    return new MixedMaterial(numbers, bitSigma(program));
  }

  /** Returns the statistical security of a program's bits: that of its masks, or a bit more. */
  public static int bitSigma(Program program) {
    return MixedMaterial.level(program.fields().get(0).sigmaMask());
  }

  /** Supplies the material and the key of one field of a program. */
  @FunctionalInterface
  public interface Supply {
    /**
     * Returns the one store of the run, the same at each call, after ensuring that it holds at
     * least the items of a demand. Called by all parties with equal demands at the same time, while
     * no other thread communicates. The machine acquires the store at first and releases it in the
     * end.
     *
     * @param demand may be empty: the store then has its key at least
     * @throws org.schurmpc.core.abort.Exhausted naming the missing items
     */
    PrepStore reserve(Demand demand) throws MpcException;

    /**
     * Like {@link #reserve(Demand)}, for a run that asks for more later, and takes it soon after.
     *
     * @param later kinds of which {@code now} has none; the store need not hold them yet
     */
    default PrepStore reserve(Demand now, Demand later) throws MpcException {
      return reserve(now.orMore(later));
    }
  }

  /**
   * What the parties agree on for a run besides the program.
   *
   * @param threads number of threads that run tapes side by side, from 1 to {@value #MOST_THREADS}
   * @param sigma statistical security of the material, by field
   */
  public record Options(int threads, OpeningMode mode, List<Integer> sigma) {
    /** The largest number of threads. */
    public static final int MOST_THREADS = 64;

    public Options {
      sigma = List.copyOf(sigma);
      if (threads < 1 || threads > MOST_THREADS) {
        throw new IllegalArgumentException(threads + " threads");
      }
    }
  }

  /**
   * Keeps memory as versions on disk: shares with MACs of each field, clear elements and integers.
   */
  private static final class MemoryVersions implements KeptMemory {
    private static final String INTS = "ints";

    private final KeptState state;
    private final Session session;

    /**
     * Creates the memory of a run.
     *
     * @param state on whose version the parties have agreed
     */
    MemoryVersions(KeptState state, Session session) {
      this.state = state;
      this.session = session;
    }

    @Override
    public void load(Bank[] secret, long[][] clear, long[] ints) throws MpcException {
      for (int f = 0; f < secret.length; f++) {
        Shares shares = SpdzBank.shares(secret[f]);
        load("values" + f, shares.values());
        load("macs" + f, shares.macs());
        load("clear" + f, clear[f]);
      }
      load(INTS, ints);
      state.take(session);
    }

    private void load(String part, long[] to) throws MpcException {
      long[] words = state.read(part, to.length);
      System.arraycopy(words, 0, to, 0, words.length);
      Secrets.wipe(words);
    }

    @Override
    public void revealing() throws MpcException {
      state.revealing();
    }

    @Override
    public void keep(Bank[] secret, long[][] clear, long[] ints) throws MpcException {
      SortedMap<String, long[]> shared = new TreeMap<>();
      SortedMap<String, long[]> known = new TreeMap<>();
      for (int f = 0; f < secret.length; f++) {
        Shares shares = SpdzBank.shares(secret[f]);
        shared.put("values" + f, shares.values());
        shared.put("macs" + f, shares.macs());
        known.put("clear" + f, clear[f]);
      }
      known.put(INTS, ints);
      state.prepare(shared, known);
      state.confirm(session);
      state.commit();
    }
  }
}
