package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.deliver.ClientOracle;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.RequestKey;

/** Two services' cores over TCP with TinyOT from oblivious transfer, and clients of them. */
class CoreTest {
  private static final long LIMIT_SECONDS = 600;

  private static final String JOB =
      """
      [[job]]
      name = "add"
      circuit = "add_64"
      digest = "%s"
      stock = "bits"
      inputs = ["client", "%s"]
      outputs = ["%s"]
      clients = ["till"]
      lanes = %d
      """;

  @TempDir Path folder;
  private Core.Setting setting;
  private final Core[] cores = new Core[2];

  @AfterEach
  void close() throws Exception {
    for (Core each : cores) {
      if (each != null) {
        each.close();
      }
    }
  }

  private static List<Endpoint> endpoints(int parties) throws Exception {
    List<Endpoint> all = new ArrayList<>();
    for (int i = 0; i < parties; i++) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        all.add(Endpoint.parse("127.0.0.1:" + socket.getLocalPort()));
      }
    }
    return all;
  }

  private void start(String input, String output, int lanes, int deliveries) throws Exception {
    setting =
        new Core.Setting(
            folder,
            List.of(TestIdentities.valid("alice"), TestIdentities.valid("bob")),
            endpoints(2),
            JOB.formatted(Core.digest("add_64"), input, output, lanes));
    setting.write(
        "[stock.bits]\nprotocol = \"tinyot\"\nstore = \"store\"\ndeliveries = %d\n"
            .formatted(deliveries));
    restart(0);
    restart(1);
  }

  private void restart(int party) throws Exception {
    PartyInputs own =
        (job, port, request) -> Optional.of(bytes(BigInteger.valueOf(1000 + supplied++)));
    cores[party] = new Core(setting, party, own).start();
  }

  private int supplied;

  private static byte[] bytes(BigInteger value) {
    byte[] all = new byte[8];
    for (int i = 0; i < 64; i++) {
      all[i / 8] |= (byte) ((value.testBit(i) ? 1 : 0) << i % 8);
    }
    return all;
  }

  private static void await(String what, BooleanSupplier condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < until, what);
      TimeUnit.MILLISECONDS.sleep(5); // what is waited for is in other threads
    }
  }

  /** A client's request. */
  private final class Asked {
    final UUID id = UUID.randomUUID();
    final RequestKey key = new RequestKey(Core.TILL.fingerprint(), id);
    Fingerprint receiver = Core.TILL.fingerprint();
    long number;
    byte[] d;

    /** Takes masks of both parties, and checks them as a client does. */
    void open(BigInteger... values) throws Exception {
      await("masks", () -> cores[0].state.masks.count("add", cores[0].book::isFree) > 0);
      byte[] first = opened(0, OptionalLong.empty());
      number = ByteBuffer.wrap(first).getLong(5);
      await("masks", () -> cores[1].state.masks.delivery("add", number).isPresent());
      boolean[] r = bits(accept(List.of(first, opened(1, OptionalLong.of(number)))));
      d = new byte[8 * values.length];
      for (int i = 0; i < r.length; i++) {
        boolean x = values[i / 64].testBit(i % 64);
        d[i / 8] |= (byte) ((x ^ r[i] ? 1 : 0) << i % 8);
      }
    }

    private byte[] opened(int party, OptionalLong at) throws Exception {
      RequestBook.Grant grant =
          cores[party]
              .book
              .open("till", key, cores[party].catalogue.offer("add").orElseThrow(), "b", at)
              .get();
      return grant.envelope().orElseThrow();
    }

    void send(int party) throws Exception {
      cores[party].book.accept(key, number, d).get();
    }

    String state(int party) {
      try {
        RequestBook.View view = cores[party].book.state(key);
        return view.state() + view.code().map(code -> " " + code).orElse("");
      } catch (org.schurmpc.service.state.Refusal e) {
        return "none";
      }
    }

    BigInteger result() throws Exception {
      for (int party = 0; party < 2; party++) {
        int at = party;
        await(
            "result at " + party + ": " + state(party), () -> !state(at).matches("queued|running"));
        assertEquals("done", state(party));
      }
      return sum(accept(result(0), result(1)));
    }

    private byte[] result(int party) throws Exception {
      return cores[party].book.result(new RequestKey(receiver, id)).get().orElseThrow();
    }
  }

  private static List<BigInteger> accept(byte[] one, byte[] other) throws Exception {
    return accept(List.of(one, other));
  }

  /** What a client accepts of both parties' envelopes. */
  private static List<BigInteger> accept(List<byte[]> envelopes) throws Exception {
    int header = headerBytes(envelopes.get(0));
    List<byte[]> bodies = new ArrayList<>();
    for (byte[] each : envelopes) {
      assertEquals(
          0, Arrays.compare(each, 0, header, envelopes.get(0), 0, header), "headers differ");
      bodies.add(Arrays.copyOfRange(each, header, each.length));
    }
    ByteBuffer in = ByteBuffer.wrap(envelopes.get(0));
    long number = in.getLong(5);
    byte[] sid = Arrays.copyOfRange(envelopes.get(0), 13, 45);
    int elements = in.getInt(header - 5);
    return new ClientOracle(sid, number, "bits", elements, 2).accept(bodies);
  }

  private static int headerBytes(byte[] envelope) {
    ByteBuffer in = ByteBuffer.wrap(envelope);
    int at = 45;
    at += 1 + 32 * in.get(at) + 32 + 16;
    at += 2 + in.getShort(at) + 32 + 4;
    at += 2 + in.getShort(at);
    return at + 1 + 4 + 1;
  }

  private static boolean[] bits(List<BigInteger> values) {
    boolean[] bits = new boolean[values.size()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = values.get(i).signum() != 0;
    }
    return bits;
  }

  private static BigInteger sum(List<BigInteger> bits) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < bits.size(); i++) {
      sum = bits.get(i).signum() != 0 ? sum.setBit(i) : sum;
    }
    return sum;
  }

  @Test
  void answersAreRight() throws Exception {
    start("client", "client", 2, 6);
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Asked asked = new Asked();
      asked.open(BigInteger.valueOf(100 + i), BigInteger.valueOf(1L << (i + 40)));
      all.add(asked);
      asked.send(i % 2);
    }
    for (int i = 0; i < 5; i++) {
      all.get(i).send(1 - i % 2);
    }
    for (int i = 0; i < 5; i++) {
      assertEquals(BigInteger.valueOf(100 + i + (1L << (i + 40))), all.get(i).result());
    }
    assertEquals(cores[0].state.log.deliveries(), cores[1].state.log.deliveries());
  }

  /** A party's own input is the same in each attempt, and another client gets the output. */
  @Test
  void ownInputsAreFixedBeforeTheFirstAttempt() throws Exception {
    start("party2", "client:auditor", 2, 6);
    Asked asked = new Asked();
    asked.open(BigInteger.valueOf(5));
    cores[0].killAt(each -> each.matches("run .* PREPARED .*"), false);
    asked.send(0);
    asked.send(1);
    cores[0].awaitDead();
    restart(0);
    asked.receiver = Core.AUDITOR.fingerprint();
    assertEquals(BigInteger.valueOf(1005), asked.result());
    assertEquals(2, cores[0].book.state(asked.key).attempt());
    assertTrue(cores[1].state.inputs.blobs().isEmpty(), "wiped with the run");
  }

  /** A signal while a run is in hand: it ends, and what waits is served after the restart. */
  @Test
  void aPartyStopsAfterTheRunInHand() throws Exception {
    start("client", "client", 2, 14);
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Asked asked = new Asked();
      asked.open(BigInteger.valueOf(i), BigInteger.TEN);
      all.add(asked);
    }
    for (Asked each : all) {
      each.send(0);
      each.send(1);
    }
    await("a run", () -> !all.get(0).state(0).equals("queued"));
    assertTrue(cores[1].scheduler.stop(60_000));
    cores[1].close();
    restart(1);
    for (int i = 0; i < 6; i++) {
      assertEquals(BigInteger.valueOf(10 + i), all.get(i).result());
    }
  }

  /** One client's different answers to two parties: its request ends, and others go on. */
  @Test
  void differentInputsEndARequest() throws Exception {
    start("client", "client", 2, 6);
    Asked wrong = new Asked();
    wrong.open(BigInteger.ONE, BigInteger.TWO);
    wrong.send(0);
    wrong.d[3] ^= 4;
    wrong.send(1);
    for (int party = 0; party < 2; party++) {
      int at = party;
      await("an end", () -> wrong.state(at).equals("failed inputs-differ"));
      await("wiped", () -> cores[at].state.masks.blob(wrong.number).isEmpty());
    }
    Asked right = new Asked();
    right.open(BigInteger.ONE, BigInteger.TEN);
    right.send(1);
    right.send(0);
    assertEquals(BigInteger.valueOf(11), right.result());
  }

  /** Where a party is killed: its index, the line, and whether the line is durable. */
  private record Kill(int party, String line, boolean durable) {}

  private static List<Kill> kills() {
    List<Kill> all = new ArrayList<>();
    for (String line :
        List.of(
            "log forced [0-9]+ run .*",
            "request run .*",
            "run .* TAKEN .*",
            "request prepare .*",
            "run .* PREPARED .*",
            "run .* COMMITTED .*",
            "request done .*")) {
      for (int party = 0; party < 2; party++) {
        all.add(new Kill(party, line, false));
        all.add(new Kill(party, line, true));
      }
    }
    return all;
  }

  /**
   * A party is killed at a note, before or after it is durable, and starts again; or the other one
   * is killed, too, and starts first.
   */
  @Test
  void answersAreRightOnceAfterEachKill() throws Exception {
    start("client", "client", 1, 70);
    List<Kill> kills = kills();
    for (int i = 0; i < kills.size(); i++) {
      Kill kill = kills.get(i);
      boolean both = (i + i / 4) % 2 == 1;
      try {
        killed(kill, both);
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kill + (both ? ", and the other one" : ""), e);
      }
    }
  }

  private void killed(Kill kill, boolean both) throws Exception {
    int party = kill.party;
    Asked asked = new Asked();
    asked.open(BigInteger.valueOf(12345), BigInteger.TWO.pow(63));
    cores[party].killAt(each -> each.matches(kill.line), kill.durable);
    asked.send(0);
    asked.send(1);
    cores[party].awaitDead();
    if (both) {
      cores[1 - party].close();
      restart(1 - party);
    }
    restart(party);
    assertEquals(BigInteger.TWO.pow(63).add(BigInteger.valueOf(12345)), asked.result());
  }
}
