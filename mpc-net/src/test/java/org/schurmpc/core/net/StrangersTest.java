package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.abort.ConnectionLost;

/** Callers that say little, slowly, or nothing, many at a time; and names that come late. */
@Timeout(60)
class StrangersTest {
  private static final Duration TIMEOUT = Duration.ofMillis(400);

  private final List<AutoCloseable> open = new ArrayList<>();
  private NettyServer server;

  @BeforeEach
  void listen() throws Exception {
    server = NettyServer.listen("127.0.0.1", 0, NetOptions.service().withTimeout(TIMEOUT));
    open.add(server);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /** A connection of bytes. */
  private final class Caller {
    final Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    final DataInputStream in = new DataInputStream(socket.getInputStream());

    Caller() throws IOException {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(20_000);
      open.add(socket);
    }

    void greet() throws IOException {
      byte[] prelude = Prelude.ofClient().encode();
      out.writeInt(prelude.length);
      out.write(prelude);
    }

    void requireAccepted() throws IOException {
      assertEquals(1, in.readInt());
      assertEquals(Prelude.ACCEPTED, in.readByte());
    }

    /** Sends a byte each sixteenth of the time-out, until the other side has left. */
    void trickle() throws InterruptedException {
      try {
        for (int i = 0; i < 1600; i++) {
          out.write(7);
          Thread.sleep(TIMEOUT.toMillis() / 16);
        }
      } catch (IOException e) {
        // The other side has left.
      }
    }
  }

  private CompletableFuture<Channel> accept() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return server.accept(Duration.ofSeconds(30));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private ConnectionLost requireLost(Channel channel) throws Exception {
    long start = System.nanoTime();
    CompletableFuture<byte[]> received =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return channel.receive(1 << 12);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> received.get(20, TimeUnit.SECONDS));
    long waited = System.nanoTime() - start;
    assertTrue(waited < TimeUnit.SECONDS.toNanos(8), "a frame ends in time: " + waited);
    return (ConnectionLost) e.getCause().getCause();
  }

  @Test
  void framesThatTrickleEndTheConnection() throws Exception {
    for (int announced : new int[] {-1, 1 << 12}) {
      String said = trickledTo(announced);
      for (int again = 0; again < 5 && said.contains("was silent"); again++) {
        said = trickledTo(announced); // the caller's thread did not run for that long
      }
      String how = announced > 0 ? "too slowly" : "announced a frame";
      assertTrue(said.contains(how) || said.contains("too slowly"), said);
    }
  }

  /** Returns why a connection ends whose caller trickles. */
  private String trickledTo(int announced) throws Exception {
    CompletableFuture<Channel> accepted = accept();
    Caller caller = new Caller();
    caller.greet();
    caller.requireAccepted();
    Channel channel = accepted.get();
    open.add(channel);
    if (announced > 0) {
      caller.out.writeInt(announced);
    }
    Thread thread =
        new Thread(
            () -> {
              try {
                caller.trickle();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    ConnectionLost lost = requireLost(channel);
    thread.interrupt();
    thread.join();
    return lost.getMessage();
  }

  /** Someone who has begun to speak stays when hundreds call and say nothing. */
  @Test
  void threeHundredCallersPushNobodyOut() throws Exception {
    server.close();
    server =
        NettyServer.listen(
            "127.0.0.1", 0, NetOptions.service().withTimeout(Duration.ofSeconds(30)));
    open.add(server);
    CompletableFuture<Channel> accepted = accept();
    Caller honest = new Caller();
    byte[] prelude = Prelude.ofClient().encode();
    honest.out.writeInt(prelude.length);
    honest.out.write(prelude, 0, 5);
    honest.out.flush();
    for (int i = 0; i < 300; i++) {
      new Caller();
    }
    Thread.sleep(300);
    honest.out.write(prelude, 5, prelude.length - 5);
    honest.requireAccepted();
    open.add(accepted.get());
  }

  private static SocketAddress at(String address, int port) {
    return InetSocketAddress.createUnresolved(address, port);
  }

  private static InetSocketAddress host(int last, int port) throws IOException {
    return new InetSocketAddress(
        InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), port);
  }

  @Test
  void whoLeavesIsOfTheAddressWithTheMost() throws Exception {
    List<SocketAddress> callers =
        List.of(at("a", 1), at("b", 2), at("b", 3), at("c", 4), at("b", 5), at("c", 6));
    // Unresolved addresses differ by their ports, too.
    assertEquals(at("a", 1), Crowd.last(callers, each -> each, each -> false));
    List<InetSocketAddress> resolved =
        List.of(host(1, 1), host(2, 2), host(2, 3), host(3, 4), host(2, 5), host(3, 6));
    assertEquals(2, Crowd.last(resolved, each -> each, each -> false).getPort());
    assertEquals(5, Crowd.last(resolved, each -> each, each -> each.getPort() > 3).getPort());
    assertEquals(2, Crowd.last(resolved, each -> each, each -> each.getPort() == 1).getPort());
  }

  @Test
  void aNameThatIsKnownLaterIsTriedAgain() throws Exception {
    CompletableFuture<Channel> accepted = accept();
    AtomicInteger asked = new AtomicInteger();
    Dialer.Resolver later =
        at -> {
          if (asked.incrementAndGet() < 4) {
            throw new ConnectionLost("Cannot resolve host " + at.host() + ".");
          }
          return new InetSocketAddress[] {
            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())
          };
        };
    open.add(dial(later, Duration.ofSeconds(20)));
    open.add(accepted.get());
    ConnectionLost e =
        assertThrows(
            ConnectionLost.class,
            () ->
                dial(
                    at -> {
                      throw new ConnectionLost("no");
                    },
                    TIMEOUT));
    assertEquals("Cannot resolve host later.invalid (tried for 400 ms).", e.getMessage());
  }

  private NettyChannel dial(Dialer.Resolver resolver, Duration patience) throws Exception {
    NetOptions options = NetOptions.service();
    Loop loop = new Loop(options);
    NettyChannel channel =
        new Dialer(
                resolver,
                "the service",
                new Endpoint("later.invalid", server.port()),
                null,
                options,
                loop,
                Prelude.ofClient(),
                patience,
                System.nanoTime() + patience.toNanos())
            .dial();
    channel.ownLoop();
    return channel;
  }
}
