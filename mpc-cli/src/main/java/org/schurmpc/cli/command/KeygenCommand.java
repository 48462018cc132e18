package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.schurmpc.cli.keys.KeyFiles;
import org.schurmpc.cli.keys.KeyPassphrase;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code keygen}: generates a party's private key and self-signed certificate. */
@Command(
    name = "keygen",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Makes a private key (ECDSA P-256, NAME.key, for nobody else to read) and a self-signed"
          + " certificate (NAME.crt), and prints the fingerprint to tell your peers."
    },
    footer = {"", "Example: java -jar mpc-bench.jar keygen --name alice --out keys"})
final class KeygenCommand implements Callable<Integer> {
  private static final int MOST_DAYS = 3650;
  private static final String PASSPHRASE_FILE = "--passphrase-file";

  private final PrintStream out;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Of the files, and in the certificate.")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the files go; default the current folder.")
  private Path folder;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How long the certificate is valid, 1 to " + MOST_DAYS + "; default 365.")
  private Integer days;

  @Option(names = "--force", description = "Overwrite files that are there.")
  private boolean force;

  @Option(
      names = "--encrypt",
      description =
          "Encrypt the key under a passphrase: the one in the environment as "
              + KeyPassphrase.VARIABLE
              + ", or else one that is asked for.")
  private boolean encrypt;

  @Option(
      names = PASSPHRASE_FILE,
      paramLabel = "FILE",
      description = "Encrypt the key under the passphrase in the first line of a file.")
  private Path passphraseFile;

  @Option(
      names = "--show",
      paramLabel = "FILE",
      description = "Print fingerprint and validity of a certificate, and make nothing.")
  private Path show;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  KeygenCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws MpcException {
    if (show != null) {
      if (name != null || folder != null || days != null || force || encrypts()) {
        throw new Refused("--show makes nothing: leave out the options of a new key");
      }
      print(Identity.readCertificate(show));
      return 0;
    }
    if (name == null) {
      throw new Refused("whose key? Say for example --name alice; see --help");
    }
    int valid = days == null ? 365 : days;
    Ranges.range("--days", valid, 1, MOST_DAYS);
    KeyFiles files = KeyFiles.in(folder == null ? Path.of("") : folder, name);
    X509Certificate made = make(files, Duration.ofDays(valid));
    out.println(
        "key          " + files.key() + (encrypts() ? " (encrypted)" : " (keep it secret)"));
    out.println("certificate  " + files.certificate());
    print(made);
    return 0;
  }

  private boolean encrypts() {
    return encrypt || passphraseFile != null;
  }

  private X509Certificate make(KeyFiles files, Duration validity) throws MpcException {
    if (!encrypts()) {
      return files.make(validity, force);
    }
    if (!force) {
      files.requireNew(); // before anybody types a passphrase
    }
    char[] passphrase =
        KeyPassphrase.ofThisProcess(PASSPHRASE_FILE, passphraseFile).ofNew(files.key());
    try {
      return files.make(validity, force, passphrase);
    } finally {
      Arrays.fill(passphrase, '\0');
    }
  }

  private void print(X509Certificate certificate) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant to = certificate.getNotAfter().toInstant();
    Instant now = Instant.now();
    String state = now.isBefore(from) ? " (NOT YET VALID)" : now.isAfter(to) ? " (EXPIRED)" : "";
    out.println("fingerprint  " + Fingerprint.of(certificate));
    out.println("valid        from " + from + " until " + to + state);
  }
}
