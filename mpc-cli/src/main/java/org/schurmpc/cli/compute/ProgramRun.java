package org.schurmpc.cli.compute;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.program.ProgramListener;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Preparation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a party's side of a program: connects, runs, and returns what the party receives.
 *
 * @param line the connections of this party
 * @param store the store to use or to fill; empty if there is none
 * @param memory the memory that is kept between runs; empty if there is none
 */
public record ProgramRun(
    ProgramJob job, PartyLine line, Optional<StoreUse> store, Optional<MemoryUse> memory) {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramRun.class);

  /** Returns this party's index. */
  public int party() {
    return line.party();
  }

  /**
   * Checks what can be checked before anything connects.
   *
   * @throws Refused naming the setting that is missing or does not fit
   */
  public void check() throws Refused {
    line.check();
    if (store.isPresent()) {
      job.stores(store.get());
    }
  }

  /**
   * Checks that there is memory if, and only if, the program keeps its memory.
   *
   * @throws Refused if not, or if there is memory and no store
   */
  public void checkMemory() throws Refused {
    boolean keeps = job.program().keepsMemory();
    if (keeps && memory.isEmpty()) {
      throw new Refused(
          "the program %s keeps its memory between runs: say where, with --memory DIR"
              .formatted(job.program().name()));
    }
    if (!keeps && memory.isPresent()) {
      throw new Refused(
          "the program %s keeps no memory between runs: leave out --memory"
              .formatted(job.program().name()));
    }
    if (keeps && store.isEmpty()) {
      throw new Refused(
          "memory that is kept between runs needs the keys of a store: say --preprocessing"
              + " store:DIR");
    }
  }

  /** Runs the program once. What fails after all outputs are there is logged. */
  public ProgramFigures run(SortedMap<String, BigInteger[]> inputs, ProgramListener listener)
      throws MpcException {
    long start = System.nanoTime();
    LOG.info("party {}: {}", party() + 1, job);
    ProgramFigures figures = null;
    try (OpenSources sources = OpenSources.open(this);
        OpenRun run = sources.connect()) {
      long ready = System.nanoTime() - start;
      LOG.info("in session with all parties after {} ms", ready / 1_000_000);
      SortedMap<String, BigInteger[]> outputs =
          job.configured().run(run, inputs, sources.memory(), listener);
      long total = System.nanoTime() - start;
      LOG.info("done after {} ms", total / 1_000_000);
      figures = new ProgramFigures(this, run, outputs, ready, total);
    } catch (Disagreement e) {
      throw DifferenceText.inWords(e, job.program().name());
    } catch (MpcException | RuntimeException e) {
      if (figures == null) {
        throw e;
      }
      LOG.warn("not all could be closed after the run", e);
    }
    return figures;
  }

  /** Returns the purpose that the store of a part must have. */
  StoreDirectory.Purpose purpose(int part, StoreDirectory directory) throws Refused {
    return job.plan().purpose(part, party(), line.expected(directory));
  }

  /**
   * Fills the store, until all parties have the material of some runs.
   *
   * @param progress receives the number of runs for which there is material, for each field anew
   */
  public void prepare(long runs, Preparation.Progress progress) throws MpcException {
    List<StoreDirectory> stores = new ArrayList<>();
    try {
      for (StoreUse use : job.stores(store.orElseThrow())) {
        StoreDirectory directory = StoreDirectory.openOrCreate(use.folder(), use.access());
        stores.add(directory);
        directory.requireFits(purpose(stores.size() - 1, directory));
      }
      List<Optional<DealerClient>> dealers = dealers();
      Network network = null;
      try {
        network = line.meet();
      } finally {
        if (network == null) {
          dealers.forEach(dealer -> dealer.ifPresent(DealerClient::close));
        }
      }
      job.plan().prepare(network, dealers, stores, runs, progress);
    } finally {
      stores.forEach(StoreDirectory::close);
    }
  }

  /** Connects to the dealer, if there is one, for each part. */
  private List<Optional<DealerClient>> dealers() throws MpcException {
    int parts = job.plan().parts().size();
    return job.dealer().isEmpty()
        ? Collections.nCopies(parts, Optional.empty())
        : line.callDealer(parts).stream().map(Optional::of).toList();
  }
}
