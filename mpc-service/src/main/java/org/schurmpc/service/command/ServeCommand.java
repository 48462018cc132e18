package org.schurmpc.service.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.display.Logs;
import org.schurmpc.cli.keys.KeyPassphrase;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.service.Service;
import org.schurmpc.service.config.ServiceConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code serve}: runs a party that stays up. */
@Command(
    name = "serve",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a party that stays up: it prepares material ahead, and evaluates the configured jobs for"
          + " clients. SIGTERM stops it after the runs in hand; SIGHUP reads the configuration again."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar serve --config service.toml --store-key store.key",
      "",
      "Exit codes: 0 stopped or checked, 2 wrong call, 3 bad file, 4 a run in hand did not end in"
          + " time, 5 what a job runs is another than configured."
    })
final class ServeCommand implements Callable<Integer> {
  /** The size of the pieces in which Netty takes memory for buffers: 8 KiB, doubled so often. */
  private static final String CHUNKS = "io.netty.allocator.maxOrder";

  private static final String SMALL_CHUNKS = "6"; // an idle service keeps some of each thread

  private static final String PASSPHRASE_FILE = "--key-passphrase-file";

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration of the service, in TOML.")
  private Path config;

  @Option(
      names = "--check",
      description = "Check configuration, key and jobs, connect nothing, and exit.")
  private boolean check;

  @Option(
      names = PASSPHRASE_FILE,
      paramLabel = "FILE",
      description =
          "A file whose first line is the passphrase of an encrypted key; or the passphrase itself in"
              + " the environment as "
              + KeyPassphrase.VARIABLE
              + ". Default: ask on the terminal.")
  private Path passphraseFile;

  @Option(
      names = "--log",
      paramLabel = "text|json",
      description =
          "How the log on standard error is written: as text, or as lines of JSON, of runs with the"
              + " fields job and run in \"mdc\"; default text.")
  private String log = "text";

  @Mixin private final StoreOptions stores = new StoreOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ServeCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    if (config == null) {
      throw new Refused("--config is missing: name the file service.toml of this party");
    }
    if (!log.equals("text") && !log.equals("json")) {
      throw new Refused("--log is text or json, and not '" + log + "'");
    }
    if (log.equals("json") && !Logs.hasJson()) {
      throw new Refused("--log=json needs Logback on the class path: the runnable jar has it");
    }
    Logs.show(Service.class.getPackageName());
    ServiceConfig read = ServiceConfig.read(config);
    Identity identity = identity(read.settings());
    StoreAccess access = stores.access();
    if (access.key().isEmpty()) {
      err.println(
          "warning: no --store-key: stores and ledger are not encrypted, and whoever reads this"
              + " machine's disk can read shares");
    }
    if (check) {
      Service.check(read, identity);
      out.println("right: " + about(read));
      return 0;
    }
    serve(read, identity, access);
    return 0;
  }

  private static String about(ServiceConfig config) {
    return "party %d of %d, %s, %s"
        .formatted(
            config.party() + 1,
            config.parties().size(),
            Counts.of(config.jobs().size(), "job"),
            Counts.of(config.clients().size(), "client"));
  }

  private void serve(ServiceConfig read, Identity identity, StoreAccess access)
      throws MpcException, InterruptedException {
    if (System.getProperty(CHUNKS) == null) {
      System.setProperty(CHUNKS, SMALL_CHUNKS); // before Netty is there, which reads it once
    }
    CountDownLatch stop = new CountDownLatch(1);
    Reloads reloads = new Reloads();
    Service.onSignals(stop::countDown, reloads::wish); // a start may take seconds
    boolean ended;
    try (Service service = Service.start(config, read, identity, access)) {
      reloads.begin(service);
      out.println(
          "serving as %s; clients at port %d, operators at port %d"
              .formatted(about(read), service.shell().clientPort(), service.shell().adminPort()));
      stop.await();
      ended = service.stop();
    }
    if (!ended) {
      throw new ConnectionLost(
          "a run in hand did not end in %d s: it is settled after the next start"
              .formatted(read.settings().stopWithin().toSeconds()));
    }
    out.println("stopped");
  }

  /** Reads the configuration again when that is wished: during a start, at its end. */
  private static final class Reloads {
    private Service service;
    private boolean wished;

    synchronized void wish() {
      if (service == null) {
        wished = true;
      } else {
        service.reload();
      }
    }

    synchronized void begin(Service started) {
      service = started;
      if (wished) {
        service.reload();
      }
    }
  }

  private Identity identity(ServiceConfig.Settings settings) throws MpcException {
    Path key = settings.key().orElseThrow(() -> missing("key"));
    Path certificate = settings.certificate().orElseThrow(() -> missing("certificate"));
    boolean encrypted = Identity.isEncrypted(key); // a certificate in its place is named first
    OwnerOnly.require(key);
    if (!encrypted) {
      if (passphraseFile != null) {
        throw new Refused(key + " is not encrypted: leave out " + PASSPHRASE_FILE);
      }
      return Identity.read(key, certificate);
    }
    char[] passphrase = KeyPassphrase.ofThisProcess(PASSPHRASE_FILE, passphraseFile).of(key);
    try {
      return Identity.read(key, certificate, passphrase);
    } finally {
      Arrays.fill(passphrase, '\0');
    }
  }

  private BadFile missing(String what) {
    return new BadFile(
        "%s: key 'service.%s' is missing: make a key and a certificate with keygen"
            .formatted(config, what));
  }
}
