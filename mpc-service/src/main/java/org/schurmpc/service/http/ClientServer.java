package org.schurmpc.service.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.Work;

/**
 * Listens for clients: HTTP/1.1 over TLS 1.3, with certificates on both sides. Whoever shows a
 * certificate that the configuration does not list, or none, ends in the handshake.
 */
public final class ClientServer implements AutoCloseable {
  private static final int HEADER_BYTES = 8 << 10;
  private static final int MAX_THREADS = 64;
  private static final int IDLE_THREAD_MILLIS = 15_000; // until a thread ends
  private static final long POOLED_BYTES = 4 << 20; // of buffers that wait, on the heap and off it
  private static final int BACKLOG = 512;
  private static final long SWEEP_MILLIS = 250;

  /** Cipher suites, the shorter key first: the protocols have 128-bit security. */
  private static final String[] SUITES = {
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
  };

  private final Server server;
  private final ServerConnector connector;
  private final RequestBook book;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "slow callers");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Limits callers.
   *
   * @param connections maximum number of connections
   * @param header time for a handshake and a header
   * @param body time for a body
   * @param idle time without a byte
   * @param answer time for taking an answer
   * @param stop time that calls in progress have when the server stops
   */
  public record Limits(
      int connections,
      Duration header,
      Duration body,
      Duration idle,
      Duration answer,
      Duration stop) {
    /** Returns the usual limits, for a number of connections. */
    public static Limits of(int connections) {
      return new Limits(
          connections,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofSeconds(10));
    }
  }

  private ClientServer(
      Server server, ServerConnector connector, RequestBook book, SlowCallers callers) {
    this.server = server;
    this.connector = connector;
    this.book = book;
    sweeper.scheduleWithFixedDelay(
        callers::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Starts to listen.
   *
   * @param clock the machine's clock, for certificates
   * @param refused is told the code of each refusal
   * @param complained is told the job of each complaint
   * @throws Refused if the address cannot be listened on
   */
  public static ClientServer start(
      Endpoint address,
      Identity identity,
      Catalogue catalogue,
      RequestBook book,
      Work work,
      Clock clock,
      Limits limits,
      Consumer<Code> refused,
      Consumer<String> complained)
      throws Refused {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
    threads.setName("clients");
    threads.setIdleTimeout(IDLE_THREAD_MILLIS);
    threads.setMaxEvictCount(MAX_THREADS);
    Server server =
        new Server(
            threads,
            /* scheduler= */ null,
            new ArrayByteBufferPool(-1, -1, -1, -1, POOLED_BYTES, POOLED_BYTES));
    ServerConnector connector =
        new ServerConnector(
            server,
            /* acceptors= */ 1,
            /* selectors= */ 1,
            new SslConnectionFactory(tls(identity, catalogue), "http/1.1"),
            new HttpConnectionFactory(http()));
    connector.setHost(address.host());
    connector.setPort(address.port());
    connector.setIdleTimeout(limits.idle().toMillis());
    connector.setAcceptQueueSize(BACKLOG);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    Routes routes =
        new Routes(
            new RequestResource(catalogue, book, work, complained),
            catalogue,
            clock,
            limits.body().toMillis(),
            refused);
    SlowCallers callers =
        new SlowCallers(
            new GracefulHandler(routes),
            ClientServer::millis,
            limits.header().toMillis(),
            limits.body().plus(limits.answer()).toMillis());
    connector.addBean(callers);
    server.setHandler(callers);
    server.setErrorHandler(new ProblemErrors());
    server.setStopTimeout(limits.stop().toMillis());
    start(server, address);
    return new ClientServer(server, connector, book, callers);
  }

  private static long millis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private static void start(Server server, Endpoint address) throws Refused {
    try {
      server.start();
    } catch (IOException e) {
      stopQuietly(server);
      throw new Refused("cannot listen on " + address + ": " + e.getMessage(), e);
    } catch (Exception e) { // what Jetty declares
      stopQuietly(server);
      throw new IllegalStateException("the server of clients does not start", e);
    }
  }

  private static void stopQuietly(Server server) {
    try {
      server.stop();
    } catch (Exception e) { // what Jetty declares
      throw new IllegalStateException("the server of clients does not stop", e);
    }
  }

  private static HttpConfiguration http() {
    HttpConfiguration http = new HttpConfiguration();
    // Certificates are pinned: the name by which a client calls is not compared with one.
    http.addCustomizer(new SecureRequestCustomizer(/* sniHostCheck= */ false));
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setResponseHeaderSize(HEADER_BYTES);
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.setHttpCompliance(HttpCompliance.RFC9110);
    http.setUriCompliance(UriCompliance.RFC3986);
    return http;
  }

  private static SslContextFactory.Server tls(Identity identity, Catalogue catalogue) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(
          new KeyManager[] {identity.keyManager()},
          new TrustManager[] {
            new ClientTrust(shown -> catalogue.config().client(shown).isPresent())
          },
          /* random= */ null);
      SslContextFactory.Server tls = new SslContextFactory.Server();
      tls.setSslContext(context);
      tls.setIncludeProtocols("TLSv1.3");
      tls.setIncludeCipherSuites(SUITES);
      tls.setNeedClientAuth(true);
      tls.setRenegotiationAllowed(false);
      tls.setSessionCachingEnabled(false);
      tls.setEndpointIdentificationAlgorithm(
          null); // certificates are pinned, names are not checked
      return tls;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no TLS 1.3", e);
    }
  }

  /** Returns the port on which this server listens. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Returns the number of connections. */
  public int connections() {
    return connector.getConnectedEndPoints().size();
  }

  /**
   * Stops: new calls are refused, those in progress end within the time of the limits.
   *
   * @throws BadFile if Jetty does not stop
   */
  @Override
  public void close() throws BadFile {
    book.stop();
    sweeper.shutdownNow();
    try {
      server.stop();
    } catch (Exception e) { // what Jetty declares
      throw new BadFile("the port of clients does not close: " + e.getMessage(), e);
    }
  }
}
