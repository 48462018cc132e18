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
 * Waits until all children are prepared. No child connects to another one before, so that the order
 * in which children were started and the duration of their rehearsals do not matter.
 */
final class Assembly {
  private final PendingChildren prepared;
  private final int parties;
  private final Runnable complete;
  private final Map<Role, Endpoint> endpoints = new ConcurrentHashMap<>();

  /**
   * Creates an assembly.
   *
   * @param children the roles of all children
   * @param parties the number of parties of each instance
   * @param complete called when the last child is prepared
   */
  Assembly(List<Role> children, int parties, Runnable complete) {
    this.parties = parties;
    this.prepared = new PendingChildren(children);
    this.complete = complete;
  }

  /**
   * Records that a child is prepared, and waits for all others.
   *
   * @throws ConnectionLost if the child does not report an address although others connect to it
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

  /**
   * Waits for all children to be prepared.
   *
   * @param patience the time limit
   * @return the roles that are not prepared when the time is over; empty if all are
   */
  List<Role> missing(Duration patience) throws InterruptedException {
    return prepared.awaitAll(patience);
  }

  /** Returns the message to a child after all children are prepared. */
  Message.Connect connect(Role role, boolean hasDealer) {
    Endpoint dealer = hasDealer ? endpoints.get(Role.dealer()) : null;
    List<Endpoint> others = new ArrayList<>();
    for (int party = 0; party < parties - 1 && !role.isDealer(); party++) {
      others.add(endpoints.get(new Role(role.instance(), party)));
    }
    return new Message.Connect(dealer, others);
  }
}
