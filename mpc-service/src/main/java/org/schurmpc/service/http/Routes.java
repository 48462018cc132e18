package org.schurmpc.service.http;

import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.http.RequestResource.Caller;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Refusal;

/**
 * Finds the operation of a call, and the client that makes it. A connection may outlast its
 * client's place in the configuration and its certificate, so both are looked up at every call.
 */
final class Routes extends Handler.Abstract {
  private static final Pattern REQUEST =
      Pattern.compile(
          "/v1/requests/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(/inputs|/result|/complaint)?");

  private static final Pattern WAIT = Pattern.compile("(?i)(?:^|[,;\\s])wait=([0-9]{1,9})\\b");

  private static final long MOST_WAIT_SECONDS = 10; // less than a connection may be idle

  private final RequestResource resource;
  private final Catalogue catalogue;
  private final Clock clock;
  private final long bodyMillis;
  private final Consumer<Code> refused;

  /**
   * Creates routes.
   *
   * @param bodyMillis time for the whole body of a call
   * @param refused is told the code of each refusal
   */
  Routes(
      RequestResource resource,
      Catalogue catalogue,
      Clock clock,
      long bodyMillis,
      Consumer<Code> refused) {
    this.resource = resource;
    this.catalogue = catalogue;
    this.clock = clock;
    this.bodyMillis = bodyMillis;
    this.refused = refused;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    CompletableFuture<Answer> answer;
    try {
      answer = answer(request);
    } catch (Refusal | RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    Call.answer(answer, request, response, callback, refused);
    return true;
  }

  private CompletableFuture<Answer> answer(Request request) throws Refusal {
    Caller caller = caller(request);
    String path = request.getHttpURI().getPath();
    String method = request.getMethod();
    if (path.equals("/v1/service")) {
      requireMethod(method, "GET");
      return CompletableFuture.completedFuture(resource.service(caller));
    }
    if (path.equals("/v1/sets")) {
      requireMethod(method, "GET");
      return CompletableFuture.completedFuture(resource.sets(caller));
    }
    Matcher matcher = REQUEST.matcher(path);
    if (!matcher.matches()) {
      throw new Refusal(Code.NO_SUCH_PATH, "This party has no such path.");
    }
    UUID id = UUID.fromString(matcher.group(1));
    if (matcher.group(2) == null) {
      return request(request, caller, id);
    }
    if (matcher.group(2).equals("/inputs")) {
      requireMethod(method, "PUT");
      requireType(request, Answer.BYTES);
      long wait = wait(request);
      return Call.body(request, resource.inputBytes(caller, id), bodyMillis)
          .thenCompose(body -> refusing(() -> resource.inputs(caller, id, body, wait)));
    }
    if (matcher.group(2).equals("/complaint")) {
      requireMethod(method, "PUT");
      requireType(request, Answer.JSON);
      return Call.body(request, Body.MAX_BYTES, bodyMillis)
          .thenCompose(body -> refusing(() -> resource.complain(caller, id, body)));
    }
    requireMethod(method, "GET");
    return resource.result(caller, id, wait(request));
  }

  private CompletableFuture<Answer> request(Request request, Caller caller, UUID id)
      throws Refusal {
    switch (request.getMethod()) {
      case "PUT" -> {
        requireType(request, Answer.JSON);
        return Call.body(request, Body.MAX_BYTES, bodyMillis)
            .thenCompose(body -> refusing(() -> resource.open(caller, id, body)));
      }
      case "GET" -> {
        return CompletableFuture.completedFuture(resource.state(caller, id));
      }
      case "DELETE" -> {
        return resource.acknowledge(caller, id);
      }
      default -> throw wrongMethod("GET, PUT, DELETE");
    }
  }

  /** A call that may be refused before it has a future. */
  private interface Refusable {
    CompletableFuture<Answer> call() throws Refusal;
  }

  private static CompletableFuture<Answer> refusing(Refusable call) {
    try {
      return call.call();
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Returns how long a caller wants to wait (RFC 7240), at most some seconds; in milliseconds. */
  private static long wait(Request request) {
    String preference = request.getHeaders().get("Prefer");
    Matcher matcher = preference == null ? null : WAIT.matcher(preference);
    return matcher != null && matcher.find()
        ? 1_000 * Math.min(MOST_WAIT_SECONDS, Long.parseLong(matcher.group(1)))
        : 0;
  }

  private static void requireMethod(String method, String only) throws Refusal {
    if (!method.equals(only)) {
      throw wrongMethod(only);
    }
  }

  private static Refusal wrongMethod(String valid) {
    return new Refusal(Code.METHOD, "This path takes " + valid + ".");
  }

  private static void requireType(Request request, String wanted) throws Refusal {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    String plain = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!plain.equals(wanted)) {
      throw new Refusal(Code.MEDIA_TYPE, "The body must be " + wanted + ".");
    }
  }

  private Caller caller(Request request) throws Refusal {
    EndPoint.SslSessionData tls =
        request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
    X509Certificate[] chain = tls == null ? null : tls.peerCertificates();
    if (chain == null || chain.length == 0) {
      throw new Refusal(Code.NOT_ALLOWED, "There is no certificate.");
    }
    requireValid(chain[0]);
    Fingerprint shown = Fingerprint.of(chain[0]);
    Optional<String> name = catalogue.config().client(shown);
    if (name.isEmpty()) {
      throw new Refusal(Code.NOT_ALLOWED, "This party lists no client with this certificate.");
    }
    return new Caller(name.get(), shown);
  }

  private void requireValid(X509Certificate certificate) throws Refusal {
    Instant now = clock.instant();
    if (now.isBefore(certificate.getNotBefore().toInstant())
        || now.isAfter(certificate.getNotAfter().toInstant())) {
      throw new Refusal(Code.NOT_ALLOWED, "The certificate of this client is not valid now.");
    }
  }
}
