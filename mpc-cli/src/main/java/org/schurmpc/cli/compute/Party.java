package org.schurmpc.cli.compute;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.disk.KeptBinding;
import org.schurmpc.core.prep.disk.KeptState;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Preparation;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.RunMemory;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.run.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A party of a computation: meets the peers and the dealer, opens stores and memory, and computes
 * or makes material with them.
 *
 * @param line the connections of this party
 * @param store the store to use or to fill; empty if there is none
 * @param memory the memory that is kept between runs; empty if there is none
 */
public record Party(PartyLine line, Optional<StoreUse> store, Optional<MemoryUse> memory) {
  private static final Logger LOG = LoggerFactory.getLogger(Party.class);

  /** Returns this party's index. */
  public int index() {
    return line.party();
  }

  /**
   * Computes with the other parties. What fails after all results are there is logged.
   *
   * @param job what the work is of
   * @param phase receives what this party does or waits for, whenever it changes
   */
  public <R> Outcome<R> run(Job job, Work<R> work, Consumer<String> phase) throws MpcException {
    long start = System.nanoTime();
    LOG.info("party {}: {}", index() + 1, job);
    phase.accept("waiting for " + others(job));
    Outcome<R> outcome = null;
    try (OpenRun run = connect(job, work.plan())) {
      phase.accept(
          store.isEmpty() && job.dealer().isEmpty()
              ? "preprocessing and evaluating"
              : "evaluating");
      long ready = System.nanoTime() - start;
      LOG.info("in session with all parties after {} ms", ready / 1_000_000);
      R result = work.run(run);
      long total = System.nanoTime() - start;
      LOG.info("done after {} ms", total / 1_000_000);
      outcome = Outcome.of(result, run, work.plan().parts().size(), ready, total);
    } catch (Disagreement e) {
      throw DifferenceText.inWords(e, job.name());
    } catch (MpcException | RuntimeException e) {
      if (outcome == null) {
        throw e;
      }
      LOG.warn("not all could be closed after the run", e);
    }
    return outcome;
  }

  private String others(Job job) {
    String parties = job.parties().size() == 2 ? "party " + (2 - index()) : "the other parties";
    return (store.isEmpty() && job.dealer().isPresent() ? "the dealer and " : "") + parties;
  }

  /** Opens the source of each part, and the memory, and then connects to the other parties. */
  private OpenRun connect(Job job, RunPlan plan) throws MpcException {
    List<Source> sources = new ArrayList<>();
    Optional<RunMemory> kept = Optional.empty();
    Network network = null;
    try {
      if (store.isPresent()) {
        openStores(job, plan, sources);
        kept = memory(job, plan, sources);
      } else if (job.dealer().isPresent()) {
        line.callDealer(plan.parts().size())
            .forEach(dealer -> sources.add(new Source.Dealt(dealer)));
      } else {
        plan.parts().forEach(part -> sources.add(new Source.Own()));
      }
      network = line.meet();
    } finally {
      if (network == null) {
        kept.ifPresent(memory -> memory.state().close());
        sources.forEach(Party::close);
      }
    }
    return plan.connect(network, sources, kept); // closes all that is open if it fails
  }

  /**
   * Returns the stores to use or to fill, by part of the plan, before a folder is made or looked
   * for.
   *
   * @throws Refused if a part takes no material, so that a store is of no use
   */
  public List<StoreUse> stores(Job job, RunPlan plan) throws Refused {
    List<StoreUse> uses = job.stores(store.orElseThrow());
    for (int part = 0; part < uses.size(); part++) {
      plan.purpose(part, index(), List.of());
    }
    return uses;
  }

  private void openStores(Job job, RunPlan plan, List<Source> sources) throws MpcException {
    for (StoreUse use : job.stores(store.orElseThrow())) {
      StoreDirectory directory = StoreDirectory.open(use.folder(), use.access());
      sources.add(new Source.Stored(directory, use.refill() ? Refill.onTheFly() : Refill.none()));
      directory.requireFits(purpose(plan, sources.size() - 1, directory));
      use.warnOfDealer(directory);
    }
  }

  private Optional<RunMemory> memory(Job job, RunPlan plan, List<Source> sources)
      throws MpcException {
    if (memory.isEmpty() || !(job instanceof ProgramJob program)) {
      return Optional.empty();
    }
    List<StoreDirectory> stores =
        sources.stream().map(source -> ((Source.Stored) source).store()).toList();
    KeptBinding binding =
        KeptBinding.of(
            HexFormat.of().parseHex(program.program().digest()),
            stores,
            index(),
            program.program().parties(),
            purpose(plan, 0, stores.get(0)).certificates());
    MemoryUse use = memory.get();
    KeptState state = KeptState.openOrCreate(use.folder(), store.orElseThrow().access(), binding);
    return Optional.of(new RunMemory(state, use.reset()));
  }

  /**
   * Returns the purpose of the material of a part, before any connection exists. Once connected,
   * the purpose is checked against the certificates of the connection.
   */
  private StoreDirectory.Purpose purpose(RunPlan plan, int part, StoreDirectory directory)
      throws Refused {
    return plan.purpose(part, index(), line.expected(directory));
  }

  private static void close(Source source) {
    if (source instanceof Source.Stored stored) {
      stored.store().close();
    } else if (source instanceof Source.Dealt dealt) {
      dealt.dealer().close();
    }
  }

  /**
   * Fills the store, until all parties have the material of some units of each part.
   *
   * @param progress receives units, for each part anew
   */
  public void prepare(Job job, RunPlan plan, long units, Preparation.Progress progress)
      throws MpcException {
    line.check();
    List<StoreUse> uses = stores(job, plan);
    List<StoreDirectory> stores = new ArrayList<>();
    try {
      for (StoreUse use : uses) {
        StoreDirectory directory = StoreDirectory.openOrCreate(use.folder(), use.access());
        stores.add(directory);
        directory.requireFits(purpose(plan, stores.size() - 1, directory));
      }
      List<Optional<DealerClient>> dealers = dealers(job, plan.parts().size());
      Network network = null;
      try {
        network = line.meet();
      } finally {
        if (network == null) {
          dealers.forEach(dealer -> dealer.ifPresent(DealerClient::close));
        }
      }
      plan.prepare(network, dealers, stores, units, progress);
    } catch (Disagreement e) {
      throw DifferenceText.inWords(e, job.name());
    } finally {
      stores.forEach(StoreDirectory::close);
    }
  }

  /** Connects to the dealer, if there is one, for each part. */
  private List<Optional<DealerClient>> dealers(Job job, int parts) throws MpcException {
    return job.dealer().isEmpty()
        ? Collections.nCopies(parts, Optional.empty())
        : line.callDealer(parts).stream().map(Optional::of).toList();
  }

  /**
   * Fills the store with material that is not tied to a circuit.
   *
   * @param progress receives the number of bytes of material in the store, after each portion
   * @return the number of bytes generated by this call
   */
  public long prepare(StockPlan plan, Preparation.Progress progress) throws MpcException {
    line.check();
    StoreUse use = store.orElseThrow();
    try (StoreDirectory directory = StoreDirectory.openOrCreate(use.folder(), use.access())) {
      directory.requireFits(plan.purpose(index(), line.expected(directory)));
      return plan.prepare(line.meet(), directory, progress);
    }
  }
}
