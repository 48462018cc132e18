package org.schurmpc.service;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.schurmpc.cli.display.Logs;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.http.ClientServer;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.ServiceState;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;

/** One party's service with real sockets, a fake of what computes, and clients. */
public final class TestService implements AutoCloseable {
  /** A small circuit of the library: two inputs and an output of 64 bits. */
  public static final String CIRCUIT = "add_64";

  public static final String DIGEST = digest();

  public static final List<TestIdentities.Identity> PARTIES =
      List.of(TestIdentities.valid("alice"), TestIdentities.valid("bob"));

  public static final TestIdentities.Identity TILL = TestIdentities.valid("till");
  public static final TestIdentities.Identity AUDITOR = TestIdentities.valid("auditor");
  public static final TestIdentities.Identity EXPIRED = TestIdentities.expired("old");
  public static final TestIdentities.Identity FOREIGN = TestIdentities.valid("foreign");

  public static final ClientServer.Limits LIMITS =
      new ClientServer.Limits(
          2_000,
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));

  public final Path folder;
  public final int party;
  public final FakeWork work =
      new FakeWork(PARTIES.stream().map(TestIdentities.Identity::fingerprint).toList());
  public final TestClock clock;
  public final ServiceShell shell;
  private FileLog log;

  private static String digest() {
    Logs.configure(List.of()); // before any server logs: as the program does
    try {
      return BristolFashion.hexDigest(CircuitLibrary.open(CIRCUIT));
    } catch (BadFile e) {
      throw new IllegalStateException(e);
    }
  }

  public TestService(Path folder, int party, TestClock clock, ClientServer.Limits limits)
      throws Exception {
    this.folder = folder;
    this.party = party;
    this.clock = clock;
    Path file = file();
    ServiceShell started = null;
    try {
      started =
          ServiceShell.start(
              file,
              ServiceConfig.read(file),
              PARTIES.get(party - 1).show(),
              folder.resolve("audit.log"),
              new Engine(),
              clock,
              clock::nanos,
              limits);
    } finally {
      if (started == null && log != null) {
        log.close();
      }
    }
    this.shell = started;
  }

  /** A log in a file, and the fake of what computes. */
  private final class Engine implements ServiceShell.Engine {
    @Override
    public StateLog open(Catalogue catalogue, ServiceState state) throws BadFile {
      log = new FileLog(folder.resolve("state"), state);
      return log;
    }

    @Override
    public Work work() {
      return work;
    }

    @Override
    public void begin(RequestBook book) {
      // The fake has nothing to bring up.
    }
  }

  /** The service of party 1 with the usual configuration. */
  public static TestService start(Path folder) throws Exception {
    write(folder, 1, jobs());
    return new TestService(folder, 1, new TestClock(), LIMITS);
  }

  /** The same after a restart. */
  public TestService again() throws Exception {
    close();
    return new TestService(folder, party, clock, LIMITS);
  }

  public Path file() {
    return folder.resolve("service.toml");
  }

  public FileLog log() {
    return log;
  }

  public RequestBook book() {
    return shell.book();
  }

  /** The jobs of tests: one for each kind. */
  public static String jobs() {
    return job("add", "inputs = [\"client\", \"set:key\"]\nclients = [\"till\", \"old\"]\n")
        + job("slow", "inputs = [\"client\", \"party2\"]\napproval = \"manual\"\n")
        + job("rated", "inputs = [\"client\", \"client\"]\nrate = { client = \"60/min\" }\n")
        + job("plain", "inputs = [\"party1\", \"party2\"]\n")
        + job("shown", "inputs = [\"client\", \"party1\"]\n", "client:auditor")
        + job("secret", "inputs = [\"client\", \"party1\"]\nclients = [\"auditor\"]\n")
        + job("wrong", "inputs = [\"client\", \"party1\"]\n").replace(DIGEST, "0".repeat(64));
  }

  public static String job(String name, String more) {
    return job(name, more, "client");
  }

  public static String job(String name, String more, String output) {
    return """

        [[job]]
        name = "%s"
        circuit = "%s"
        digest = "%s"
        stock = "bits"
        outputs = ["%s"]
        %s%s"""
        .formatted(
            name,
            CIRCUIT,
            DIGEST,
            output,
            more.contains("clients =") ? "" : "clients = [\"till\"]\n",
            more);
  }

  public static void write(Path folder, int party, String jobs) throws IOException {
    Files.writeString(
        folder.resolve("service.toml"),
        """
        [service]
        party = %d
        state = "state"
        listen = "127.0.0.1:0"
        admin = "127.0.0.1:0"
        open_deliveries = 200
        [[party]]
        address = "127.0.0.1:9001"
        clients = "https://127.0.0.1:8443"
        fingerprint = "%s"
        [[party]]
        address = "127.0.0.1:9002"
        clients = "https://127.0.0.1:8444"
        fingerprint = "%s"
        [[client]]
        name = "till"
        fingerprint = "%s"
        [[client]]
        name = "auditor"
        fingerprint = "%s"
        [[client]]
        name = "old"
        fingerprint = "%s"
        [stock.bits]
        protocol = "tinyot"
        store = "store"
        deliveries = 100
        """
                .formatted(
                    party,
                    PARTIES.get(0).fingerprint(),
                    PARTIES.get(1).fingerprint(),
                    TILL.fingerprint(),
                    AUDITOR.fingerprint(),
                    EXPIRED.fingerprint())
            + jobs);
  }

  // ------------------------------------------------------------------ clients

  public static SSLContext tls(TestIdentities.Identity own, Fingerprint server) throws Exception {
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(
        own == null ? null : new KeyManager[] {own.show().keyManager()},
        new TrustManager[] {new Pinned(server)},
        null);
    return context;
  }

  /** A client with an identity; null for one without a certificate. */
  public HttpClient client(TestIdentities.Identity own) throws Exception {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(20))
        .sslContext(tls(own, PARTIES.get(party - 1).fingerprint()))
        .build();
  }

  public SSLSocket socket(TestIdentities.Identity own) throws Exception {
    SSLSocket socket =
        (SSLSocket)
            tls(own, PARTIES.get(party - 1).fingerprint())
                .getSocketFactory()
                .createSocket("127.0.0.1", shell.clientPort());
    socket.setSoTimeout(30_000);
    return socket;
  }

  public HttpRequest.Builder call(String path) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + shell.clientPort() + path))
        .timeout(Duration.ofSeconds(60));
  }

  public static HttpResponse<byte[]> send(HttpClient client, HttpRequest.Builder call)
      throws Exception {
    return client.send(call.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  public HttpRequest.Builder open(UUID id, String json) {
    return call("/v1/requests/" + id)
        .header("Content-Type", "application/json")
        .PUT(HttpRequest.BodyPublishers.ofString(json));
  }

  public static String body(String job) {
    return "{\"job\":\"%s\",\"digest\":\"%s\"}".formatted(job, DIGEST);
  }

  public static String body(String job, long number) {
    return "{\"job\":\"%s\",\"digest\":\"%s\",\"number\":%d}".formatted(job, DIGEST, number);
  }

  public HttpRequest.Builder inputs(UUID id, long number, byte[] d) {
    byte[] body = ByteBuffer.allocate(8 + d.length).putLong(number).put(d).array();
    return call("/v1/requests/" + id + "/inputs")
        .header("Content-Type", "application/octet-stream")
        .PUT(HttpRequest.BodyPublishers.ofByteArray(body));
  }

  /** The number in the header of an envelope. */
  public static long number(byte[] envelope) {
    return ByteBuffer.wrap(envelope).getLong(5);
  }

  @Override
  public void close() throws IOException, BadFile {
    try {
      shell.close();
    } finally {
      log.close();
    }
  }

  /** Trusts one certificate, and checks no names. */
  private static final class Pinned extends X509ExtendedTrustManager {
    private final Fingerprint only;

    Pinned(Fingerprint only) {
      this.only = only;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (!Fingerprint.of(chain[0]).equals(only)) {
        throw new CertificateException("another certificate");
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new IllegalStateException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new IllegalStateException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new IllegalStateException();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
