package org.schurmpc.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Services of a few parties in this process, as honest ones answer. Together they know all masks
 * and compute in the clear. A test changes answers, or loses them.
 */
final class FakeParties implements AutoCloseable {
  static final String DIGEST = "0123456789abcdef".repeat(4);

  /** A header of an answer whose last byte never comes. */
  static final String STALL = "Stall";

  private static final JsonMapper JSON = new JsonMapper();

  /** What a party answers; null in place of it ends the connection. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Reply(int status, byte[] body, Map<String, String> headers) {
    static Reply json(int status, String text) {
      return new Reply(
          status,
          text.getBytes(StandardCharsets.UTF_8),
          Map.of("Content-Type", status < 300 ? "application/json" : "application/problem+json"));
    }

    static Reply problem(int status, String code) {
      return json(
          status,
          "{\"type\":\"about:blank\",\"title\":\"no\",\"status\":%d,\"code\":\"%s\",\"detail\":\"because\"}"
              .formatted(status, code));
    }

    Reply with(String header, String value) {
      return new Reply(status, body, Map.of(header, value));
    }

    static Reply bytes(byte[] body) {
      return new Reply(200, body, Map.of("Content-Type", "application/octet-stream"));
    }
  }

  /** A call that a party has got; party is counted from 0. */
  record Seen(int party, String method, String path) {
    boolean is(String method, String end) {
      return this.method.equals(method) && path.endsWith(end);
    }
  }

  /** Changes what happens to a call. */
  interface Line {
    /** Returns whether the call reaches its party. */
    default boolean arrives(Seen call) {
      return true;
    }

    /** Returns the answer that the client gets; null for none. */
    default Reply answer(Seen call, Reply honest) {
      return honest;
    }
  }

  /** A request as all parties know it. */
  static final class Asked {
    final Map<Integer, String> orders = new HashMap<>();
    final Map<Integer, byte[]> inputs = new HashMap<>();
    TestDelivery masks;
    byte[] maskBits;
    TestDelivery outputs;
    String failed;
  }

  final Random random = new Random(11);
  final List<TestKey> keys = new ArrayList<>();
  final List<Seen> calls = new CopyOnWriteArrayList<>();
  final List<String> complaints = new CopyOnWriteArrayList<>();
  final Map<UUID, Asked> requests = new HashMap<>();
  final Set<byte[]> sent = java.util.concurrent.ConcurrentHashMap.newKeySet();
  final List<JobDescription> jobs = new ArrayList<>();
  volatile Line line = new Line() {};
  volatile String failNext;

  private final List<HttpsServer> servers = new ArrayList<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final Fingerprint client;

  FakeParties(int n, Fingerprint client) throws Exception {
    this(n, client, Duration.ofDays(1));
  }

  /** Starts parties of which the last has a certificate that is valid for some time from now. */
  FakeParties(int n, Fingerprint client, Duration validity) throws Exception {
    this.client = client;
    for (int i = 0; i < n; i++) {
      keys.add(TestKey.make("party" + (i + 1), i == n - 1 ? validity : Duration.ofDays(1)));
    }
    for (int i = 0; i < n; i++) {
      servers.add(serve(i));
    }
    jobs.add(job("tag", "circuit", "bits", "block", "bits", 43, 1));
    jobs.add(job("packed", "circuit", "p128", "block", "bits", 300, 1));
    jobs.add(job("words", "circuit", "gf2_40", "block", "unsigned", 20, 5));
    jobs.add(job("sum", "program", "p128", "a", "unsigned", 16, 3));
    jobs.add(
        new JobDescription("draw", "program", DIGEST, "p128", List.of(), output("sum"), "open"));
    jobs.add(
        new JobDescription(
            "give", "circuit", DIGEST, "bits", jobs.get(0).inputs(), List.of(), "open"));
  }

