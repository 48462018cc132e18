package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.schurmpc.service.control.LogState;
import org.schurmpc.service.state.ServiceState;
import org.schurmpc.service.state.StateLog;

/**
 * Holds everything that a service's journal says: the requests of clients, the log of the parties,
 * masks and own inputs. Each line belongs to one of these, by its first word.
 */
public final class CoreState implements StateLog.Replay {
  private final StateLog.Replay requests;
  final LogState log = new LogState();
  final MaskStock masks = new MaskStock();
  final FixedInputs inputs = new FixedInputs();

  /** Returns the first words of all entries that belong to this state and that of the shell. */
  public static Set<String> words() {
    Set<String> all = new TreeSet<>(ServiceState.PARTS);
    all.addAll(List.of("log", "run", "mask", "input"));
    return all;
  }

  /** Creates a state around that of the shell. */
  public CoreState(StateLog.Replay requests) {
    this.requests = requests;
  }

  @Override
  public void apply(String entry) {
    if (LogState.knows(entry)) {
      log.apply(entry);
    } else if (MaskStock.knows(entry)) {
      masks.apply(entry);
    } else if (FixedInputs.knows(entry)) {
      inputs.apply(entry);
    } else {
      requests.apply(entry);
    }
  }

  @Override
  public Iterator<String> state() {
    List<String> lines = new ArrayList<>();
    requests.state().forEachRemaining(lines::add);
    log.state().forEachRemaining(lines::add);
    masks.state().forEachRemaining(lines::add);
    inputs.state().forEachRemaining(lines::add);
    return lines.iterator();
  }

  /** Returns the log of the parties. */
  public LogState log() {
    return log;
  }

  /** Returns the log for the shell, which keeps the blobs of this state when it wipes others. */
  public StateLog keeping(StateLog log) {
    return new Keeping(log);
  }

  private final class Keeping implements StateLog {
    private final StateLog to;

    Keeping(StateLog to) {
      this.to = to;
    }

    @Override
    public CompletableFuture<Void> note(String... entries) {
      return to.note(entries);
    }

    @Override
    public CompletableFuture<String> put(byte[] content) {
      return to.put(content);
    }

    @Override
    public CompletableFuture<byte[]> get(String blob) {
      return to.get(blob);
    }

    @Override
    public CompletableFuture<Void> wipe(String blob) {
      return to.wipe(blob);
    }

    @Override
    public CompletableFuture<Void> wipeAllBut(Collection<String> needed) {
      Set<String> all = new HashSet<>(needed);
      all.addAll(masks.blobs());
      all.addAll(inputs.blobs());
      return to.wipeAllBut(all);
    }

    @Override
    public long bytes() {
      return to.bytes();
    }

    @Override
    public boolean isWritable() {
      return to.isWritable();
    }
  }
}
