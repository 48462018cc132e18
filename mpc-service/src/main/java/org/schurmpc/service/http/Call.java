package org.schurmpc.service.http;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the body of a request and writes an answer, on both ports of a service. */
public final class Call {
  private static final Logger LOG = LoggerFactory.getLogger(Call.class);

  private Call() {}

  /**
   * Reads a body.
   *
   * @param most maximum length in bytes; a longer body is {@link Code#TOO_LARGE}
   * @param millis time for the whole body; a slower one is {@link Code#TIMEOUT}
   * @return fails with {@link Refusal}
   */
  public static CompletableFuture<byte[]> body(Request request, int most, long millis) {
    if (request.getLength() > most) {
      return CompletableFuture.failedFuture(tooLarge(most));
    }
    // One byte more, so that a body of the limit is told from a longer one.
    CompletableFuture<byte[]> all = new CompletableFuture<>();
    Content.Source.asByteArrayAsync(request, most + 1, Promise.Invocable.toPromise(all));
    return all.orTimeout(millis, TimeUnit.MILLISECONDS)
        .handle(
            (bytes, failure) -> {
              if (failure != null) {
                throw new CompletionException(refusal(failure, most));
              }
              if (bytes.length > most) {
                throw new CompletionException(tooLarge(most));
              }
              return bytes;
            });
  }

  private static Refusal tooLarge(int most) {
    return new Refusal(Code.TOO_LARGE, "The body is longer than %d bytes.".formatted(most));
  }

  private static Refusal refusal(Throwable failure, int most) {
    Throwable cause = cause(failure);
    if (cause instanceof Refusal refusal) {
      return refusal;
    }
    if (cause instanceof TimeoutException) {
      return new Refusal(Code.TIMEOUT, "The body came too slowly.");
    }
    return cause instanceof IllegalStateException
        ? tooLarge(most)
        : new Refusal(Code.BAD_REQUEST, "The body ended early, or is malformed.");
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /**
   * Writes an answer when there is one; failures as problem details. The thread that has the answer
   * continues its work for others: it may be the one that writes the journal.
   *
   * @param refused is told the code of each failure
   */
  public static void answer(
      CompletableFuture<Answer> future,
      Request request,
      Response response,
      Callback callback,
      Consumer<Code> refused) {
    BiConsumer<Answer, Throwable> writing =
        (answer, failure) -> {
          if (!request.consumeAvailable()) {
            // A refusal before the whole body is there: the rest would be taken for the next call.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
          }
          write(failure == null ? answer : problem(failure, refused), response, callback);
        };
    if (future.isDone()) {
      future.whenComplete(writing);
    } else {
      future.whenCompleteAsync(writing, request.getComponents().getExecutor());
    }
  }

  private static Answer problem(Throwable failure, Consumer<Code> refused) {
    Throwable cause = cause(failure);
    Refusal refusal;
    if (cause instanceof Refusal known) {
      refusal = known;
    } else {
      // One line: what a client sent must never fill a log with traces.
      LOG.error("a call failed with {} at {}", cause.getClass().getName(), place(cause));
      refusal = new Refusal(Code.INTERNAL, "This party has a fault: tell its operator.");
    }
    refused.accept(refusal.code());
    return Problem.of(refusal);
  }

  private static String place(Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    return trace.length == 0 ? "an unknown place" : trace[0].toString();
  }

  private static void write(Answer answer, Response response, Callback callback) {
    response.setStatus(answer.status());
    for (Map.Entry<String, String> header : answer.headers().entrySet()) {
      response.getHeaders().put(new HttpField(header.getKey(), header.getValue()));
    }
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    if (!answer.type().isEmpty()) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    }
    try {
      response.write(/* last= */ true, ByteBuffer.wrap(answer.body()), callback);
    } catch (RuntimeException e) {
      callback.failed(new EofException(e));
    }
  }
}
