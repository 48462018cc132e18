package org.schurmpc.service.work;

import java.util.Collection;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.state.RequestKey;

/** Continues after a crash, and after runs that were broken off. */
final class Recovery {
  private Recovery() {}

  /**
   * Brings the requests and masks of this party up to what its journal says of runs, before
   * anything new happens. Runs that are open wait for the other parties.
   */
  static void recover(Books books) throws MpcException {
    for (RunState run : books.state().log.states()) {
      if (!books.state().log.isRefill(run.run()) && !run.phase().isOpen()) {
        books.settle(run, requests(books, run.run()));
      }
    }
    List<Long> numbers = books.state().masks.numbers();
    for (int from = 0; from < numbers.size(); from += MaskKeeper.CHUNK) {
      int to = Math.min(from + MaskKeeper.CHUNK, numbers.size());
      RefillWork.hold(books, numbers.subList(from, to));
    }
  }

  private static Collection<RequestKey> requests(Books books, long run) {
    return books.state().log.requests(run).stream().map(RequestNames::key).toList();
  }

  /** A party's part of settling a run. */
  static final class Settling implements StepDriver.Part {
    private final Books books;
    private final boolean refill;
    private final List<RequestKey> requests;

    Settling(Books books, long run) {
      this.books = books;
      this.refill = books.state().log.isRefill(run);
      this.requests = List.copyOf(requests(books, run));
    }

    @Override
    public void note(RunState state) throws MpcException {
      if (refill) {
        RefillWork.end(books, state);
      } else {
        books.end(state, requests, List.of());
      }
    }

    @Override
    public String work(Evaluation.Revealing revealing) {
      throw new IllegalStateException("nothing is computed when a run is settled");
    }
  }
}
