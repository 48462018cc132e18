package org.schurmpc.core.run;

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

  OpenRun(Session session, List<PassMaterial> materials) {
    this.session = session;
    this.materials = List.copyOf(materials);
  }

  /** Returns the session. */
  public Session session() {
    return session;
  }

  /** Returns the material of a part of the plan. */
  public PassMaterial material(int part) {
    return materials.get(part);
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
  @SuppressWarnings("try") // the resource exists to be closed
  public void close() {
    try (Session last = session) {
      closeAll(materials, materials.size() - 1);
    }
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
