package org.schurmpc.bench.monitor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.net.Endpoint;

/**
 * All children, until the last is prepared. Nobody connects to anybody before, so that it does not
 * matter when each was started and how long it rehearsed.
 */
final class Assembly {
  private final CountDownLatch missing;
  private final Runnable complete;
  private final Map<Role, Endpoint> endpoints = new ConcurrentHashMap<>();

  /**
   * @param complete called when the last is prepared
   */
  Assembly(int children, Runnable complete) {
    this.missing = new CountDownLatch(children);
    this.complete = complete;
  }

  /**
   * A child is prepared; waits for all others.
   *
   * @throws ConnectionLost if it should say where others reach it and does not
   */
  void await(Role role, Message.Prepared prepared) throws ConnectionLost, InterruptedException {
    if (prepared.at() != null) {
      endpoints.put(role, prepared.at());
    } else if (role.party() != 1) {
      throw new ConnectionLost(role + " does not say where it listens");
    }
    synchronized (this) {
      missing.countDown();
      if (missing.getCount() == 0) {
        complete.run();
      }
    }
    missing.await();
  }

  /** What to tell a party when all are prepared. */
  Message.Connect connect(Role role, boolean hasDealer) {
    Endpoint dealer = hasDealer ? endpoints.get(Role.dealer()) : null;
    Endpoint peer = role.party() == 1 ? endpoints.get(new Role(role.instance(), 0)) : null;
    return new Message.Connect(dealer, peer);
  }
}
