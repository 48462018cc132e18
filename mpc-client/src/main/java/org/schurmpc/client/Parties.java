package org.schurmpc.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * The services of all parties, which are called at the same time.
 *
 * @param lines a line to each party, in the order of the parties
 * @param executor runs the calls
 */
record Parties(List<PartyLine> lines, ExecutorService executor) {
  Parties {
    lines = List.copyOf(lines);
  }

  /** Calls one party. */
  interface Call<T> {
    T on(PartyLine line) throws ClientException, InterruptedException;
  }

  PartyLine first() {
    return lines.get(0);
  }

  List<PartyLine> others() {
    return lines.subList(1, lines.size());
  }

  /**
   * Calls parties at the same time, and waits for all of them.
   *
   * @return the results, in the order of the parties
   * @throws ClientException of the parties that fail: a refusal before a party that cannot be
   *     reached, else the first one
   */
  <T> List<T> call(List<PartyLine> who, Call<T> call) throws ClientException, InterruptedException {
    List<Future<T>> calls = new ArrayList<>();
    for (PartyLine line : who.subList(Math.min(1, who.size()), who.size())) {
      calls.add(executor.submit(() -> call.on(line)));
    }
    List<T> results = new ArrayList<>();
    ClientException failure = null;
    try {
      if (!who.isEmpty()) {
        try {
          results.add(call.on(who.get(0))); // in this thread, which has to wait anyway
        } catch (ClientException e) {
          failure = e;
        }
      }
      for (Future<T> each : calls) {
        try {
          results.add(each.get());
        } catch (ExecutionException e) {
          failure = worse(failure, e.getCause());
        }
      }
    } finally {
      calls.forEach(each -> each.cancel(true));
    }
    if (failure != null) {
      throw failure;
    }
    return results;
  }

  private static ClientException worse(ClientException before, Throwable next) {
    if (next instanceof ClientException known) {
      boolean first = before == null;
      boolean refusal =
          before instanceof ServiceUnreachable && !(known instanceof ServiceUnreachable);
      return first || refusal ? known : before;
    }
    throw next instanceof RuntimeException wrong ? wrong : new IllegalStateException(next);
  }
}
