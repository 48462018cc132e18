package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.prep.ledger.MovableKeys;
import org.schurmpc.core.run.InputMaskStock;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.run.Work;
import org.schurmpc.core.session.Session;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.LogState;
import org.schurmpc.service.control.RunPhase;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.control.RunSteps;

/**
 * Makes input masks of a job ahead of requests, from material that is there. Masks are given to
 * clients once all parties have written the same, as outputs are: a refill is prepared and
 * committed like a run, and if it is broken off, its masks are wiped and its numbers never used.
 */
final class RefillWork implements StepDriver.Part {
  private static final int MASKS = 1;

  private final Books books;
  private final PlannedJob job;
  private final StoreDirectory store;
  private final LogEntry.Refill entry;
  private final Meeting meeting;
  private final KeptSets sets;
  private InputMaskStock.Made made; // null if there are no masks

  /** Connects all parties. */
  interface Meeting {
    /** Opens the connections of a part of the work session. */
    Network meet(int part) throws MpcException;
  }

  RefillWork(
      Books books,
      KeptSets sets,
      PlannedJob job,
      StoreDirectory store,
      LogEntry.Refill entry,
      Meeting meeting) {
    this.books = books;
    this.sets = sets;
    this.job = job;
    this.store = store;
    this.entry = entry;
    this.meeting = meeting;
  }

  /**
   * Makes the masks.
   *
   * @param session of part 0
   */
  RunState run(Session session, RunState state, String head) throws MpcException {
    try {
      return StepDriver.run(RunSteps.run(session.parties(), head, state), session, this);
    } finally {
      if (made != null) {
        made.close();
      }
    }
  }

  @Override
  public String work(Evaluation.Revealing revealing) throws MpcException {
    FieldHash hash = new FieldHash("prepared").add(entry.run()).add(1);
    if (entry.deliveries() > 0) {
      long[] numbers =
          LongStream.range(entry.first(), entry.first() + entry.deliveries()).toArray();
      int spares = job.spares(numbers.length);
      Work<InputMaskStock.Made> masks =
          InputMaskStock.work(job.protocol(), numbers, job.maskBits(), spares, false);
      try (OpenRun run =
          masks.plan().connect(meeting.meet(MASKS), List.of(Source.Stored.open(store)))) {
        made = masks.run(run);
      }
      made.masks().forEach(each -> hash.add(each.delivery().digest()));
      hash.add(made.key().toString());
      made.movable().ifPresent(each -> hash.add(each.id()));
    }
    return HexFormat.of().formatHex(hash.digest());
  }

  @Override
  public void note(RunState state) throws MpcException {
    if (state.phase() == RunPhase.PREPARED) {
      List<String> lines = new ArrayList<>();
      if (made != null) {
        List<CompletableFuture<String>> blobs = new ArrayList<>();
        for (InputMask mask : made.masks()) {
          byte[] bytes = MaskStock.bytes(mask);
          blobs.add(books.log().put(bytes));
          Secrets.wipe(bytes);
        }
        for (int i = 0; i < blobs.size(); i++) {
          long number = made.masks().get(i).delivery().number();
          String blob = Books.await(blobs.get(i));
          lines.add(MaskStock.made(number, entry.run(), entry.job(), blob, made.key()));
        }
        lines.addAll(spares());
      }
      lines.add(LogState.noted(state));
      books.note(lines.toArray(new String[0]));
    } else {
      if (state.phase() == RunPhase.COMMITTED && made != null && made.movable().isPresent()) {
        books.note(MovableKeys.latest(made.key(), made.movable().get().id()));
      }
      end(books, state);
    }
  }

  private List<String> spares() throws MpcException {
    if (made.movable().isEmpty()) {
      return List.of();
    }
    MovableKey movable = made.movable().get();
    byte[] content = movable.toBytes();
    try {
      return List.of(sets.movable().keep(made.key(), movable.id(), movable.spares(), content));
    } finally {
      Secrets.wipe(content);
    }
  }

  /** Notes the end of a refill: its masks are ready, or wiped. */
  static void end(Books books, RunState state) throws MpcException {
    if (state.phase() == RunPhase.COMMITTED) {
      hold(books, books.state().masks.numbers(state.run()));
      books.note(LogState.noted(state), MaskStock.ready(state.run()));
      return;
    }
    if (state.phase() == RunPhase.FAILED || state.phase() == RunPhase.BACK) {
      for (long number : books.state().masks.numbers(state.run())) {
        books.wipeMask(number);
      }
    }
    books.note(LogState.noted(state));
  }

  /** Reads the deliveries of masks, to have them at hand. */
  static void hold(Books books, Collection<Long> numbers) throws MpcException {
    List<CompletableFuture<byte[]>> reads = new ArrayList<>();
    for (long number : numbers) {
      // One that is used up meanwhile is left out.
      books.state().masks.blob(number).ifPresent(blob -> reads.add(books.log().get(blob)));
    }
    try {
      for (CompletableFuture<byte[]> read : reads) {
        MaskStock.Content content = MaskStock.read(Books.await(read));
        content.bits().close();
        books.state().masks.hold(content.delivery());
      }
    } finally {
      reads.forEach(read -> read.thenAccept(Secrets::wipe));
    }
  }
}
