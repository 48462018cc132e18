package org.schurmpc.cli.compute;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Preparation;
import org.schurmpc.core.run.Refill;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a party's side of a computation: connects, evaluates, and returns what the party learns.
 *
 * @param line the connections of this party
 * @param store the store to use or to fill; empty if there is none
 */
public record PartyRun(ComputationJob job, PartyLine line, Optional<StoreUse> store) {
  private static final Logger LOG = LoggerFactory.getLogger(PartyRun.class);

  /** Returns this party's index. */
  public int party() {
    return line.party();
  }

  /**
   * Computes.
   *
   * @param inputs a row for each input wire, a column for each instance; wiped
   * @param passDone called after each pass
   * @param phase receives what this party does or waits for, whenever it changes
   */
  public PartyResult run(
      Computation.Plan plan, BitMatrix inputs, Runnable passDone, Consumer<String> phase)
      throws MpcException {
    long start = System.nanoTime();
    LOG.info(
        "party {}: {}, {} in {} of {}",
        party() + 1,
        job,
        Counts.of(plan.instances(), "lane"),
        Counts.of(plan.passes(), "pass", "passes"),
        plan.protocol().lanes());
    phase.accept("waiting for " + others());
    try (Computation computation = connect(plan)) {
      boolean own = store.isEmpty() && job.dealer().isEmpty();
      phase.accept(own ? "preprocessing and evaluating" : "evaluating");
      long connected = System.nanoTime();
      LOG.info("in session with all parties after {} ms", millis(start, connected));
      BitMatrix outputs = computation.evaluate(inputs, passDone);
      PartyResult result =
          new PartyResult(
              this, plan, outputs, computation, connected - start, System.nanoTime() - start);
      LOG.info("done after {} ms", millis(start, System.nanoTime()));
      return result;
    } catch (Disagreement e) {
      throw DifferenceText.inWords(e, job.source().shortName());
    } finally {
      Arrays.fill(inputs.words(), 0);
    }
  }

  private String others() {
    String parties = job.parties().size() == 2 ? "party " + (2 - party()) : "the other parties";
    return (store.isEmpty() && job.dealer().isPresent() ? "the dealer and " : "") + parties;
  }

  /**
   * Requires that the folder of the store is there, if there is a store.
   *
   * @throws Refused if the plan consumes no material, so that a store is of no use
   * @throws org.schurmpc.core.abort.BadFile if the folder is not there
   */
  public void requireStore(Computation.Plan plan) throws MpcException {
    if (store.isPresent()) {
      requireMaterial(plan);
      store.get().requireThere();
    }
  }

  /** Refuses a plan without material, before a folder is made or looked for. */
  private void requireMaterial(Computation.Plan plan) throws Refused {
    plan.purpose(party(), List.of());
  }

  /**
   * Fills the store, until all parties have the material of the plan.
   *
   * @param progress receives the number of passes for which material exists, after each portion
   */
  public void prepare(Computation.Plan plan, Preparation.Progress progress) throws MpcException {
    StoreUse use = store.orElseThrow();
    line.check();
    requireMaterial(plan);
    try (StoreDirectory directory = StoreDirectory.openOrCreate(use.folder(), use.access())) {
      directory.requireFits(purpose(plan, directory));
      Optional<DealerClient> dealer =
          job.dealer().isEmpty() ? Optional.empty() : Optional.of(line.callDealer(1).get(0));
      Network network = null;
      try {
        network = line.meet();
      } finally {
        if (network == null) {
          dealer.ifPresent(DealerClient::close);
        }
      }
      plan.prepare(network, dealer, directory, progress);
    } catch (Disagreement e) {
      throw DifferenceText.inWords(e, job.source().shortName());
    }
  }

  /**
   * Returns the purpose of the store's material, before any connection exists. Once connected, the
   * purpose is checked against the certificates of the connection.
   */
  private StoreDirectory.Purpose purpose(Computation.Plan plan, StoreDirectory directory)
      throws Refused {
    return plan.purpose(party(), line.expected(directory));
  }

  private Computation fromStore(Computation.Plan plan, StoreUse use) throws MpcException {
    StoreDirectory directory = StoreDirectory.open(use.folder(), use.access());
    Network network = null;
    try {
      directory.requireFits(purpose(plan, directory));
      use.warnOfDealer(directory);
      network = line.meet();
    } finally {
      if (network == null) {
        directory.close();
      }
    }
    return plan.connect(network, directory, use.refill() ? Refill.onTheFly() : Refill.none());
  }

  private static long millis(long from, long to) {
    return (to - from) / 1_000_000;
  }

  private Computation connect(Computation.Plan plan) throws MpcException {
    if (store.isPresent()) {
      return fromStore(plan, store.get());
    }
    return inSession(plan, job.dealer().isEmpty() ? null : line.callDealer(1).get(0));
  }

  /**
   * Connects to the other parties; on failure closes all connections, which notifies peers and
   * dealer.
   */
  private Computation inSession(Computation.Plan plan, DealerClient dealer) throws MpcException {
    Network network = null;
    Computation computation = null;
    try {
      network = line.meet();
      computation = dealer == null ? plan.connect(network) : plan.connect(network, dealer);
      return computation;
    } finally {
      if (computation == null && dealer != null) {
        dealer.close();
      }
      if (computation == null && network != null) {
        network.close();
      }
    }
  }
}
