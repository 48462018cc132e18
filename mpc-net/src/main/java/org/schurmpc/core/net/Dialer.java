package org.schurmpc.core.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerWithdrew;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to a listening party or service, with retries until a deadline, of its name's resolution
 * too, and is admitted by its {@link Prelude}.
 */
final class Dialer {

  private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

  /** Finds the addresses of a host. */
  @FunctionalInterface
  interface Resolver {
    /**
     * Returns all addresses of a host, with the port.
     *
     * @throws ConnectionLost if the name is not known
     */
    InetSocketAddress[] resolve(Endpoint at) throws ConnectionLost;
  }

  private final Resolver resolver;
  private final String name;
  private final Endpoint at;
  private final Pin pin;
  private final NetOptions options;
  private final Loop loop;
  private final Prelude prelude;
  private final Duration patience;
  private final long deadline;
  private boolean reached;

  /**
   * Creates a dialer.
   *
   * @param who the name of the other side for messages, such as "party 2"
   * @param pin the certificates to expect; null in plaintext
   * @param deadline in the terms of {@link System#nanoTime}
   * @param patience the initial time until the deadline, for messages
   */
  Dialer(
      String who,
      Endpoint at,
      Pin pin,
      NetOptions options,
      Loop loop,
      Prelude prelude,
      Duration patience,
      long deadline) {
    this(Dialer::resolve, who, at, pin, options, loop, prelude, patience, deadline);
  }

  /** Creates a dialer that finds addresses in a way of its own. */
  Dialer(
      Resolver resolver,
      String who,
      Endpoint at,
      Pin pin,
      NetOptions options,
      Loop loop,
      Prelude prelude,
      Duration patience,
      long deadline) {
    this.resolver = resolver;
    this.name = who + " at " + at;
    this.at = at;
    this.pin = pin;
    this.options = options;
    this.loop = loop;
    this.prelude = prelude;
    this.patience = patience;
    this.deadline = deadline;
  }

  /** Returns all addresses of a host, with the port. */
  static InetSocketAddress[] resolve(Endpoint at) throws ConnectionLost {
    try {
      InetAddress[] addresses = InetAddress.getAllByName(at.host());
      InetSocketAddress[] all = new InetSocketAddress[addresses.length];
      for (int i = 0; i < all.length; i++) {
        all[i] = new InetSocketAddress(addresses[i], at.port());
      }
      return all;
    } catch (UnknownHostException e) {
      throw new ConnectionLost("Cannot resolve host " + at.host() + ".", e);
    }
  }

  /** Connects. The channel does not own the loop. */
  NettyChannel dial() throws MpcException {
    InetSocketAddress[] addresses = {};
    long pause = FIRST_PAUSE;
    LOG.debug("connecting to {}, {}", name, pin == null ? "in plaintext" : "over TLS");
    for (int attempt = 0; remaining() > 0; attempt++) {
      addresses = addresses.length == 0 ? known() : addresses;
      Channel socket =
          addresses.length == 0 ? null : connect(addresses[attempt % addresses.length]);
      if (socket != null) {
        reached = true;
        NettyChannel channel = introduce(socket);
        if (channel != null) {
          return channel;
        }
      }
      pause(Math.min(pause, remaining()));
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    if (addresses.length == 0) {
      throw new ConnectionLost(
          "Cannot resolve host " + at.host() + " (tried for " + NetOptions.show(patience) + ").");
    }
    throw new ConnectionLost(
        reached
            ? name
                + " did not let us in within "
                + NetOptions.show(patience)
                + ", although its port was reached."
            : "Nobody answers as " + name + " (tried for " + NetOptions.show(patience) + ").");
  }

  /** Returns the addresses of the host; none if its name is not known yet. */
  private InetSocketAddress[] known() {
    try {
      return resolver.resolve(at);
    } catch (ConnectionLost e) {
      return new InetSocketAddress[0];
    }
  }

  private long remaining() {
    return deadline - System.nanoTime();
  }

  /** Makes one attempt to connect; returns null if the attempt failed. */
  private Channel connect(InetSocketAddress address) throws ConnectionLost {
    int millis = (int) Math.min(Integer.MAX_VALUE, 1 + remaining() / 1_000_000);
    loop.enter();
    try {
      ChannelFuture connecting =
          loop.client()
              .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis)
              .option(ChannelOption.AUTO_READ, false)
              .handler(new ChannelInboundHandlerAdapter())
              .connect(address);
      while (!connecting.isDone()) {
        if (Thread.currentThread().isInterrupted()) {
          connecting.channel().close();
          throw interrupted();
        }
        loop.block(remaining());
      }
      Channel socket = connecting.channel();
      // A port from the ephemeral range can connect to itself when nobody listens on it.
      if (connecting.isSuccess()
          && socket.isActive()
          && !Objects.equals(socket.remoteAddress(), socket.localAddress())) {
        Loop.tune(socket);
        return socket;
      }
      socket.close();
      return null;
    } finally {
      loop.exit();
    }
  }

