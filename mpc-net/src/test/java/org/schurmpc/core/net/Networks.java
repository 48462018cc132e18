package org.schurmpc.core.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The kinds of network that keep the contract, and how a test gets one of each. */
public enum Networks {
  MEMORY,
  EPOLL,
  NIO,
  EPOLL_TLS,
  NIO_TLS,
  EPOLL_LINK,
  NIO_LINK,
  EPOLL_LINK_TLS;

  private static final Link FAST = new Link(10_000_000_000L, Duration.ofNanos(50_000));

  NetOptions options(NetOptions options) {
    NetOptions shaped = name().contains("LINK") ? options.withLink(FAST) : options;
    return switch (this) {
      case MEMORY -> options;
      case EPOLL, EPOLL_TLS, EPOLL_LINK, EPOLL_LINK_TLS ->
          shaped.withTransport(NetOptions.Transport.EPOLL);
      case NIO, NIO_TLS, NIO_LINK -> shaped.withTransport(NetOptions.Transport.NIO);
    };
  }

  public boolean available() {
    return !name().startsWith("EPOLL") || io.netty.channel.epoll.Epoll.isAvailable();
  }

  boolean tls() {
    return name().endsWith("TLS");
  }

  /** The options of each party of a network: over TLS each has a certificate of its own. */
  List<NetOptions> optionsOfAll(int n, NetOptions base) {
    NetOptions options = options(base);
    return tls()
        ? TestIdentities.parties(n).stream().map(options::withTls).toList()
        : Collections.nCopies(n, options);
  }

  public Network[] create(int n, NetOptions base) throws Exception {
    if (this == MEMORY) {
      return InMemoryNetwork.create(n, base);
    }
    List<NetOptions> options = optionsOfAll(n, base);
    List<NettyNetwork.Listening> listening = new ArrayList<>();
    List<Endpoint> endpoints = new ArrayList<>();
    for (int party = 0; party < n; party++) {
      listening.add(
          NettyNetwork.listen(party, n, new Endpoint("127.0.0.1", 0), options.get(party)));
      endpoints.add(new Endpoint("127.0.0.1", listening.get(party).port()));
    }
    List<Callable<Network>> connects = new ArrayList<>();
    for (NettyNetwork.Listening one : listening) {
      connects.add(() -> one.connect(endpoints));
    }
    return together(connects).toArray(new Network[0]);
  }

  /** Runs all at once, each in a thread of its own. */
  static <T> List<T> together(List<Callable<T>> calls) throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : pool.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
