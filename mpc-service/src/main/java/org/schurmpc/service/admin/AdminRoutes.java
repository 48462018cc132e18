package org.schurmpc.service.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.http.Answer;
import org.schurmpc.service.http.Call;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Operations;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.Work;
import org.schurmpc.service.state.Work.Health;

/** Answers operators. */
final class AdminRoutes extends Handler.Abstract {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int MAX_LISTED = 1_000;

  private static final Pattern REQUEST =
      Pattern.compile(
          "/admin/requests/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(approve|refuse)");
  private static final Pattern JOB =
      Pattern.compile("/admin/jobs/([a-z0-9][a-z0-9._-]{0,63})/(suspend|resume|close)");
  private static final Pattern SET =
      Pattern.compile("/admin/sets/([a-z0-9][a-z0-9._-]{0,63})/drop");

  /** Names of this machine for itself: a page that a browser got elsewhere has another one. */
  private static final Pattern OWN_HOST =
      Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]{1,5})?");

  private final Catalogue catalogue;
  private final RequestBook book;
  private final Work work;
  private final Readiness readiness;
  private final Metrics metrics;
  private final Reload reload;
  private final Optional<byte[]> token;
  private volatile StatusPage page;

  /**
   * Creates routes.
   *
   * @param token what operators show; empty if everybody on this machine may
   */
  AdminRoutes(
      Catalogue catalogue,
      RequestBook book,
      Work work,
      Readiness readiness,
      Metrics metrics,
      Reload reload,
      Optional<byte[]> token) {
    this.catalogue = catalogue;
    this.book = book;
    this.work = work;
    this.readiness = readiness;
    this.metrics = metrics;
    this.reload = reload;
    this.token = token;
  }

  /** Sets the page of {@code /status}, before the first call. */
  void show(StatusPage of) {
    page = of;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (StatusPage.serves(request.getHttpURI().getPath())) {
      page.answer(request, response, callback);
      return true;
    }
    CompletableFuture<Answer> answer;
    try {
      answer = answer(request);
    } catch (Refusal | RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    Call.answer(answer, request, response, callback, code -> {});
    return true;
  }

  private CompletableFuture<Answer> answer(Request request) throws Refusal {
    String path = request.getHttpURI().getPath();
    if (path.equals("/livez")) {
      requireMethod(request, "GET");
      return done(Answer.text(200, TEXT, "ok\n"));
    }
    if (path.equals("/readyz") && token.isPresent() && !showsToken(request)) {
      requireMethod(request, "GET");
      return done(readyInAWord());
    }
    requireOperator(request);
    switch (path) {
      case "/readyz" -> {
        requireMethod(request, "GET");
        return done(ready());
      }
      case "/metrics" -> {
        requireMethod(request, "GET");
        return done(Answer.text(200, PROMETHEUS, metrics.scrape()));
      }
      case "/admin/requests" -> {
        requireMethod(request, "GET");
        return done(list(parameter(request, "state").orElse("accepted")));
      }
      default -> {
        requireMethod(request, "POST");
        return act(request, path);
      }
    }
  }

  private static CompletableFuture<Answer> done(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private static void requireMethod(Request request, String only) throws Refusal {
    if (!request.getMethod().equals(only)) {
      throw new Refusal(Code.METHOD, "This path takes " + only + ".");
    }
  }

  /** Requires the token, or a call that no web page can have made. */
  private void requireOperator(Request request) throws Refusal {
    if (token.isEmpty()) {
      String host = request.getHeaders().get(HttpHeader.HOST);
      if (host == null
          || !OWN_HOST.matcher(host).matches()
          || request.getHeaders().contains(HttpHeader.ORIGIN)) {
        throw new Refusal(Code.NOT_ALLOWED, "Only programs of this machine may ask, and no pages.");
      }
      return;
    }
    if (!showsToken(request)) {
      throw new Refusal(Code.NOT_ALLOWED, "The token of operators is missing or wrong.");
    }
  }

  private boolean showsToken(Request request) {
    String shown = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    String prefix = "Bearer ";
    byte[] given =
        shown == null || !shown.startsWith(prefix)
            ? new byte[0]
            : shown.substring(prefix.length()).getBytes(StandardCharsets.UTF_8);
    return Secrets.equal(given, token.orElseThrow());
  }

  /** Answers probes, which have no token, without a detail. */
  private Answer readyInAWord() {
    boolean all = readiness.lines().stream().allMatch(Health::ready);
    return Answer.text(all ? 200 : 503, TEXT, all ? "ready\n" : "not ready\n");
  }

  private Answer ready() {
    List<Health> lines = readiness.lines();
    StringBuilder text = new StringBuilder();
    for (Health line : lines) {
      text.append(line.ready() ? "ok " : "no ").append(line.name()).append(": ");
      text.append(line.detail().replaceAll("\\s+", " ")).append('\n');
    }
    boolean all = lines.stream().allMatch(Health::ready);
    return Answer.text(all ? 200 : 503, TEXT, text.toString());
  }

  private Answer list(String state) {
    ArrayNode json = JSON.arrayNode();
    for (Operations.Listed each : book.operations().list(state, MAX_LISTED)) {
      ObjectNode line = json.addObject();
      line.put("id", each.id().toString());
      line.put("client", each.client());
      line.put("job", each.job());
      line.put("state", each.view().state());
      line.put("since", Instant.ofEpochMilli(each.since()).toString());
      each.view().code().ifPresent(code -> line.put("code", code));
    }
    return Answer.json(200, json);
  }

  private CompletableFuture<Answer> act(Request request, String path) throws Refusal {
    if (path.equals("/admin/reload")) {
      return done(reloaded());
    }
    if (path.equals("/admin/clock/accept")) {
      return said(book.operations().acceptClock(), "the clock is taken for right");
    }
    Matcher decision = REQUEST.matcher(path);
    if (decision.matches()) {
      String client =
          parameter(request, "client")
              .filter(PortUse::isName)
              .orElseThrow(() -> new Refusal(Code.BAD_REQUEST, "Say whose: ?client=NAME."));
      boolean yes = decision.group(2).equals("approve");
      return said(
          book.operations().decide(client, UUID.fromString(decision.group(1)), yes),
          yes ? "approved" : "refused");
    }
    Matcher job = JOB.matcher(path);
    if (job.matches()) {
      if (catalogue.offer(job.group(1)).isEmpty()) {
        throw new Refusal(Code.NO_SUCH_JOB, "There is no job of this name.");
      }
      if (job.group(2).equals("close")) {
        book.audit("close", Map.of("job", job.group(1)));
        return said(work.closeGathering(job.group(1)), "closed");
      }
      return job.group(2).equals("suspend")
          ? said(book.operations().suspend(job.group(1), "an operator suspended it"), "suspended")
          : said(book.operations().resume(job.group(1)), "resumed");
    }
    Matcher set = SET.matcher(path);
    if (set.matches()) {
      book.audit("drop", Map.of("set", set.group(1)));
      return said(work.drop(set.group(1)), "dropped");
    }
    throw new Refusal(Code.NO_SUCH_PATH, "This port has no such path.");
  }

  private static CompletableFuture<Answer> said(CompletableFuture<Void> future, String what) {
    return future.thenApply(any -> Answer.text(200, TEXT, what + "\n"));
  }

  private Answer reloaded() throws Refusal {
    try {
      return Answer.text(200, TEXT, reload.run() + "\n");
    } catch (MpcException e) {
      throw new Refusal(Code.BAD_REQUEST, e.getMessage());
    }
  }

  private static Optional<String> parameter(Request request, String name) {
    Fields fields = Request.extractQueryParameters(request);
    return Optional.ofNullable(fields.getValue(name));
  }
}
