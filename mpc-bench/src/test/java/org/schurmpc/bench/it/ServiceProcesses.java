package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Processes of parties' services, as users start them, which are started, killed and stopped again
 * and again.
 */
final class ServiceProcesses implements AutoCloseable {
  private static final Duration CALL = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 100;

  private final ServiceParties parties;
  private final BenchJar[] processes;
  private final HttpClient http = HttpClient.newHttpClient();

  ServiceProcesses(ServiceParties parties) {
    this.parties = parties;
    this.processes = new BenchJar[parties.count()];
  }

  /** Starts a party's service; does not wait. */
  void start(int party) throws IOException {
    processes[party - 1] = BenchJar.startAsUsersDo(parties.folder(), parties.line(party));
  }

  /** Starts all services and waits until they are ready. */
  void startAll(Duration atMost) throws Exception {
    for (int party = 1; party <= processes.length; party++) {
      start(party);
    }
    awaitReady(atMost);
  }

  /** Waits until a party's service answers its clients. */
  void awaitServing(int party) throws Exception {
    processes[party - 1].awaitOut("serving as party " + party);
  }

  /** Waits until all services say that they are ready. */
  void awaitReady(Duration atMost) throws Exception {
    long until = System.nanoTime() + atMost.toNanos();
    for (int party = 1; party <= processes.length; party++) {
      awaitServing(party);
      for (; ; ) {
        HttpResponse<String> said = get(party, "/readyz");
        if (said.statusCode() == 200) {
          break;
        }
        assertTrue(System.nanoTime() < until, party + " is not ready: " + said.body() + said());
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    }
  }

  BenchJar process(int party) {
    return processes[party - 1];
  }

  /** Ends a service as kill -9 does. */
  void kill(int party) throws Exception {
    process(party).kill(false);
    process(party).exitCode();
  }

  /** Ends a service by SIGTERM, which has to end with code 0; returns how long that took. */
  Duration stop(int party) throws Exception {
    long begun = System.nanoTime();
    ServiceParties.signal(process(party), "TERM");
    String out = process(party).expect(0).out();
    assertTrue(out.contains("stopped"), () -> out + process(party).err());
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** Ends all services by SIGTERM. */
  void stopAll() throws Exception {
    for (int party = 1; party <= processes.length; party++) {
      stop(party);
    }
  }

  /** Asks a party's port of operators. */
  HttpResponse<String> get(int party, String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(parties.admin(party) + path)).timeout(CALL));
  }

  /** Acts as a party's operator. */
  HttpResponse<String> post(int party, String path) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(parties.admin(party) + path))
            .timeout(CALL)
            .POST(HttpRequest.BodyPublishers.noBody()));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /**
   * Returns the sum of a party's metrics of a name.
   *
   * @param start of the lines, such as a name with a brace and its first label
   */
  double metric(int party, String start) throws Exception {
    HttpResponse<String> said = get(party, "/metrics");
    assertEquals(200, said.statusCode(), said.body());
    Pattern sample = Pattern.compile(Pattern.quote(start) + ".*[ }]([0-9.E+-]+)");
    return said.body()
        .lines()
        .map(sample::matcher)
        .filter(line -> line.matches())
        .mapToDouble(line -> Double.parseDouble(line.group(1)))
        .sum();
  }

  /** Returns what the processes have written, for whoever has to find a fault. */
  String said() {
    StringBuilder all = new StringBuilder();
    for (int party = 1; party <= processes.length; party++) {
      if (process(party) != null) {
        all.append("\nparty ").append(party).append(": ").append(process(party).out());
        all.append(process(party).err());
      }
    }
    return all.toString();
  }

  @Override
  public void close() {
    for (BenchJar each : processes) {
      if (each != null) {
        each.close();
      }
    }
  }
}
