package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.bench.page.MonitorPage;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.Addresses;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import picocli.CommandLine.Option;

/** Defines the page that shows a run in a browser. */
@HelpSection.In(HelpSection.RUNS)
final class PageOptions {
  @Option(
      names = "--page",
      paramLabel = "HOST:PORT",
      description =
          "Serve a page there that shows the run in a browser, as 127.0.0.1:8080; port 0 lets the"
              + " system choose.")
  private String page;

  @Option(
      names = "--page-token-file",
      paramLabel = "FILE",
      description =
          "A file with a word that readers of the page know, as openssl rand -hex 16 makes it;"
              + " needed if other machines reach the page.")
  private Path tokenFile;

  /**
   * Checks the options.
   *
   * @return where the page is served; empty if none was asked for
   * @throws Refused if an option is invalid
   */
  Optional<PageAccess> access() throws MpcException {
    if (page == null) {
      if (tokenFile != null) {
        throw new Refused("--page-token-file is for --page HOST:PORT: leave it out, or say both");
      }
      return Optional.empty();
    }
    Endpoint at = Addresses.of("--page", page);
    Optional<String> token =
        tokenFile == null ? Optional.empty() : Optional.of(TokenFile.read(tokenFile));
    return Optional.of(PageAccess.of("--page", at, token));
  }

  /**
   * Opens the page and says where it is.
   *
   * @return the page; null if none was asked for
   */
  static MonitorPage open(Optional<PageAccess> access, CommandName program, PrintStream err)
      throws MpcException {
    if (access.isEmpty()) {
      return null;
    }
    MonitorPage page = MonitorPage.open(access.get());
    boolean secret = access.get().token().isPresent();
    err.println(
        program.saying(
            "page at " + page.address() + (secret ? " with ?token= and the token" : "")));
    if (!access.get().isLoopback()) {
      err.println(
          program.saying("the page and its token travel in plaintext: use a network you trust"));
    }
    return page;
  }
}
