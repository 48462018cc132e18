package org.schurmpc.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options for where the preprocessing of a computation comes from. */
public final class SourceOptions {
  private static final String OWN = "ot";
  private static final String DEALER = "dealer";

  @Option(
      names = "--preprocessing",
      paramLabel = "SOURCE",
      description =
          "store:DIR for material that 'prepare' made ahead, ot for the protocol's own, or dealer;"
              + " default the dealer, if there is one, else the protocol's own.")
  private String preprocessing;

  @Option(
      names = "--refill",
      paramLabel = "ot",
      description = "When the store has run out go on with the protocol's own; all parties say it.")
  private String refill;

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  /**
   * Returns the configuration with the dealer that was chosen, or without one.
   *
   * @throws Refused if a dealer was chosen and there is none
   */
  public JobConfig applied(JobConfig config) throws Refused {
    if (DEALER.equals(preprocessing) && config.dealer().isEmpty()) {
      throw new Refused("which dealer? Name it in the configuration under [dealer], or --dealer");
    }
    return OWN.equals(preprocessing) ? config.withDealer(Optional.empty()) : config;
  }

  /** Returns whether material comes from the dealer of the configuration, if it names one. */
  public boolean asksDealer() {
    return preprocessing == null || preprocessing.equals(DEALER);
  }

  /** Returns the file of the stores' key; null if none was given. */
  public Path keyFile() {
    return storeOptions.keyFile();
  }

  /**
   * Returns the store that was chosen, if any, without looking for it.
   *
   * @throws Refused if an option is wrong
   */
  public Optional<StoreUse> store() throws MpcException {
    if (refill != null && !refill.equals(OWN)) {
      throw new Refused("--refill is ot, not '" + refill + "'");
    }
    if (preprocessing == null || preprocessing.equals(OWN) || preprocessing.equals(DEALER)) {
      if (refill != null) {
        throw new Refused("--refill is for a store: say --preprocessing store:DIR");
      }
      return Optional.empty();
    }
    if (!StoreOptions.isStore(preprocessing)) {
      throw new Refused("--preprocessing is store:DIR, ot or dealer, not '" + preprocessing + "'");
    }
    return Optional.of(
        new StoreUse(StoreOptions.folder(preprocessing), storeOptions.access(), refill != null));
  }
}