  /** Sends the prelude and awaits the answer; returns null if the other side disconnected. */
  private NettyChannel introduce(Channel socket) throws MpcException {
    Attempt attempt = new Attempt(socket);
    NettyChannel channel = attempt.channel;
    byte[] answer = new byte[1];
    try {
      channel.setTimeoutNanos(remaining());
      byte[] bytes = prelude.encode();
      channel.write(bytes, 0, bytes.length);
      if (channel.awaitHeader() != answer.length) {
        channel.close();
        throw notOurs();
      }
      channel.readBody(answer, 0, answer.length);
      channel.setTimeoutNanos(options.timeout().toNanos());
    } catch (ConnectionLost e) {
      channel.close();
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      attempt.throwIfUseless();
      return null;
    }
    if (answer[0] == Prelude.ACCEPTED) {
      attempt.secure();
      LOG.debug("connected to {}", name);
      return channel;
    }
    channel.close();
    throw refusal(answer[0], attempt.tls);
  }

  /** Represents one connection, until it is admitted. */
  private final class Attempt {
    private static final int NOTHING = -1;

    final NettyChannel channel;
    final TlsEnd tls;
    private final ReceiveHandler receiver;
    private int plaintext = NOTHING;

    Attempt(Channel socket) {
      tls = options.tls().map(own -> TlsEnd.calling(own.identity(), pin)).orElse(null);
      receiver = new ReceiveHandler(socket);
      receiver.reads().stop(Reads.PARKED);
      loop.enter();
      try {
        // Installed first, because TLS begins to send as soon as it is installed.
        options.link().ifPresent(link -> LinkHandler.install(socket, link, receiver.reads()));
        if (tls != null) {
          socket.pipeline().addLast(new FirstByte(first -> look(socket, first)), tls.handler());
        }
        socket.pipeline().addLast(receiver);
        channel = new NettyChannel(name, options, loop, socket, receiver);
      } finally {
        loop.exit();
      }
    }

    private void look(Channel socket, int first) {
      if (!FirstByte.isTls(first)) {
        plaintext = first;
        receiver.discard();
        socket.close();
      }
    }

    /**
     * Records the certificates. The answer came through TLS, so both sides have proven their
     * identity.
     */
    void secure() {
      if (tls != null) {
        channel.secured(tls.certificates());
      }
    }

    /** Ends dialling if every other attempt would end like this one. */
    void throwIfUseless() throws MpcException {
      if (receiver.failure() instanceof LinkHandler.OtherLink) {
        throw new Disagreement(
            name
                + " imitates another line, or none, than this side: "
                + options.link().get()
                + ".");
      }
      if (tls == null) {
        return;
      }
      // A frame with a refusal begins with a zero, the first byte of its length.
      if (plaintext == 0) {
        throw new Disagreement(name + " talks in plaintext, and this side was told to use TLS.");
      }
      if (plaintext != NOTHING) {
        throw notOurs();
      }
      MpcException refusal = tls.refusal(name, receiver.failure(), pin);
      if (refusal != null) {
        throw refusal;
      }
    }
  }

  private Disagreement notOurs() {
    return new Disagreement("What listens as " + name + " does not speak our protocol.");
  }

  private MpcException refusal(int answer, TlsEnd tls) {
    if (answer == Prelude.TAKEN) {
      return new ConnectionLost(
          name + " already has a connection in our place" + callerAndNumber() + ".");
    }
    if (answer == Prelude.WITHDRAWN) {
      return new PeerWithdrew("party " + (prelude.callee() + 1));
    }
    if (answer == Prelude.OTHER_VERSION) {
      return new Disagreement(
          name + " does not speak wire version " + Prelude.WIRE_VERSION + " as we do.");
    }
    if (answer == Prelude.OTHER_PARTIES) {
      return new Disagreement(
          name
              + (prelude.parties() == 0
                  ? " is a party and no service."
                  : " does not run with " + prelude.parties() + " parties as we do."));
    }
    if (answer == Prelude.SERVICE) {
      return new Disagreement(name + " runs another program, a service: it is no party.");
    }
    if (answer == Prelude.WANTS_TLS && tls == null) {
      return new Disagreement(name + " wants TLS, and this side was told to talk in plaintext.");
    }
    if (answer == Prelude.OTHER_CERTIFICATE && tls != null) {
      return new ConnectionLost(
          name
              + " refused our certificate ("
              + tls.own()
              + "): it is not the one that is pinned for party "
              + (prelude.caller() + 1)
              + ".");
    }
    return notOurs();
  }

  private String callerAndNumber() {
    return " (party "
        + (prelude.caller() + 1)
        + (prelude.number() == 0 ? "" : ", fork " + prelude.number())
        + ")";
  }

  private void pause(long nanos) throws ConnectionLost {
    long end = System.nanoTime() + nanos;
    loop.enter();
    try {
      for (long left = nanos; left > 0; left = end - System.nanoTime()) {
        if (Thread.currentThread().isInterrupted()) {
          throw interrupted();
        }
        loop.block(left);
      }
    } finally {
      loop.exit();
    }
  }

  private ConnectionLost interrupted() {
    return new ConnectionLost("Interrupted while connecting to " + name + ".");
  }
}
