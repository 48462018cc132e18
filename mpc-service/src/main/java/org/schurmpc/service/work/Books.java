package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.prep.ledger.RunId;
import org.schurmpc.service.control.LogState;
import org.schurmpc.service.control.RunPhase;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.StateLog;

/**
 * Writes what becomes of runs into the journal and into the book of requests, in this order, and
 * waits until it is durable. After a crash between the two, {@link #settle} brings the book up to
 * what the journal says.
 */
final class Books {
  private static final Map<String, String> SENTENCES =
      Map.ofEntries(
          Map.entry(
              "attempts",
              "The parties tried as often as the job allows, and were cut off each time."),
          Map.entry(
              "cheated",
              "A check among the parties failed: a party cheated, or its machine is faulty."),
          Map.entry("disagreement", "The parties prepared different outputs."),
          Map.entry("expired", "Not all parties received the request in time."),
          Map.entry("fault", "The computation failed on its values."),
          Map.entry("inputs-differ", "The parties received different inputs."),
          Map.entry(
              "key-lost", "The inputs are under a key that the parties do not have any more."),
          Map.entry("no-inputs", "A party has no inputs of its own for the request."),
          Map.entry(
              "no-set",
              "A kept set that the job reads is not there, is another one than the job wants, or"
                  + " cannot be used."),
          Map.entry("no-stock", "The parties' stock of material was used up."),
          Map.entry(
              "revealed",
              "The run was cut off after it had revealed values, and is not tried again."));

  private final CoreState state;
  private final StateLog log;
  private final RequestBook book;
  private final KeptSets sets;

  Books(CoreState state, StateLog log, RequestBook book, KeptSets sets) {
    this.state = state;
    this.log = log;
    this.book = book;
    this.sets = sets;
  }

  CoreState state() {
    return state;
  }

  StateLog log() {
    return log;
  }

  RequestBook book() {
    return book;
  }

  /** Waits for the disk. */
  static <T> T await(CompletableFuture<T> future) throws BadFile {
    try {
      return future.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new BadFile("the journal of the service: " + cause.getMessage(), cause);
    }
  }

  /** Notes lines as a group. */
  void note(String... lines) throws BadFile {
    await(log.note(lines));
  }

  static String sentence(String code) {
    return SENTENCES.getOrDefault(code, "A party refused the request.");
  }

  /** Ends a request without a result, if it has not ended and this party knows it. */
  void fail(RequestKey key, String code) throws BadFile {
    try {
      String at = book.state(key).state();
      if (!at.equals("done") && !at.equals("failed")) {
        await(book.runs().failed(key, code, sentence(code)));
      }
    } catch (Refusal e) {
      return; // this party never had the request
    }
  }

  /**
   * Notes the end of an attempt, in the journal together with that of its sets, and for its
   * requests.
   *
   * @param also further entries for the same group
   */
  void end(RunState end, List<RequestKey> requests, List<String> also) throws BadFile {
    RunId run = new RunId(end.run(), end.attempt());
    List<String> lines = new ArrayList<>(also);
    lines.addAll(sets.ending(run, outcome(end)));
    lines.add(LogState.noted(end));
    settle(end, requests, lines);
    sets.tidy();
  }

  private static KeptSets.Outcome outcome(RunState end) {
    return switch (end.phase()) {
      case COMMITTED -> KeptSets.Outcome.COMMITTED;
      case BACK -> KeptSets.Outcome.BACK;
      default -> KeptSets.Outcome.LOST;
    };
  }

  /** Brings requests to what a run's end says of them; does nothing for those that are there. */
  void settle(RunState end, Collection<RequestKey> requests) throws BadFile {
    settle(end, requests, List.of());
  }

  /**
   * Brings requests to what a run's end says of them.
   *
   * @param also noted before, or in the same group
   */
  private void settle(RunState end, Collection<RequestKey> requests, List<String> also)
      throws BadFile {
    List<RequestKey> running = requests.stream().filter(this::isRunning).toList();
    List<String> lines = new ArrayList<>(also);
    List<String> inputs = end.phase().isFinal() ? ownInputs(requests, lines) : List.of();
    if (end.phase() == RunPhase.COMMITTED && !running.isEmpty()) {
      await(book.runs().committed(running, lines));
    } else if (end.phase() == RunPhase.BACK && !running.isEmpty()) {
      await(book.runs().dropped(running, lines));
    } else if (!lines.isEmpty()) {
      note(lines.toArray(new String[0]));
    }
    if (end.phase() == RunPhase.FAILED) {
      for (RequestKey key : requests) {
        fail(key, end.detail());
      }
    }
    for (String blob : inputs) {
      await(log.wipe(blob));
    }
  }

  /** Returns the blobs of this party's own inputs, and adds lines that say that they are gone. */
  private List<String> ownInputs(Collection<RequestKey> requests, List<String> lines) {
    List<String> blobs = new ArrayList<>();
    for (RequestKey key : requests) {
      String request = RequestNames.of(key);
      state
          .inputs
          .blob(request)
          .ifPresent(
              blob -> {
                blobs.add(blob);
                lines.add(FixedInputs.gone(request));
              });
    }
    return blobs;
  }

  boolean isRunning(RequestKey key) {
    try {
      return book.state(key).state().equals("running");
    } catch (Refusal e) {
      return false;
    }
  }

  /** Wipes a mask, whose number is never used. */
  void wipeMask(long number) throws BadFile {
    var blob = state.masks.blob(number);
    if (blob.isPresent()) {
      note(MaskStock.gone(number));
      await(log.wipe(blob.get()));
    }
  }

  /** Waits, and throws what failed as it is. */
  static <T> T join(CompletableFuture<T> future) throws MpcException, Refusal {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw new BadFile("the journal of the service: " + e.getMessage(), e);
    }
  }
}
