package org.schurmpc.service.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the body of a request and writes an answer, on both ports of a service. */
public final class Call {
  private static final Logger LOG = LoggerFactory.getLogger(Call.class);

  private static final int MAX_DROPPED = 4 << 20;
  private static final long DROP_MILLIS = 1_000;

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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return new Reading(
            request,
            part -> {
              if (part.remaining() > most - bytes.size()) {
                return false;
              }
              bytes.writeBytes(BufferUtil.toArray(part));
              return true;
            })
        .start(millis)
        .handle(
            (whole, failure) -> {
              if (failure != null) {
                throw new CompletionException(refusal(failure));
              }
              if (!whole) {
                throw new CompletionException(tooLarge(most));
              }
              return bytes.toByteArray();
            });
  }

  /**
   * Drops the rest of a body whose call is refused. Closing a connection while its caller writes
   * resets it, and the caller may lose the answer.
   *
   * @return whether the body has ended; false if it is too long, too slow or broken
   */
  private static CompletableFuture<Boolean> dropRest(Request request) {
    if (request.getLength() > MAX_DROPPED) {
      return CompletableFuture.completedFuture(false);
    }
    AtomicInteger dropped = new AtomicInteger();
    return new Reading(request, part -> dropped.addAndGet(part.remaining()) <= MAX_DROPPED)
        .start(DROP_MILLIS)
        .exceptionally(failure -> false);
  }

  /** Reads a body part by part, in whatever thread has the next one. */
  private static final class Reading implements Runnable {
    private final Request request;
    private final Predicate<ByteBuffer> taker;
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();

    /**
     * Creates a reading.
     *
     * @param taker takes a part; false ends the reading, and the rest remains unread
     */
    Reading(Request request, Predicate<ByteBuffer> taker) {
      this.request = request;
      this.taker = taker;
    }

    /** Reads; returns whether the body was taken to its end. */
    CompletableFuture<Boolean> start(long millis) {
      end.orTimeout(millis, TimeUnit.MILLISECONDS);
      run();
      return end;
    }

    @Override
    public void run() {
      while (!end.isDone()) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          end.completeExceptionally(chunk.getFailure());
          return;
        }
        boolean taken = taker.test(chunk.getByteBuffer());
        chunk.release();
        if (!taken || chunk.isLast()) {
          end.complete(taken);
          return;
        }
      }
    }
  }

  private static Refusal tooLarge(int most) {
    return new Refusal(Code.TOO_LARGE, "The body is longer than %d bytes.".formatted(most));
  }

  private static Refusal refusal(Throwable failure) {
    return cause(failure) instanceof TimeoutException
        ? new Refusal(Code.TIMEOUT, "The body came too slowly.")
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
          Answer given = failure == null ? answer : problem(failure, refused);
          Consumer<Boolean> end =
              ended -> {
                if (!ended) { // the rest would be taken for the next call
                  response.getHeaders().put(HttpHeader.CONNECTION, "close");
                }
                write(given, response, callback);
              };
          CompletableFuture<Boolean> rest =
              readsNoMore(request, given)
                  ? CompletableFuture.completedFuture(false)
                  : dropRest(request);
          if (rest.isDone()) {
            rest.thenAccept(end);
          } else { // not in the thread that watches the time
            rest.thenAcceptAsync(end, request.getComponents().getExecutor());
          }
        };
    if (future.isDone()) {
      future.whenComplete(writing);
    } else {
      future.whenCompleteAsync(writing, request.getComponents().getExecutor());
    }
  }

  /**
   * Whether the rest of a body is not wanted: its caller was too slow, and a demand is pending; or
   * asked whether to send it, and is answered no.
   */
  private static boolean readsNoMore(Request request, Answer given) {
    return given.status() == Code.TIMEOUT.status()
        || (given.status() >= HttpStatus.BAD_REQUEST_400
            && request.getHeaders().contains(HttpHeader.EXPECT));
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
