package org.schurmpc.bench.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.PinnedCertificates;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.bench.control.Team;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.option.TlsOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Defines how the processes of a benchmark authenticate each other: by certificates or, in
 * plaintext, by a token.
 */
@HelpSection.In(HelpSection.CONNECTION)
final class CredentialOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Who takes part, in TOML: the fingerprints of [[party]], for each party, [dealer] and"
              + " [monitor], and the address of [monitor]. The same file on all machines.")
  Path config;

  @Mixin final TlsOptions tls = new TlsOptions();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "With --plaintext: a file with a word that all pieces know, as openssl rand -hex 16 makes"
              + " it.")
  Path tokenFile;

  /** Returns the participants listed in the configuration. */
  Team team() throws BadFile {
    return config == null ? Team.UNKNOWN : Team.read(config);
  }

  /**
   * Returns the token of a plaintext benchmark; empty with TLS.
   *
   * @throws Refused if the token is missing in plaintext, or was given with TLS
   */
  Optional<String> token() throws MpcException {
    if (!tls.plaintext()) {
      if (tokenFile != null) {
        throw new Refused("--token-file is for --plaintext: with TLS certificates say who is who");
      }
      return Optional.empty();
    }
    if (tokenFile == null) {
      throw new Refused(
          "--plaintext needs --token-file: a file with the same word for all pieces, as openssl"
              + " rand -hex 16 makes it");
    }
    return Optional.of(TokenFile.read(tokenFile));
  }

  /**
   * Returns the first line of the standard input of a child that does the work of this process: the
   * token, or with TLS the key's passphrase.
   */
  byte[] forChild(Optional<String> token) {
    return token.isPresent() ? token.get().getBytes(StandardCharsets.UTF_8) : tls.forChild();
  }

  /**
   * Takes what {@link #forChild} returned.
   *
   * @return the token; empty with TLS
   */
  Optional<String> ofLauncher(byte[] line) throws Refused {
    if (tls.plaintext()) {
      return Optional.of(new String(line, StandardCharsets.UTF_8));
    }
    tls.take(line);
    return Optional.empty();
  }

  /**
   * Returns the credentials of this process.
   *
   * @param token the token in place of certificates; empty with TLS
   * @param piece the name of this process in messages
   * @param mine this process as the configuration describes it
   * @throws BadFile if the certificate of this process is not the configured one
   */
  Credentials credentials(Optional<String> token, String piece, Participant mine)
      throws MpcException {
    Optional<Identity> identity = tls.identity();
    if (identity.isEmpty()) {
      return SharedToken.plaintext(
          token.orElseThrow(() -> new IllegalStateException("plaintext without token")));
    }
    if (config == null) {
      throw new Refused(
          "TLS needs --config with the fingerprints of all pieces, or name --plaintext to do"
              + " without");
    }
    Fingerprint shown = identity.get().fingerprint();
    if (mine.pin().filter(expected -> !expected.accepts(shown)).isPresent()) {
      throw new BadFile(
          "the configuration says that %s has the certificate %s, but %s is %s"
              .formatted(piece, mine.pin().get(), tls.cert(), shown));
    }
    Team team = team();
    return new PinnedCertificates(
        identity.get(), team.partyPins(), team.dealer().pin(), team.monitor().pin());
  }

  /**
   * Returns these options as arguments for a child that does the work of this process, without the
   * token.
   */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (tls.plaintext()) {
      arguments.add("--plaintext");
    }
    add(arguments, "--config", config);
    add(arguments, "--key", tls.key());
    add(arguments, "--cert", tls.cert());
    return arguments;
  }

  private static void add(List<String> arguments, String name, Path file) {
    if (file != null) {
      arguments.add(name + "=" + file.toAbsolutePath());
    }
  }
}
