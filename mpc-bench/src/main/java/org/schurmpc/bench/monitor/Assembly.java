package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.net.Endpoint;

/**
 * All children, until the last is prepared. Nobody connects to anybody before, so that it does not
 * matter when each was started and how long it rehearsed.
 */
final class Assembly {
  private final PendingChildren prepared;
  private final int parties;
  private final Runnable complete;
  private final Map<Role, Endpoint> endpoints = new ConcurrentHashMap<>();

  /**
   * @param parties of each instance
   * @param complete called when the last is prepared
   */
  Assembly(List<Role> children, int parties, Runnable complete) {
    this.parties = parties;
    this.prepared = new PendingChildren(children);
    this.complete = complete;
  }

  /**
   * A child is prepared; waits for all others.
   *
   * @throws ConnectionLost if it should say where others reach it and does not
   */
  void await(Role role, Message.Prepared child) throws ConnectionLost, InterruptedException {
    if (child.at() != null) {
      endpoints.put(role, child.at());
    } else if (role.party() != parties - 1) {
      throw new ConnectionLost(role + " does not say where it listens");
    }
    if (prepared.arrive(role)) {
      complete.run();
    }
    prepared.awaitAll();
  }

  /** Waits for so long; gives those who are not prepared then. */
  List<Role> missing(Duration patience) throws InterruptedException {
    return prepared.awaitAll(patience);
  }

  /** What to tell a child when all are prepared. */
  Message.Connect connect(Role role, boolean hasDealer) {
    Endpoint dealer = hasDealer ? endpoints.get(Role.dealer()) : null;
    List<Endpoint> others = new ArrayList<>();
    for (int party = 0; party < parties - 1 && !role.isDealer(); party++) {
      others.add(endpoints.get(new Role(role.instance(), party)));
    }
    return new Message.Connect(dealer, others);
  }
}
