package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.net.TestIdentities;

/** Strangers who call the driver neither hold it up nor outlast the stage. */
@Timeout(60)
class TableListenerTest {
  private static final Duration LOOK = Duration.ofMillis(300);
  private static final String TABLE = "worker0:1\nworker1:2";

  private final TableSeal seal = TableSeal.random();
  private final CompletableFuture<Void> stage = new CompletableFuture<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private NettyServer server;
  private CompletableFuture<byte[]> table;

  @BeforeEach
  void listen() throws Exception {
    server = NettyServer.listen("127.0.0.1", 0, NetOptions.service().withTimeout(LOOK));
    open.add(server);
    table =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return new TableListener(server, seal, LOOK).await(stage);
              } catch (Exception e) {
                throw new IllegalStateException(e.getMessage(), e);
              }
            });
  }

  @AfterEach
  void close() throws Exception {
    stage.complete(null);
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private Channel call() throws Exception {
    NetOptions options = NetOptions.service().withTimeout(Duration.ofSeconds(20));
    Channel channel =
        NettyClient.connect("the driver", new Endpoint("127.0.0.1", server.port()), options);
    open.add(channel);
    return channel;
  }

  private void send(byte[]... frames) throws Exception {
    Channel channel = call();
    for (byte[] frame : frames) {
      channel.send(frame, 0, frame.length);
    }
  }

  private void requireTable() throws Exception {
    assertArrayEquals(TABLE.getBytes(StandardCharsets.UTF_8), table.get(20, TimeUnit.SECONDS));
  }

  @Test
  void takesTheTableOfAWorkerBesideFiftyStrangers() throws Exception {
    for (int i = 0; i < 50; i++) {
      Channel stranger = call();
      if (i % 3 == 1) {
        stranger.send(new byte[TableSeal.BYTES], 0, TableSeal.BYTES);
      } else if (i % 3 == 2) {
        stranger.send(new byte[1000], 0, 1000);
      }
    }
    long start = System.nanoTime();
    send(seal.greeting(), seal.seal(TABLE));
    requireTable();
    assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10), "it waits for nobody");
  }

  /** Strangers have all places when the worker calls first. */
  @Test
  void aWorkerThatFindsNoPlaceCallsAgain() throws Exception {
    for (int i = 0; i < 2 * TableListener.CALLERS; i++) {
      call();
    }
    TableListener.tell(
        new Endpoint("127.0.0.1", server.port()), seal, TABLE, Duration.ofSeconds(20));
    requireTable();
  }

  @Test
  void aWorkerGivesUpWhereNobodyHears() throws Exception {
    TableSeal other = TableSeal.random();
    Endpoint driver = new Endpoint("127.0.0.1", server.port());
    Duration limit = Duration.ofSeconds(1);
    assertThrows(
        ConnectionLost.class, () -> TableListener.tell(driver, other, "stranger:1", limit));
    assertTrue(!table.isDone());
  }

  @Test
  void takesNoTableOfAnotherAttempt() throws Exception {
    TableSeal other = TableSeal.random();
    send(other.greeting(), other.seal("stranger:1"));
    send(seal.greeting(), other.seal("stranger:1"));
    send(seal.seal("stranger:1"));
    send(other.greeting(), seal.seal("stranger:1"));
    assertTrue(!table.isDone());
    send(seal.greeting(), seal.seal(TABLE));
    requireTable();
  }

  @Test
  void theEndOfTheStageEndsTheWait() throws Exception {
    call(); // says nothing
    Channel trickles = call();
    stage.complete(null);
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> table.get(10, TimeUnit.SECONDS));
    assertTrue(e.getCause().getCause() instanceof ConnectionLost, e.toString());
    assertTrue(e.getMessage().contains("ended before they listened"), e.getMessage());
    trickles.close();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keysThatOthersCanReadAreRefused(@TempDir Path folder) throws Exception {
    TestIdentities.Identity identity = TestIdentities.valid("party0");
    identity.write(folder, "party0");
    Path key = folder.resolve("party0.key");
    TlsFiles files =
        TlsFiles.onEveryNode(
            folder.resolve("party0.crt").toString(),
            key.toString(),
            identity.fingerprint().toString());
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-rw-rw-"));
    BadFile e = assertThrows(BadFile.class, () -> files.toPeer(0));
    assertTrue(e.getMessage().contains("can be read by others"), e.getMessage());
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    files.toPeer(0);
  }
}
