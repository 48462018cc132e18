package org.schurmpc.core.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;

/** Connects parties of one process over sockets. */
public final class Loopback {
  private Loopback() {}

  /** Returns the networks of this number of parties. */
  public static Network[] networks(int parties) throws Exception {
    return networks(parties, NetOptions.party());
  }

  /** Returns the networks of this number of parties. */
  public static Network[] networks(int parties, NetOptions options) throws Exception {
    List<NettyNetwork.Listening> listening = new ArrayList<>();
    List<Endpoint> endpoints = new ArrayList<>();
    Endpoint any = new Endpoint("127.0.0.1", 0);
    for (int party = 0; party < parties; party++) {
      listening.add(NettyNetwork.listen(party, parties, any, options));
      endpoints.add(new Endpoint("127.0.0.1", listening.get(party).port()));
    }
    List<Callable<Network>> connects = new ArrayList<>();
    for (NettyNetwork.Listening each : listening) {
      connects.add(() -> each.connect(endpoints));
    }
    ExecutorService pool = Executors.newFixedThreadPool(parties);
    try {
      Network[] networks = new Network[parties];
      List<Future<Network>> connected = pool.invokeAll(connects);
      for (int party = 0; party < parties; party++) {
        networks[party] = connected.get(party).get();
      }
      return networks;
    } finally {
      pool.shutdownNow();
    }
  }
}
