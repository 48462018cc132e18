package org.schurmpc.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Calls the service of one party. A call is tried again until it has an answer or its time is over:
 * every call of the interface may be repeated. Answers have a maximum length.
 */
final class PartyLine {
  static final String JSON = "application/json";
  static final String BYTES = "application/octet-stream";

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LEAST_ATTEMPT = Duration.ofSeconds(3);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration MOST_PAUSE = Duration.ofSeconds(2);
  private static final long MOST_RETRY_SECONDS = 86_400;
  private static final int MOST_PROBLEM = 1 << 16;
  private static final int MOST_DETAIL = 300;

  private final int party;
  private final URI url;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * Creates a line; nothing is sent yet.
   *
   * @param party the number of the party, counted from 1
   */
  PartyLine(
      int party, ClientConfig.Party service, ClientKey own, Duration timeout, Executor executor) {
    this.party = party;
    this.url = service.url();
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .sslContext(ClientTls.context(own, service.pins()))
            .sslParameters(ClientTls.parameters())
            .executor(executor)
            .build();
  }

  int party() {
    return party;
  }

  /** Returns the address. */
  String url() {
    return url.toString();
  }

  /**
   * What a single call showed.
   *
   * @param clock how far the party's clock is ahead; empty if it does not say
   */
  record Probe(Reply reply, Optional<Duration> clock) {}

  /**
   * Makes a call once.
   *
   * @param clock this side's clock
   * @throws ServiceUnreachable if there was no sensible answer
   */
  Probe probe(Call call, Duration atMost, InstantSource clock)
      throws ServiceUnreachable, InterruptedException {
    Instant before = clock.instant();
    try {
      HttpResponse<byte[]> response = send(call, atMost);
      Instant middle = before.plus(Duration.between(before, clock.instant()).dividedBy(2));
      Reply reply = reply(response);
      if (reply.status() >= 500 && reply.code().isEmpty()) {
        throw unreachable("answers with status " + reply.status(), null);
      }
      Optional<Duration> ahead =
          response.headers().firstValue("Date").flatMap(date -> ahead(date, middle));
      return new Probe(reply.status() == 503 ? reply : requireKnown(reply), ahead);
    } catch (IOException e) {
      throw unreachable(explain(e), e);
    } catch (TimeoutException e) {
      throw unreachable("gives no answer in time", e);
    }
  }

