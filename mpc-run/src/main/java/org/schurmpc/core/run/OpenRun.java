package org.schurmpc.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Session;

/** Represents a run whose parties have agreed on its plan: the session and the material. */
public final class OpenRun implements AutoCloseable {
  private final Session session;
  private final List<PassMaterial> materials;
  private final Optional<RunMemory> memory;

  OpenRun(Session session, List<PassMaterial> materials, Optional<RunMemory> memory) {
    this.session = session;
    this.materials = List.copyOf(materials);
    this.memory = memory;
  }

  /** Returns the session. */
  public Session session() {
    return session;
  }

  /** Returns the material of a part of the plan. */
  public PassMaterial material(int part) {
    return materials.get(part);
  }

  /** Returns the memory with which the run begins and ends, if it keeps any. */
  public Optional<RunMemory> memory() {
    return memory;
  }

  /** Returns time, bytes and rounds by phase. */
  public Metrics metrics() {
    return session.metrics();
  }

  /** Returns the failed check for which the material of any part ended. */
  public Optional<PeerCheated> cheated() throws ConnectionLost {
    for (PassMaterial material : materials) {
      Optional<PeerCheated> cheated = material.cheated();
      if (cheated.isPresent()) {
        return cheated;
      }
    }
    return Optional.empty();
  }

  /** Wipes the remaining material and disconnects. */
  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    memory.ifPresent(kept -> all.add(kept.state()));
    all.add(session);
    all.addAll(materials);
    closeAll(all, all.size() - 1);
  }

  /** Closes from the last to the first, each one even if closing another fails. */
  @SuppressWarnings("try")
  static void closeAll(List<? extends AutoCloseable> resources, int last) {
    if (last >= 0) {
      try {
        resources.get(last).close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("a resource could not be closed", e);
      } finally {
        closeAll(resources, last - 1);
      }
    }
  }
}
