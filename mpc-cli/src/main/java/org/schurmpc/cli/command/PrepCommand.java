package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code prep}: shows, verifies, destroys and adopts stores of preprocessing. */
@Command(
    name = "prep",
    usageHelpAutoWidth = true,
    description =
        "Shows, verifies, destroys or takes over stores of preprocessing; 'prepare' makes them.",
    footer = {"", "Exit codes: 0 done, 2 wrong call, 3 no store, or a damaged one."})
final class PrepCommand implements Runnable {
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  PrepCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "what is to be done with a store? prep info, verify, destroy or adopt");
  }

  @Command(
      name = "info",
      usageHelpAutoWidth = true,
      description = {
        "Says what is in a store, and how much of it is left; needs no key.",
        "With --circuit or --config also for how many evaluations it suffices."
      })
  int info(
      @Parameters(paramLabel = "DIR", description = "The store.") Path store,
      @Mixin EvaluationsLeft left,
      @Mixin CommonOptions options)
      throws MpcException {
    List<Path> stores = StoreFolders.in(store);
    for (int i = 0; i < stores.size(); i++) {
      if (i > 0) {
        out.println();
      }
      describe(stores.get(i), left);
    }
    return 0;
  }

  private void describe(Path store, EvaluationsLeft left) throws MpcException {
    List<StoreSummary> batches = StoreSummary.of(store, StoreAccess.defaultRecords());
    long bytes = batches.stream().mapToLong(StoreSummary::bytes).sum();
    out.println(
        "%s: %s, %,d bytes".formatted(store, Counts.of(batches.size(), "batch", "batches"), bytes));
    if (left.asked()) {
      out.println(left.sentence(batches));
    }
    for (StoreSummary batch : batches) {
      out.println();
      out.println(batch.folder().getFileName() + (batch.burnt() ? ": DESTROYED" : ""));
      batch
          .lost()
          .ifPresent(why -> line("destroyed when opened next", "unless it is in use now: " + why));
      if (batch.header().encrypted()) {
        line("not verified", "header and journal, as that takes the key");
      }
      batch.header().fields().forEach((name, value) -> line(name, value));
      batch
          .kinds()
          .forEach(
              (kind, count) ->
                  line(
                      "left of '" + kind.name() + "'",
                      "%,d of %,d, %,d bytes each"
                          .formatted(
                              batch.burnt() ? 0 : count.made() - count.used(),
                              count.made(),
                              (long) kind.longsPerItem() * Long.BYTES)));
    }
  }

  private void line(String name, String value) {
    out.println("  %-34s %s".formatted(name, value));
  }

  @Command(
      name = "destroy",
      usageHelpAutoWidth = true,
      description =
          "Destroys a store for good, also a damaged one; no copy of it is used on this machine"
              + " afterwards.")
  int destroy(
      @Parameters(paramLabel = "DIR", description = "The store.") Path store,
      @Option(names = "--yes", description = "Yes, really.") boolean yes,
      @Mixin CommonOptions options)
      throws MpcException {
    if (!yes) {
      throw new Refused("what is in " + store + " would be lost for good: say --yes, too");
    }
    StoreFolders.forEach(
        store,
        each -> {
          StoreDirectory.destroy(each, StoreAccess.defaultRecords());
          out.println(each + " is destroyed");
        });
    return 0;
  }

  @Command(
      name = "adopt",
      usageHelpAutoWidth = true,
      description =
          "Takes over a store that was made on another machine and moved here. No copy of it may have"
              + " been used, or be used later, anywhere else: whatever is used twice is no secret.")
  int adopt(
      @Parameters(paramLabel = "DIR", description = "The store.") Path store,
      @Mixin StoreOptions access,
      @Mixin CommonOptions options)
      throws MpcException {
    StoreAccess own = access.access();
    StoreFolders.forEach(
        store,
        each -> {
          StoreDirectory.adopt(each, own).close();
          out.println(each + " is this machine's now");
        });
    return 0;
  }
}