  private static Optional<Duration> ahead(String date, Instant middle) {
    try {
      Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      // The header has whole seconds, of which half are over on average.
      return Optional.of(Duration.between(middle, theirs.plusMillis(500)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * An answer that ends a call.
   *
   * @param code the stable code of a problem; empty for success
   * @param detail the problem for people; empty for success, or if there is none
   * @param retryAfter the time after which to ask again, if the party names one
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Reply(int status, byte[] body, String code, String detail, Optional<Duration> retryAfter) {
    boolean isSuccess() {
      return status < 300;
    }
  }

  /**
   * What a call sends.
   *
   * @param waitSeconds how long the party may wait for what is asked for; 0 for not at all
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Call(
      String method, String path, String type, byte[] body, int mostBytes, long waitSeconds) {
    Call(String method, String path, String type, byte[] body, int mostBytes) {
      this(method, path, type, body, mostBytes, 0);
    }

    static Call get(String path, int mostBytes) {
      return new Call("GET", path, BYTES, new byte[0], mostBytes);
    }

    /** Returns the call, with a time that the party may wait. */
    Call waiting(long seconds) {
      return new Call(method, path, type, body, mostBytes, seconds);
    }

    static Call put(String path, String type, byte[] body, int mostBytes) {
      return new Call("PUT", path, type, body, mostBytes);
    }
  }

  /**
   * Makes a call.
   *
   * @return the answer, which may be a problem
   * @throws ServiceUnreachable if there was no sensible answer in time
   * @throws NoStock if the party has no stock and expects none in time
   * @throws RequestFailed if the job is suspended, or the client has asked too often
   */
  Reply call(Call call) throws ClientException, InterruptedException {
    Instant deadline = Instant.now().plus(timeout);
    Duration pause = FIRST_PAUSE;
    String failure = "gives no answer in time";
    Throwable cause = null;
    for (; ; ) {
      try {
        Reply reply = attempt(call, share(call, Duration.between(Instant.now(), deadline)));
        if (reply.status() == 429 || reply.status() == 503) {
          pause = pauseBefore(reply, deadline, pause);
        } else if (reply.status() < 500 && reply.status() != 408) { // a busy party reads too late
          return requireKnown(reply);
        }
        failure = "answers with status " + reply.status();
        cause = null;
      } catch (IOException e) {
        failure = explain(e);
        cause = e;
      } catch (TimeoutException e) {
        // What an attempt before has said, if any has, says more.
      }
      if (Instant.now().plus(pause).isAfter(deadline)) {
        throw unreachable(failure, cause);
      }
      Thread.sleep(pause.toMillis());
      pause = pause.multipliedBy(2).compareTo(MOST_PAUSE) < 0 ? pause.multipliedBy(2) : MOST_PAUSE;
    }
  }

  /**
   * Returns how long an attempt may take: half of what is left, so that another one follows if the
   * connection was lost without a word, unless the party may take that long to answer.
   */
  private static Duration share(Call call, Duration left) {
    Duration half = left.dividedBy(2);
    return half.compareTo(Duration.ofSeconds(call.waitSeconds()).plus(LEAST_ATTEMPT)) > 0
        ? half
        : left;
  }

  /** Makes a call once, whatever becomes of it. */
  void tell(Call call, Duration atMost) throws InterruptedException {
    try {
      attempt(call, atMost);
    } catch (IOException | TimeoutException e) {
      // The caller has a failure of its own to report.
    }
  }

  private ServiceUnreachable unreachable(String failure, Throwable cause) {
    return new ServiceUnreachable(party, "party %d (%s) %s".formatted(party, url, failure), cause);
  }

  /** Returns how long to wait before the next attempt. */
  private Duration pauseBefore(Reply reply, Instant deadline, Duration usual)
      throws NoStock, RequestFailed {
    if (reply.code().equals("suspended")) {
      throw RequestFailed.refused(party, reply.code(), reply.detail());
    }
    Duration named = reply.retryAfter().orElse(usual);
    Duration pause = named.compareTo(FIRST_PAUSE) > 0 ? named : FIRST_PAUSE;
    Instant again = Instant.now().plus(pause);
    if (again.isAfter(deadline)) {
      if (reply.code().equals("no-stock")) {
        throw new NoStock(party, again);
      }
      if (reply.status() == 429) {
        throw RequestFailed.refused(
            party, reply.code().isEmpty() ? "rate" : reply.code(), "try again at " + again);
      }
    }
    return pause;
  }

  private Reply requireKnown(Reply reply) throws ServiceUnreachable {
    boolean known =
        switch (reply.status()) {
          case 200, 201, 202, 204 -> true;
          case 400, 403, 404, 409, 410, 413, 422 -> !reply.code().isEmpty();
          default -> false;
        };
    if (!known) {
      throw unreachable(
          "gives an answer that is none of this interface, with status " + reply.status(), null);
    }
    return reply;
  }

  /** Returns what is wrong with the connection, and ends the call if trying again is of no use. */
  private String explain(IOException e) throws ServiceUnreachable {
    for (Throwable each = e; each != null; each = each.getCause()) {
      if (each instanceof ClientTls.NotPinned) {
        throw unreachable(each.getMessage(), e);
      }
      if (each instanceof TooLong) {
        throw unreachable("sends more than was asked for", e);
      }
      boolean alert =
          each instanceof SSLException && String.valueOf(each.getMessage()).contains("fatal alert");
      if (alert || each instanceof CertificateException) {
        throw unreachable("refuses this client's certificate", e);
      }
    }
    String said = String.valueOf(e.getMessage());
    return said.contains("received no bytes")
        ? "ends the connection without an answer, which it may do if it does not list this client's"
            + " certificate"
        : "cannot be reached" + (e.getMessage() == null ? "" : ": " + printable(said));
  }

  private Reply attempt(Call call, Duration left)
      throws IOException, TimeoutException, InterruptedException {
    return reply(send(call, left));
  }

  private HttpResponse<byte[]> send(Call call, Duration left)
      throws IOException, TimeoutException, InterruptedException {
    if (left.isNegative() || left.isZero()) {
      throw new TimeoutException();
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + call.path()))
            .timeout(left)
            .header("Content-Type", call.type())
            .method(
                call.method(),
                call.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(call.body()));
    if (call.waitSeconds() > 0) {
      request.header("Prefer", "wait=" + call.waitSeconds()); // RFC 7240
    }
    long until = System.nanoTime() + left.toNanos();
    try {
      // The method for futures starts a thread for each answer on machines of one or two cores.
      return http.send(
          request.build(),
          info ->
              new Limited(
                  info.statusCode() < 300 ? call.mostBytes() : MOST_PROBLEM,
                  until - System.nanoTime()));
    } catch (IOException e) {
      if (e instanceof HttpTimeoutException || e.getCause() instanceof TimeoutException) {
        throw new TimeoutException();
      }
      throw e;
    }
  }

  private static Reply reply(HttpResponse<byte[]> response) {
    Optional<Duration> retry =
        response.headers().firstValue("Retry-After").flatMap(PartyLine::delay);
    if (response.statusCode() < 300) {
      return new Reply(response.statusCode(), response.body(), "", "", retry);
    }
    JsonNode problem = json(response.body());
    String code = problem.path("code").asText("");
    return new Reply(
        response.statusCode(),
        new byte[0],
        code.matches("[a-z][a-z-]{0,31}") ? code : "",
        printable(problem.path("detail").asText("")),
        retry);
  }

  /** Parses an answer; a missing node if it is no JSON. */
  static JsonNode json(byte[] body) {
    try {
      JsonNode node = MAPPER.readTree(body);
      return node == null ? MissingNode.getInstance() : node;
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** Returns a text of a party without what controls a terminal. */
  static String printable(String text) {
    String line = text.replaceAll("\\p{C}|\\p{Zl}|\\p{Zp}", " ").strip();
    return line.length() > MOST_DETAIL ? line.substring(0, MOST_DETAIL) : line;
  }

  /** Reads seconds, or a date. */
  private static Optional<Duration> delay(String text) {
    try {
      long seconds =
          text.matches("[0-9]{1,9}")
              ? Long.parseLong(text)
              : Duration.between(
                      Instant.now(),
                      ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
                  .toSeconds();
      return Optional.of(Duration.ofSeconds(Math.max(0, Math.min(seconds, MOST_RETRY_SECONDS))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Indicates that an answer is longer than allowed. */
  private static final class TooLong extends IOException {}

  /**
   * Takes a body of bounded length, in bounded time: the request's own limit ends with the headers.
   */
  private static final class Limited implements HttpResponse.BodySubscriber<byte[]> {
    private final int most;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();
    private Flow.Subscription subscription;

    Limited(int most, long nanos) {
      this.most = most;
      result.orTimeout(Math.max(1, nanos), TimeUnit.NANOSECONDS);
      result.whenComplete(
          (done, failure) -> {
            if (failure instanceof TimeoutException) {
              cancel();
            }
          });
    }

    private synchronized void cancel() {
      if (subscription != null) {
        subscription.cancel();
      }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      synchronized (this) {
        subscription = begun;
      }
      if (result.isDone()) {
        begun.cancel();
      } else {
        begun.request(Long.MAX_VALUE);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        if (result.isDone() || buffer.remaining() > most - body.size()) {
          cancel();
          result.completeExceptionally(new TooLong());
          return;
        }
        byte[] part = new byte[buffer.remaining()];
        buffer.get(part);
        body.write(part, 0, part.length);
      }
    }

    @Override
    public void onError(Throwable failure) {
      result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      result.complete(body.toByteArray());
    }
  }
}
