package org.schurmpc.service.admin;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.http.ProblemErrors;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.Work;

/**
 * Listens for operators: plain HTTP on an address of this machine, or, with a token, on any. The
 * token travels in the clear: put TLS before an address that others reach.
 */
public final class AdminServer implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int CONNECTIONS = 64;
  private static final int MIN_TOKEN = 16;
  private static final long IDLE_MILLIS = 30_000;

  private final Server server;
  private final ServerConnector connector;
  private final StatusPage page;

  private AdminServer(Server server, ServerConnector connector, StatusPage page) {
    this.server = server;
    this.connector = connector;
    this.page = page;
  }

  /**
   * Starts to listen.
   *
   * @param tokenFile a file whose first line is the token of operators; empty for everybody on this
   *     machine
   * @throws BadFile if the file cannot be read, or others than its owner may read it
   * @throws Refused if the address cannot be listened on
   */
  public static AdminServer start(
      Endpoint address,
      Optional<Path> tokenFile,
      Catalogue catalogue,
      RequestBook book,
      Work work,
      Readiness readiness,
      Metrics metrics,
      Reload reload)
      throws BadFile, Refused {
    Optional<byte[]> token =
        tokenFile.isPresent() ? Optional.of(token(tokenFile.get())) : Optional.empty();
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("operators");
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(address.host());
    connector.setPort(address.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    AdminRoutes routes = new AdminRoutes(catalogue, book, work, readiness, metrics, reload, token);
    server.setHandler(routes);
    server.setErrorHandler(new ProblemErrors());
    try {
      connector.open(); // so that the page knows its port before it is asked for
      StatusPage page =
          new StatusPage(
              new StatusView(catalogue, book, work, readiness, metrics),
              access(address, token),
              connector.getLocalPort());
      routes.show(page);
      server.start();
      return new AdminServer(server, connector, page);
    } catch (IOException e) {
      throw new Refused("cannot listen on " + address + ": " + e.getMessage(), e);
    } catch (Exception e) { // what Jetty declares
      throw new IllegalStateException("the server of operators does not start", e);
    }
  }

  private static PageAccess access(Endpoint address, Optional<byte[]> token) {
    return new PageAccess(
        address,
        new InetSocketAddress(address.host(), address.port()),
        token.map(bytes -> new String(bytes, StandardCharsets.UTF_8)));
  }

  private static byte[] token(Path file) throws BadFile {
    try {
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
          && Files.getPosixFilePermissions(file).stream()
              .anyMatch(permission -> !permission.name().startsWith("OWNER"))) {
        throw new BadFile(file + " holds a token, and others than its owner may read it");
      }
      String token = Files.readString(file).lines().findFirst().orElse("").strip();
      if (token.length() < MIN_TOKEN) {
        throw new BadFile(file + " holds no token of at least " + MIN_TOKEN + " characters");
      }
      return token.getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadFile("cannot read the token in " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the port on which this server listens. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Stops. */
  @Override
  public void close() throws BadFile {
    page.close();
    try {
      server.stop();
    } catch (Exception e) { // what Jetty declares
      throw new BadFile("the port of operators does not close: " + e.getMessage(), e);
    }
  }
}
