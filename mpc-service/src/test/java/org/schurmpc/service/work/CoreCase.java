package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.deliver.ClientOracle;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.vm.lang.SecureProgram;

/** Services' cores over TCP, and clients of them. */
abstract class CoreCase {
  private static final long LIMIT_SECONDS = 600;

  static final String NUMBERS =
      """
      [stock.numbers]
      protocol = "spdz"
      store = "store"
      options = { field = "p128" }
      deliveries = %d
      """;

  @TempDir Path folder;
  Core[] cores = new Core[0];
  Core.Setting setting;
  private int supplied;

  @AfterEach
  void close() throws Exception {
    for (Core each : cores) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** Starts parties with a stock and jobs. */
  final void start(int parties, String stock, String jobs) throws Exception {
    List<TestIdentities.Identity> identities = new ArrayList<>();
    List<Endpoint> lines = new ArrayList<>();
    for (int i = 0; i < parties; i++) {
      identities.add(TestIdentities.valid("party" + (i + 1)));
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        lines.add(Endpoint.parse("127.0.0.1:" + socket.getLocalPort()));
      }
    }
    setting = new Core.Setting(folder, identities, lines, jobs);
    setting.write(stock);
    cores = new Core[parties];
    for (int party = 0; party < parties; party++) {
      restart(party);
    }
    for (Core core : cores) {
      await("masks", () -> core.hasAllMasks()); // or they would be made while a test goes on
    }
  }

  /** Writes configurations with another stock, for parties that start later. */
  final void configure(String stock) throws Exception {
    setting.write(stock);
  }

  /** Starts a party, for the first time or again. */
  final void restart(int party) throws Exception {
    cores[party] = new Core(setting, party, this::supply).start();
  }

  /** A party's own inputs: others each time that they are asked for. */
  private Optional<List<byte[]>> supply(String job, List<Artifact.Port> ports, RequestKey request) {
    List<byte[]> all = new ArrayList<>();
    for (Artifact.Port port : ports) {
      boolean[] bits = new boolean[(int) port.allBits()];
      BigInteger value = BigInteger.valueOf(1000 + supplied++);
      for (int i = 0; i < bits.length; i++) {
        bits[i] = value.testBit(i % port.bits());
      }
      all.add(bytes(bits));
    }
    return Optional.of(all);
  }

  static byte[] bytes(boolean[] bits) {
    byte[] all = new byte[(bits.length + 7) / 8];
    for (int i = 0; i < bits.length; i++) {
      all[i / 8] |= (byte) ((bits[i] ? 1 : 0) << i % 8);
    }
    return all;
  }