  private static JobDescription job(
      String name, String kind, String domain, String in, String type, int bits, int count) {
    Port.Kind of = Port.Kind.valueOf(type.toUpperCase(java.util.Locale.ROOT));
    Port input = new Port(in, of, bits, 0, count, Port.CLIENT);
    List<Port> outputs =
        kind.equals("program")
            ? output("sum")
            : List.of(new Port("out", of, bits, 0, count, Port.CLIENT));
    return new JobDescription(
        name,
        kind,
        DIGEST,
        domain,
        List.of(new Port("key", Port.Kind.BITS, 8, 0, 1, "party2"), input),
        outputs,
        "open");
  }

  private static List<Port> output(String name) {
    return List.of(
        new Port(name, Port.Kind.SIGNED, 20, 0, 1, Port.CLIENT),
        new Port("other", Port.Kind.BITS, 8, 0, 1, "party1"));
  }

  private HttpsServer serve(int party) throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    TestKey own = keys.get(party);
    store.setKeyEntry("own", own.key(), new char[0], new X509Certificate[] {own.certificate()});
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(factory.getKeyManagers(), new TrustManager[] {new Clients()}, null);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters strict = context.getDefaultSSLParameters();
            strict.setNeedClientAuth(true);
            strict.setProtocols(new String[] {"TLSv1.3"});
            parameters.setSSLParameters(strict);
          }
        });
    server.setExecutor(executor);
    server.createContext("/", exchange -> handle(party, (HttpsExchange) exchange));
    server.start();
    return server;
  }

  /** Lets in the client, and nobody else. */
  private final class Clients extends X509ExtendedTrustManager {
    private void check(X509Certificate[] chain) throws CertificateException {
      if (!Fingerprint.of(chain[0]).equals(client)) {
        throw new CertificateException("not listed");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  String url(int party) {
    // A name that is in no certificate: names are not checked.
    return "https://127.0.0.1:" + servers.get(party).getAddress().getPort();
  }

  /** Writes a configuration whose calls are tried again for some time. */
  Path config(Path folder) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "[client]\nkey = \"me.key\"\ncertificate = \"me.crt\"\nstate = \"state\"\ntimeout = 20\n");
    for (int i = 0; i < keys.size(); i++) {
      text.append(
          "[[party]]\nurl = \"%s\"\nfingerprint = \"%s\"\n"
              .formatted(url(i), keys.get(i).fingerprint()));
    }
    for (JobDescription job : jobs) {
      text.append("[[job]]\nname = \"%s\"\ndigest = \"%s\"\n".formatted(job.name(), DIGEST));
    }
    Path file = folder.resolve("client.toml");
    Files.writeString(file, text);
    return file;
  }

  private void handle(int party, HttpExchange exchange) throws IOException {
    Seen call = new Seen(party, exchange.getRequestMethod(), exchange.getRequestURI().getRawPath());
    byte[] body = exchange.getRequestBody().readAllBytes();
    Reply reply = null;
    if (line.arrives(call)) {
      calls.add(call);
      synchronized (requests) {
        reply = line.answer(call, honest(call, body));
      }
    }
    if (reply != null && reply.headers().containsKey(STALL)) {
      exchange.sendResponseHeaders(reply.status(), reply.body().length + 1L);
      exchange.getResponseBody().write(reply.body());
      exchange.getResponseBody().flush();
      stall();
    } else if (reply != null) {
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(
          reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
      if (reply.body().length > 0) {
        exchange.getResponseBody().write(reply.body());
      }
    }
    exchange.close();
  }

  /** Waits until the parties are closed. */
  private static void stall() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Reply honest(Seen call, byte[] body) throws IOException {
    if (call.is("GET", "/v1/service")) {
      return Reply.json(200, service(call.party(), jobs));
    }
    UUID id = UUID.fromString(call.path().split("/", -1)[3]);
    Asked asked = requests.computeIfAbsent(id, each -> new Asked());
    if (call.is("PUT", "/complaint")) {
      complaints.add(call.party() + " " + new String(body, StandardCharsets.UTF_8));
      return new Reply(204, new byte[0], Map.of());
    }
    if (call.is("PUT", "/inputs")) {
      return takeInput(call.party(), id, asked, body);
    }
    if (call.method().equals("PUT")) {
      return takeOrder(call.party(), id, asked, new String(body, StandardCharsets.UTF_8));
    }
    if (call.method().equals("DELETE")) {
      return new Reply(204, new byte[0], Map.of());
    }
    boolean done = asked.inputs.size() == keys.size();
    if (call.is("GET", "/result")) {
      if (asked.failed != null) {
        return Reply.problem(422, asked.failed);
      }
      return done
          ? Reply.bytes(asked.outputs.bodies().get(call.party()))
          : Reply.json(202, "{\"state\":\"accepted\"}");
    }
    return Reply.json(
        200,
        asked.failed != null
            ? "{\"state\":\"failed\",\"code\":\"%s\",\"detail\":\"so\"}".formatted(asked.failed)
            : "{\"state\":\"%s\"}".formatted(done ? "done" : "accepted"));
  }

  String service(int party, List<JobDescription> offered) throws IOException {
    List<Map<String, Object>> list = new ArrayList<>();
    for (JobDescription job : offered) {
      list.add(
          Map.of(
              "name", job.name(),
              "kind", job.kind(),
              "digest", job.digest(),
              "domain", job.domain(),
              "state", job.state(),
              "inputs", ports(job.inputs(), "from"),
              "outputs", ports(job.outputs(), "to")));
    }
    List<Map<String, String>> parties =
        keys.stream().map(key -> Map.of("fingerprint", key.fingerprint().toString())).toList();
    return JSON.writeValueAsString(Map.of("party", party + 1, "parties", parties, "jobs", list));
  }

  private static List<Map<String, Object>> ports(List<Port> ports, String holder) {
    return ports.stream()
        .map(
            port ->
                Map.<String, Object>of(
                    "name",
                    port.name(),
                    "type",
                    port.kind().word(),
                    "bits",
                    port.bits(),
                    "count",
                    port.count(),
                    holder,
                    port.holder()))
        .collect(Collectors.toList());
  }

  private JobDescription named(String name) {
    return jobs.stream().filter(job -> job.name().equals(name)).findFirst().orElseThrow();
  }

  private DeliveryCheck.Expected delivery(
      UUID id, JobDescription job, boolean masks, Domain domain, int packed, int m) {
    return new DeliveryCheck.Expected(
        masks,
        masks ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
        keys.stream().map(key -> Set.of(key.fingerprint())).toList(),
        client,
        id,
        job.name(),
        job.digest(),
        domain,
        packed,
        m);
  }

  private TestDelivery deliverBits(
      UUID id, JobDescription job, boolean masks, byte[] bits, int nBits) {
    Domain domain = Domain.named(job.domain()).orElseThrow();
    int m = InputMasks.elements(domain, nBits);
    BitSet set = BitSet.valueOf(bits);
    BigInteger[] elements = new BigInteger[m];
    for (int i = 0; i < m; i++) {
      int k = domain.packedBits();
      byte[] part = set.get(i * k, Math.min(nBits, (i + 1) * k)).toByteArray();
      elements[i] = number(part);
    }
    return TestDelivery.committed(
            random,
            keys.size(),
            delivery(id, job, masks, domain, domain.packedBits(), m),
            TestDelivery.encode(domain, elements))
        .opened();
  }

  private static BigInteger number(byte[] littleEndian) {
    byte[] bigEndian = new byte[littleEndian.length];
    Arrays.setAll(
        new Byte[bigEndian.length], i -> bigEndian[i] = littleEndian[littleEndian.length - 1 - i]);
    return new BigInteger(1, bigEndian);
  }

  private Reply takeOrder(int party, UUID id, Asked asked, String order) throws IOException {
    JsonNode node = JSON.readTree(order);
    JobDescription job = named(node.get("job").asText());
    if (!asked.orders.computeIfAbsent(party, each -> order).equals(order)) {
      return Reply.problem(409, "id-used");
    }
    if (job.inputBits() == 0) {
      asked.inputs.put(party, new byte[0]);
      compute(id, asked, job);
      String receipt = InputMasks.hash(client, id, 0, DIGEST, job.portList(), new byte[0]);
      return Reply.json(202, "{\"state\":\"accepted\",\"receipt\":\"" + receipt + "\"}");
    }
    if (asked.masks == null) {
      int bits = job.inputBits();
      BitSet r = new BitSet(bits);
      for (int i = 0; i < bits; i++) {
        r.set(i, random.nextBoolean());
      }
      asked.maskBits = Arrays.copyOf(r.toByteArray(), (bits + 7) / 8);
      asked.masks = deliverBits(id, job, true, asked.maskBits, bits);
    }
    BigInteger number = new BigInteger(Long.toUnsignedString(asked.masks.headers[0].number()));
    boolean right =
        party == 0 ? !node.has("number") : number.equals(node.get("number").bigIntegerValue());
    return right
        ? Reply.bytes(asked.masks.bodies().get(party))
        : Reply.problem(409, "number-taken");
  }

  private Reply takeInput(int party, UUID id, Asked asked, byte[] body) throws IOException {
    byte[] before = asked.inputs.putIfAbsent(party, body);
    sent.add(body);
    if (before != null && !Arrays.equals(before, body)) {
      return Reply.problem(409, "id-used");
    }
    JobDescription job = named(JSON.readTree(asked.orders.get(party)).get("job").asText());
    ByteBuffer in = ByteBuffer.wrap(body);
    long number = in.getLong();
    byte[] masked = Arrays.copyOfRange(body, 8, body.length);
    compute(id, asked, job);
    return Reply.json(
        202,
        "{\"receipt\":\"%s\"}"
            .formatted(InputMasks.hash(client, id, number, DIGEST, job.portList(), masked)));
  }

  /** Computes when all parties have the input: the complement, or a0 + a1 - a2. */
  private void compute(UUID id, Asked asked, JobDescription job) {
    if (asked.inputs.size() < keys.size() || asked.outputs != null || asked.failed != null) {
      return;
    }
    if (failNext != null) {
      asked.failed = failNext;
      failNext = null;
      return;
    }
    byte[] x = new byte[0];
    if (job.inputBits() > 0) {
      byte[] body = asked.inputs.get(0);
      x = InputMasks.mask(Arrays.copyOfRange(body, 8, body.length), asked.maskBits);
    }
    if (job.isProgram()) {
      BigInteger sum = BigInteger.valueOf(-7);
      if (x.length > 0) {
        List<BigInteger> a = PortValues.numbers(job.ourInputs().get(0), x);
        sum = a.get(0).add(a.get(1)).subtract(a.get(2));
      }
      Domain domain = Domain.named(job.domain()).orElseThrow();
      BigInteger p = domain.elements().prime().orElseThrow();
      asked.outputs =
          TestDelivery.committed(
                  random,
                  keys.size(),
                  delivery(id, job, false, domain, 0, 1),
                  TestDelivery.encode(domain, sum.mod(p)))
              .opened();
    } else if (!job.ourOutputs().isEmpty()) {
      BitSet out = BitSet.valueOf(x);
      out.flip(0, job.inputBits());
      asked.outputs =
          deliverBits(
              id,
              job,
              false,
              Arrays.copyOf(out.toByteArray(), (job.inputBits() + 7) / 8),
              job.inputBits());
    }
  }

  long count(String method, String end) {
    return calls.stream().filter(call -> call.is(method, end)).count();
  }

  /** Returns the number of calls that order a request. */
  long orders() {
    return calls.stream()
        .filter(call -> call.method().equals("PUT") && call.path().split("/", -1).length == 4)
        .count();
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
    executor.shutdownNow();
  }
}
