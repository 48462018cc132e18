package org.schurmpc.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.bench.control.Contact;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Failure;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.TestPlans;
import org.schurmpc.bench.monitor.Watcher;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.cli.page.Readers;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.net.Endpoint;

/** Tests what readers of events receive, and that none of them holds up the run. */
@Timeout(120)
class EventsTest {
  private static final long SEED = 8_071_123_456_789L;
  private static final Role FIRST = new Role(0, 0);

  private final ObjectMapper mapper = new ObjectMapper();

  private static PageAccess access() throws Exception {
    return PageAccess.of("--page", new Endpoint("127.0.0.1", 0), Optional.empty());
  }

  private static int port(MonitorPage page) {
    return URI.create(page.address()).getPort();
  }

  private JsonNode await(RawHttp.Events events, String pointer, String value) throws Exception {
    for (String text = events.next(); text != null; text = events.next()) {
      JsonNode state = mapper.readTree(text);
      if (state.at(pointer).asText().equals(value)) {
        return state;
      }
    }
    throw new AssertionError("no event with " + pointer + " = " + value);
  }

  @Test
  void lateReadersReceiveTheWholeState() throws Exception {
    EvaluationPlan plan = TestPlans.aes(3, SEED);
    try (MonitorPage page = MonitorPage.open(access());
        RawHttp.Events early = new RawHttp.Events(port(page))) {
      assertTrue(mapper.readTree(early.next()).at("/title").isNull());
      Watcher watcher = page.watch(plan, () -> {});
      watcher.called(FIRST, new Contact());
      watcher.runEnded(0, 3_000_000);
      watcher.runEnded(1, 5_000_000);
      await(early, "/runs/done", "2");
      try (RawHttp.Events late = new RawHttp.Events(port(page))) {
        JsonNode state = mapper.readTree(late.next());
        assertEquals("aes_128 under minitrix", state.at("/title").asText());
        assertEquals(2, state.at("/runs/millis").size());
        assertEquals(5, state.at("/runs/millis/1").asDouble());
        assertEquals("preparing", state.at("/parties/1/state").asText());
        assertEquals("connecting", state.at("/parties/2/state").asText());
        watcher.runEnded(2, 4_000_000);
        assertEquals(
            4, await(late, "/runs/figures/count", "3").at("/runs/figures/median").asDouble());
      }
    }
  }

  @Test
  void theSeedIsShownWithTheVerdictAlone() throws Exception {
    EvaluationPlan plan = TestPlans.aes(1, SEED);
    try (MonitorPage page = MonitorPage.open(access());
        RawHttp.Events events = new RawHttp.Events(port(page))) {
      Watcher failing = page.watch(plan, () -> {});
      failing.failed(
          new Failure(FIRST, Failure.Kind.DIED, ExitCode.CONNECTION_LOST, "party 1 is gone"));
      failing.ended(Optional.of(new RunFailed(ExitCode.CONNECTION_LOST, "party 1 is gone")));
      JsonNode failed = await(events, "/verdict/state", "failed");
      assertEquals("party 1 is gone", failed.at("/verdict/sentence").asText());
      assertEquals("lost", failed.at("/parties/1/state").asText());
      assertFalse(failed.toString().contains(Long.toString(SEED)), failed.toString());

      Watcher watcher = page.watch(plan, () -> {});
      watcher.runEnded(0, 1_000_000);
      JsonNode running = await(events, "/runs/done", "1");
      assertFalse(running.toString().contains(Long.toString(SEED)), running.toString());
      watcher.ended(Optional.empty());
      JsonNode verified = await(events, "/verdict/state", "verified");
      assertEquals(Long.toString(SEED), verified.at("/verdict/seed").asText());
    }
  }

  @Test
  void theLastStateIsSentBeforeTheEnd() throws Exception {
    MonitorPage page = MonitorPage.open(access());
    try (RawHttp.Events events = new RawHttp.Events(port(page))) {
      assertFalse(mapper.readTree(events.next()).at("/last").asBoolean());
      page.watch(TestPlans.aes(1, SEED), () -> {});
      page.close();
      JsonNode last = await(events, "/last", "true");
      assertEquals("ended", last.at("/verdict/state").asText());
      assertNull(events.next());
    } finally {
      page.close();
    }
  }

  @Test
  void theNumberOfReadersIsBounded() throws Exception {
    List<RawHttp.Events> readers = new ArrayList<>();
    try (MonitorPage page = MonitorPage.open(access())) {
      for (int i = 0; i < Readers.MOST; i++) {
        readers.add(new RawHttp.Events(port(page)));
        assertEquals(200, readers.get(i).status());
      }
      assertEquals(503, RawHttp.get(port(page), "/events").status());
      assertEquals(200, RawHttp.get(port(page), "/").status());
    } finally {
      for (RawHttp.Events reader : readers) {
        reader.close();
      }
    }
  }

  /** The state is larger than the buffers of both sockets, so that the writer blocks. */
  @Test
  void aReaderThatTakesNothingIsDropped() throws Exception {
    byte[] large = new byte[1 << 25];
    Readers readers = new Readers(Duration.ofMillis(100));
    try (PageServer server = new PageServer(access(), readers, () -> large);
        Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      idle.getOutputStream()
          .write(
              "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      InputStream in = idle.getInputStream();
      assertEquals('H', in.read());
      for (int i = 0; i < 1000; i++) {
        readers.offer(large); // returns at once
      }
      while (readers.count() > 0) {
        readers.dropSlow();
        Thread.onSpinWait();
        Thread.sleep(5);
      }
      assertEquals(404, RawHttp.get(server.port(), "/none").status());
    }
  }
}