  static void await(String what, BooleanSupplier condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < until, what);
      TimeUnit.MILLISECONDS.sleep(1); // what is waited for is in other threads
    }
  }

  /** Waits until all parties have said how a request ends. */
  final void awaitEnd(Asked asked) throws Exception {
    for (int party = 0; party < cores.length; party++) {
      int at = party;
      await("an end at " + at, () -> asked.state(at).matches("(done|failed).*"));
    }
  }

  /** Compiles a program, and returns the table of a job that runs it. */
  final String program(String name, Class<? extends SecureProgram> source, int parties, String more)
      throws Exception {
    CompiledProgram program = compiled(source, parties);
    Path file = folder.resolve(name + ".bin");
    Files.write(file, program.bytes());
    return """
    [[job]]
    name = "%s"
    program = "../%s.bin"
    digest = "%s"
    stock = "numbers"
    clients = ["till"]
    %s
    """
        .formatted(name, name, program.digest(), more);
  }

  private static CompiledProgram compiled(Class<? extends SecureProgram> source, int parties)
      throws Exception {
    return ProgramLanguages.only()
        .compile(
            source,
            new ProgramOptions(
                "p128",
                Optional.empty(),
                parties,
                Optional.of(false),
                OptionalInt.empty(),
                new TreeMap<>()));
  }

  static List<BigInteger> numbers(long... values) {
    return Arrays.stream(values).mapToObj(BigInteger::valueOf).toList();
  }

  /** A client's request. */
  final class Asked {
    final UUID id = UUID.randomUUID();
    final String client;
    final RequestKey key;
    final String job;
    Fingerprint receiver;
    long number;
    byte[] d;
    private boolean[] clear = new boolean[0];

    Asked(String job) {
      this(job, "till");
    }

    Asked(String job, String client) {
      this.job = job;
      this.client = client;
      this.key = new RequestKey(Core.client(client).fingerprint(), id);
      this.receiver = key.client();
    }

    /** Takes masks of all parties, checks them as a client does, and answers for values. */
    Asked open(int width, long... values) throws Exception {
      boolean[] bits = new boolean[width * values.length];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = (values[i / width] >>> i % width & 1) == 1;
      }
      return open(bits);
    }

    /** Gives bits in the clear, behind those that are masked. */
    Asked clear(int width, long value) {
      clear = new boolean[width];
      for (int i = 0; i < width; i++) {
        clear[i] = (value >>> i & 1) == 1;
      }
      return this;
    }

    /** Takes masks of all parties, checks them as a client does, and answers for bits. */
    Asked open(boolean[] x) throws Exception {
      await("masks", () -> cores[0].state.masks.count(job, cores[0].book::isFree) > 0);
      List<byte[]> envelopes = new ArrayList<>();
      envelopes.add(opened(0, OptionalLong.empty()));
      number = ByteBuffer.wrap(envelopes.get(0)).getLong(5);
      for (int party = 1; party < cores.length; party++) {
        int at = party;
        await("masks", () -> cores[at].state.masks.delivery(job, number).isPresent());
        envelopes.add(opened(party, OptionalLong.of(number)));
      }
      Envelope masks = new Envelope(envelopes.get(0));
      boolean[] r = masks.bits(envelopes, x.length);
      for (int i = 0; i < r.length; i++) {
        r[i] ^= x[i];
      }
      boolean[] given = Arrays.copyOf(r, r.length + clear.length);
      System.arraycopy(clear, 0, given, r.length, clear.length);
      d = bytes(given);
      return this;
    }

    /** Asks a job that takes no inputs of clients. */
    Asked ask() throws Exception {
      for (Core core : cores) {
        core.book
            .open(client, key, core.catalogue.offer(job).orElseThrow(), "b", OptionalLong.empty())
            .get();
      }
      return this;
    }

    private byte[] opened(int party, OptionalLong at) throws Exception {
      RequestBook.Grant grant =
          cores[party]
              .book
              .open(client, key, cores[party].catalogue.offer(job).orElseThrow(), "b", at)
              .get();
      return grant.envelope().orElseThrow();
    }

    Asked send(int party) throws Exception {
      cores[party].book.accept(key, number, d).get();
      return this;
    }

    Asked sendAll() throws Exception {
      for (int party = 0; party < cores.length; party++) {
        send(party);
      }
      return this;
    }

    String state(int party) {
      try {
        RequestBook.View view = cores[party].book.state(key);
        return view.state() + view.code().map(code -> " " + code).orElse("");
      } catch (Refusal e) {
        return "none";
      }
    }

    int attempt() throws Refusal {
      return cores[0].book.state(key).attempt();
    }

    /** The values that the receiver accepts: bits, or elements. */
    List<BigInteger> values() throws Exception {
      return values(receiver);
    }

    List<BigInteger> values(Fingerprint who) throws Exception {
      List<byte[]> envelopes = new ArrayList<>();
      for (int party = 0; party < cores.length; party++) {
        int at = party;
        await(
            "result at " + party + ": " + state(party),
            () -> !state(at).matches("open|accepted|queued|running"));
        assertEquals("done", state(party));
        envelopes.add(cores[party].book.result(new RequestKey(who, id)).get().orElseThrow());
      }
      return new Envelope(envelopes.get(0)).accept(envelopes);
    }

    /** The number whose bits the receiver accepts. */
    BigInteger result() throws Exception {
      List<BigInteger> bits = values();
      BigInteger sum = BigInteger.ZERO;
      for (int i = 0; i < bits.size(); i++) {
        sum = bits.get(i).signum() != 0 ? sum.setBit(i) : sum;
      }
      return sum;
    }
  }

  /** What the header of an envelope says. */
  private static final class Envelope {
    private final int length;
    private final byte[] sid;
    private final long number;
    private final String domain;
    private final int packed;
    private final int elements;

    Envelope(byte[] envelope) {
      ByteBuffer in = ByteBuffer.wrap(envelope);
      this.number = in.getLong(5);
      this.sid = Arrays.copyOfRange(envelope, 13, 45);
      int at = 45;
      at += 1 + 32 * in.get(at) + 32 + 16;
      at += 2 + in.getShort(at) + 32 + 4;
      int text = in.getShort(at);
      this.domain = new String(envelope, at + 2, text, StandardCharsets.UTF_8);
      at += 2 + text;
      this.packed = envelope[at] & 0xff;
      this.elements = in.getInt(at + 1);
      this.length = at + 1 + 4 + 1;
    }

    List<BigInteger> accept(List<byte[]> envelopes) throws Exception {
      List<byte[]> bodies = new ArrayList<>();
      for (byte[] each : envelopes) {
        int differ = Arrays.compare(each, 0, length, envelopes.get(0), 0, length);
        assertEquals(0, differ, "headers differ");
        bodies.add(Arrays.copyOfRange(each, length, each.length));
      }
      return new ClientOracle(sid, number, domain, elements, bodies.size()).accept(bodies);
    }

    boolean[] bits(List<byte[]> envelopes, int count) throws Exception {
      List<BigInteger> values = accept(envelopes);
      return ClientOracle.unpack(values, domain.equals("bits") ? 1 : packed, count);
    }
  }

  /** Where a party is killed: its index, the line, and whether the line is durable. */
  record Kill(int party, String line, boolean durable) {
    /** All places where a note of a run can be lost, at each of the parties. */
    static List<Kill> all(int parties, List<String> lines) {
      List<Kill> all = new ArrayList<>();
      for (String line : lines) {
        for (int party = 0; party < parties; party++) {
          all.add(new Kill(party, line, false));
          all.add(new Kill(party, line, true));
        }
      }
      return all;
    }

    void at(Core core) {
      core.killAt(each -> each.matches(line), durable);
    }
  }
}
