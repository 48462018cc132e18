package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreVerification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Combines the stores of all parties and verifies every relation of the remaining material. */
@Command(
    name = "verify",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Puts the stores of all parties together and checks every relation of every item that is left:"
          + " MACs under the peers' keys, products, masks. Nothing is used up or written. It reveals"
          + " everything that the stores would hide, so it is for dealt material and for stores that"
          + " are given up."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar prep verify alice-store bob-store",
      "",
      "Exit codes: 0 all right, 2 wrong call, 3 a relation does not hold, or a store is damaged."
    })
final class PrepVerifyCommand implements Callable<Integer> {
  private static final String REVEALS =
      "whoever verifies it has all MAC keys and masks at once, and with them could read the inputs"
          + " of every evaluation that uses it and forge its results";
  private static final int STEP_BITS = 20;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(arity = "2..*", paramLabel = "DIR", description = "The store of each party.")
  private List<Path> folders;

  @Option(
      names = "--reveal-everything",
      description = "Verify also what no dealer has made; nothing of it should be used afterwards.")
  private boolean reveal;

  @Option(
      names = "--store-key",
      paramLabel = "FILE",
      description =
          "A file with the key of all stores, or, given once for each of them in their order, of"
              + " each; else the key in the environment as SCHUR_MPC_STORE_KEY.")
  private List<Path> keyFiles = List.of();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  PrepVerifyCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException {
    requireDifferent();
    List<StoreAccess> accesses = accesses();
    for (List<Path> together : byField()) {
      verify(together, accesses);
    }
    return 0;
  }

  /** Returns, for each field of a program, the stores of all parties. */
  private List<List<Path>> byField() throws MpcException {
    List<Path> first = StoreFolders.in(folders.get(0));
    List<List<Path>> all = new ArrayList<>();
    first.forEach(store -> all.add(new ArrayList<>()));
    for (Path folder : folders) {
      List<Path> stores = StoreFolders.in(folder);
      for (int i = 0; i < first.size(); i++) {
        boolean matches =
            stores.size() == first.size()
                && (first.size() == 1
                    || folder
                        .relativize(stores.get(i))
                        .equals(folders.get(0).relativize(first.get(i))));
        if (!matches) {
          throw new Refused(
              "%s and %s hold stores of other fields".formatted(folders.get(0), folder));
        }
        all.get(i).add(stores.get(i));
      }
    }
    return all;
  }

  private void verify(List<Path> together, List<StoreAccess> accesses) throws MpcException {
    List<StoreDirectory> stores = new ArrayList<>();
    try {
      for (int i = 0; i < together.size(); i++) {
        stores.add(StoreDirectory.look(together.get(i), accesses.get(i)));
      }
      verify(stores);
    } finally {
      stores.forEach(StoreDirectory::close);
    }
  }

  /** Returns access to each store, by party. Parties have different keys. */
  private List<StoreAccess> accesses() throws MpcException {
    int keys = keyFiles.size();
    if (keys > 1 && keys != folders.size()) {
      throw new Refused(
          "there are %d stores, and --store-key is given %d times: give it once, or once for each store"
              .formatted(folders.size(), keys));
    }
    List<StoreAccess> accesses = new ArrayList<>();
    for (int i = 0; i < folders.size(); i++) {
      accesses.add(
          keys == 0
              ? StoreAccess.ofEnvironment()
              : StoreOptions.access(keyFiles.get(keys == 1 ? 0 : i)));
    }
    return accesses;
  }

  private void requireDifferent() throws Refused {
    Set<Path> seen = new HashSet<>();
    for (Path folder : folders) {
      Path real;
      try {
        real = Files.exists(folder) ? folder.toRealPath() : folder;
      } catch (IOException e) {
        real = folder.toAbsolutePath().normalize();
      }
      if (!seen.add(real)) {
        throw new Refused(folder + " is named twice: name the store of each party, once");
      }
    }
  }

  private void verify(List<StoreDirectory> stores) throws MpcException {
    StoreVerification verification =
        StoreVerification.of(
            stores,
            (header, keys) -> Protocols.named(header.protocol()).checker(header.identity(), keys));
    Optional<Path> secret = verification.secret();
    if (secret.isPresent()) {
      String parties = secret.get() + " was made by the parties themselves: " + REVEALS;
      if (!reveal) {
        throw new Refused(parties + "; if nothing of it will be used, say --reveal-everything");
      }
      err.println("warning: " + parties + "; destroy it with 'prep destroy'");
    }
    verification.unmatched().forEach(sentence -> err.println("note: " + sentence));
    StoreVerification.Outcome outcome = run(verification);
    outcome.skipped().forEach(sentence -> err.println("note: " + sentence));
    if (outcome.violation().isPresent()) {
      throw new BadFile(outcome.violation().get() + "; use none of it");
    }
    out.println(
        "%s: every relation holds, %s checked"
            .formatted(
                stores.stream()
                    .map(store -> store.folder().toString())
                    .collect(Collectors.joining(" and ")),
                outcome.batches() == 1 ? "1 batch" : outcome.batches() + " batches"));
    outcome
        .checked()
        .forEach((kind, items) -> out.println("  %-34s %,d".formatted(kind.name(), items)));
  }

  private static StoreVerification.Outcome run(StoreVerification verification) throws MpcException {
    int steps = Math.toIntExact(verification.bytes() >> STEP_BITS);
    try (Progress progress = Progress.of("MiB", steps)) {
      long[] stepped = {0};
      return verification.run(
          bytes -> {
            for (; stepped[0] < bytes >> STEP_BITS; stepped[0]++) {
              progress.step();
            }
          });
    }
  }
}
