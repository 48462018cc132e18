package org.schurmpc.service.admin;

import java.nio.file.Path;
import java.util.Map;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.state.RequestBook;

/** Reads the configuration again while the service runs. */
public final class Reload {
  private final Path file;
  private final Catalogue catalogue;
  private final RequestBook book;

  /**
   * Creates a reload.
   *
   * @param file the configuration
   */
  public Reload(Path file, Catalogue catalogue, RequestBook book) {
    this.file = file;
    this.catalogue = catalogue;
    this.book = book;
  }

  /**
   * Checks the whole file and then replaces clients, rates, approvals and pins at once.
   *
   * @return a sentence for the operator
   * @throws org.schurmpc.core.abort.BadFile if the file is wrong; nothing is replaced
   * @throws org.schurmpc.core.abort.Refused if a change needs a restart; nothing is replaced
   */
  public synchronized String run() throws MpcException {
    try {
      ServiceConfig next = ServiceConfig.read(file);
      catalogue.replace(next);
      book.audit("reloaded", Map.of());
      return "reloaded: "
          + Counts.of(next.jobs().size(), "job")
          + ", "
          + Counts.of(next.clients().size(), "client");
    } catch (MpcException e) {
      book.audit("reload refused", Map.of("reason", e.getMessage()));
      throw e;
    }
  }
}
