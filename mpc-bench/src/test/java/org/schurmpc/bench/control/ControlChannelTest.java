package org.schurmpc.bench.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.prep.Origin;

/** Tests two control channels over loopback, with a thread for each side. */
@Timeout(30)
class ControlChannelTest {
  private static final Duration SILENCE = Duration.ofMillis(400);

  private interface End {
    void use(ControlChannel channel) throws Exception;
  }

  private static void connect(End server, End client) throws Exception {
    NetOptions options = NetOptions.service().withTimeout(SILENCE);
    try (NettyServer listening = NettyServer.listen("127.0.0.1", 0, options)) {
      Endpoint at = new Endpoint("127.0.0.1", listening.port());
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                try (ControlChannel channel =
                    new ControlChannel(NettyClient.connect("the other", at, options))) {
                  client.use(channel);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              },
              task -> new Thread(task, "the other").start());
      try (ControlChannel channel = new ControlChannel(listening.accept(Duration.ofSeconds(10)))) {
        server.use(channel);
      }
      other.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aBusyProcessIsNotTakenForASilentOne() throws Exception {
    CompletableFuture<Void> longEnough = new CompletableFuture<>();
    connect(
        server -> {
          long start = System.nanoTime();
          assertEquals(7, server.receive(Message.Go.class).pass());
          long nanos = System.nanoTime() - start;
          assertTrue(nanos > 2 * SILENCE.toNanos(), "it was to be longer than the silence");
        },
        client -> {
          try (KeepAlive keepAlive = new KeepAlive(SILENCE.dividedBy(8))) {
            keepAlive.startFor(client, () -> {});
            longEnough.completeOnTimeout(null, 3 * SILENCE.toMillis(), TimeUnit.MILLISECONDS);
            longEnough.get();
            client.send(new Message.Go(0, 7));
          }
        });
  }

  @Test
  void beatsDoNotMixWithOutputs() throws Exception {
    BitMatrix bits = new BitMatrix(1000, 20_000);
    bits.set(999, 19_999, true);
    bits.set(3, 5, true);
    connect(
        server -> {
          server.receive(Message.Done.class);
          assertEquals(bits, server.receiveBits(1000, 20_000));
        },
        client -> {
          client.send(new Message.Done(0, 0));
          client.beat();
          client.beat();
          client.sendBits(bits);
        });
  }

  @Test
  void aSilentProcessIsGivenUp() throws Exception {
    connect(
        server -> assertThrows(ConnectionLost.class, server::receive),
        client -> {
          assertThrows(ConnectionLost.class, client::receive);
        });
  }

  @Test
  void whoeverIsBusyLearnsThatTheOtherIsGone() throws Exception {
    CompletableFuture<Void> lost = new CompletableFuture<>();
    connect(
        ControlChannel::close,
        client -> {
          try (KeepAlive keepAlive = new KeepAlive(Duration.ofMillis(20))) {
            keepAlive.startFor(client, () -> lost.complete(null));
            lost.get(10, TimeUnit.SECONDS);
          }
        });
  }

  /** After the end, no timer is left that would close the connection of a silent caller. */
  @Test
  void whoeverCallsAfterTheEndIsHungUpOn() throws Exception {
    connect(
        server -> {
          KeepAlive keepAlive = new KeepAlive();
          keepAlive.close();
          keepAlive.closeAfter(Duration.ofDays(1), server);
          assertThrows(ConnectionLost.class, server::receive);
        },
        client -> assertThrows(ConnectionLost.class, client::receive));
  }

  private static Circuit transfer(Circuit circuit, long announced) throws Exception {
    CompletableFuture<Circuit> received = new CompletableFuture<>();
    connect(
        server -> {
          try {
            CircuitText.send(server, circuit);
          } catch (MpcException e) {
            // The other side has closed the connection.
          }
        },
        client -> {
          try {
            received.complete(CircuitText.receive(client, announced, "it"));
          } catch (MpcException e) {
            received.completeExceptionally(e);
          }
        });
    return received.get();
  }

  @Test
  void whatPartiesSayOfThemselvesIsFitForATerminal() {
    Origin origin = Origin.own("x".repeat(1 << 20), Map.of("\u001b[2Jk", "a\nb", "n", 4));
    Message.Established odd =
        new Message.Established("\u001b[2Jverified", null, "a\nb", "\u202ewhy", origin, 1, 0);
    assertEquals("?[2Jverified", odd.jvm());
    assertEquals("unknown", odd.jvmOptions());
    assertEquals("a b", odd.kernels());
    assertEquals("?why", odd.kernelsReason());
    assertTrue(odd.preprocessing().text().length() < 3000, "bounded");
    assertEquals(Map.of("?[2Jk", "a b", "n", 4), odd.preprocessing().terms());
    assertEquals(
        "unknown", new Message.Established("", "", "", "", null, 1, 0).preprocessing().source());
  }

  @Test
  void countersThatAreMissingAreMalformed() throws Exception {
    for (String figures : List.of("null", "{}", "{\"nanos\":{\"COMPUTE\":null}}")) {
      byte[] text =
          "{\"type\":\"run\",\"figures\":%s}".formatted(figures).getBytes(StandardCharsets.UTF_8);
      connect(
          server -> assertThrows(ConnectionLost.class, server::receive),
          client -> client.sendEncoded(text));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aes_128", "aes_128_sbox"})
  void circuitsTravel(String name) throws Exception {
    Circuit circuit = CircuitSource.named(name).read();
    long length = CircuitText.length(circuit);
    assertTrue(length > 100_000);
    Circuit arrived = transfer(circuit, length);
    assertEquals(BristolFashion.hexDigest(circuit), BristolFashion.hexDigest(arrived));
  }

  @Test
  void circuitsOfAnotherLengthAreBadFiles() throws Exception {
    Circuit circuit = CircuitSource.DEFAULT.read();
    for (long announced : new long[] {-1, 0, 1000, CircuitText.MAX_BYTES + 1}) {
      Throwable e = assertThrows(Exception.class, () -> transfer(circuit, announced)).getCause();
      assertTrue(e instanceof BadFile, announced + ": " + e);
    }
  }
}
