package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * A listening port, and the connections that came in and were not claimed yet. Of several threads
 * that wait for different callers one drives the loop, for all. What does not open with a proper
 * {@link Prelude} in time is dropped.
 */
final class Lobby {

  /** Connections that may wait here; beyond, the oldest goes. */
  private static final int MAX_WAITING = 256;

  private static final int BACKLOG = 256;

  /** A connection whose prelude was read, under no loop. */
  private record Caller(Prelude prelude, Channel socket) {}

  private final NetOptions options;
  private final int party;
  private final int parties;
  private final Loop loop;
  private final Channel listener;

  /** Connections that owe a prelude, oldest first; touched by the loop's driver only. */
  private final ArrayDeque<Greeter> greeters = new ArrayDeque<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final ArrayDeque<Caller> callers = new ArrayDeque<>();
  private final Set<Long> taken = new HashSet<>();
  private boolean driven;
  private boolean closed;

  private Lobby(int party, int parties, Endpoint at, NetOptions options, Loop loop)
      throws ConnectionLost {
    this.party = party;
    this.parties = parties;
    this.options = options;
    this.loop = loop;
    this.listener = bind(at);
  }

  /**
   * Starts to listen.
   *
   * @param parties the number of parties, or 0 for a service
   */
  static Lobby open(int party, int parties, Endpoint at, NetOptions options) throws ConnectionLost {
    Loop loop = new Loop(options);
    boolean opened = false;
    loop.enter();
    try {
      Lobby lobby = new Lobby(party, parties, at, options, loop);
      opened = true;
      return lobby;
    } finally {
      if (!opened) {
        loop.shutDown();
      }
      loop.exit();
    }
  }

  private Channel bind(Endpoint at) throws ConnectionLost {
    ChannelFuture bound =
        loop.server()
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .handler(new Acceptor())
            .bind(Dialer.resolve(at)[0]);
    while (!bound.isDone()) {
      loop.poll();
    }
    if (!bound.isSuccess()) {
      String reason = String.valueOf(bound.cause().getMessage());
      throw new ConnectionLost(
          reason.contains("in use")
              ? "Port " + at.port() + " on " + at.host() + " is taken."
              : "Cannot listen on port " + at.port() + " of " + at.host() + ": " + reason + ".",
          bound.cause());
    }
    return bound.channel();
  }

  /** The port, also when the system chose it. */
  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * Waits for the connection that opens with {@code wanted}; drops those for the same place that
   * name another sid.
   *
   * @param deadline in the terms of {@link System#nanoTime}
   * @return the connection, under no loop and not reading; null if none came in time
   */
  Channel claim(Prelude wanted, long deadline) throws ConnectionLost {
    lock.lock();
    try {
      while (true) {
        if (closed) {
          throw new ConnectionLost("Listening was ended on this side.");
        }
        Channel found = take(wanted);
        long patience = deadline - System.nanoTime();
        if (found != null || patience <= 0) {
          return found;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new ConnectionLost("Interrupted while waiting for a connection.");
        }
        if (driven) {
          changed.awaitNanos(patience);
        } else {
          drive(patience);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("Interrupted while waiting for a connection.", e);
    } finally {
      lock.unlock();
    }
  }

  private Channel take(Prelude wanted) {
    for (Iterator<Caller> i = callers.iterator(); i.hasNext(); ) {
      Caller caller = i.next();
      if (caller.prelude.samePlace(wanted)) {
        i.remove();
        if (caller.prelude.sameSid(wanted)) {
          return caller.socket;
        }
        caller.socket.unsafe().closeForcibly();
      }
    }
    return null;
  }

  /** From now on whoever wants this place is told that it is taken. */
  void markTaken(Prelude place) {
    lock.lock();
    try {
      taken.add(placeKey(place));
      for (Iterator<Caller> i = callers.iterator(); i.hasNext(); ) {
        Caller caller = i.next();
        if (caller.prelude.samePlace(place)) {
          i.remove();
          caller.socket.unsafe().closeForcibly();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static long placeKey(Prelude place) {
    return (long) place.caller() << 32 | place.number();
  }

  /** Runs the loop once, with the lock released. */
  private void drive(long patience) {
    driven = true;
    lock.unlock();
    try {
      loop.enter();
      try {
        loop.block(patience);
        // A second look: NIO frees the keys of moved connections only then.
        loop.poll();
        dropSlowGreeters();
      } finally {
        loop.exit();
      }
    } finally {
      lock.lock();
      driven = false;
      changed.signalAll();
    }
  }

  private void dropSlowGreeters() {
    long now = System.nanoTime();
    while (!greeters.isEmpty()
        && (greeters.size() > MAX_WAITING
            || now - greeters.peekFirst().since > options.timeout().toNanos())) {
      greeters.removeFirst().socket.close();
    }
  }

  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      Channel socket = (Channel) message;
      Greeter greeter = new Greeter(socket);
      greeters.addLast(greeter);
      socket.pipeline().addLast(greeter);
      loop.adopt(socket);
    }

    /** A connection that could not be accepted, for want of descriptors say, is not ours yet. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {}
  }

  /** Reads the prelude of one connection. */
  private final class Greeter extends ChannelInboundHandlerAdapter {
    private final Channel socket;
    private final long since = System.nanoTime();
    private final ByteInbox inbox = new ByteInbox();
    private int length = -1;

    Greeter(Channel socket) {
      this.socket = socket;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      inbox.add((ByteBuf) message);
      if (length < 0 && inbox.readable() >= FrameChannel.HEADER) {
        length = inbox.readInt();
        if (length < 0 || length > Prelude.MAX_LENGTH) {
          drop();
          return;
        }
      }
      if (length >= 0 && inbox.readable() >= length) {
        byte[] prelude = new byte[length];
        inbox.read(prelude, 0, length);
        greet(prelude);
      }
    }

    private void greet(byte[] bytes) {
      if (!Prelude.isPrelude(bytes) || inbox.readable() > 0) {
        drop();
      } else if (Prelude.version(bytes) != Prelude.WIRE_VERSION) {
        refuse(Prelude.OTHER_VERSION);
      } else {
        Prelude prelude = Prelude.decode(bytes);
        if (prelude == null) {
          drop();
        } else if (prelude.parties() != parties) {
          refuse(Prelude.OTHER_PARTIES);
        } else if (!isForUs(prelude)) {
          drop();
        } else {
          admit(prelude);
        }
      }
    }

    private boolean isForUs(Prelude prelude) {
      if (parties == 0) {
        return prelude.samePlace(Prelude.ofClient());
      }
      return prelude.callee() == party
          && prelude.caller() > party
          && prelude.caller() < parties
          && prelude.number() >= 0;
    }

    private void admit(Prelude prelude) {
      lock.lock();
      try {
        if (taken.contains(placeKey(prelude))) {
          refuse(Prelude.TAKEN);
          return;
        }
      } finally {
        lock.unlock();
      }
      greeters.remove(this);
      socket.config().setAutoRead(false);
      socket.pipeline().remove(this);
      socket.deregister().addListener(done -> addCaller(new Caller(prelude, socket)));
    }

    private void refuse(byte answer) {
      greeters.remove(this);
      ByteBuf frame = Unpooled.buffer().writeInt(1).writeByte(answer);
      socket.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
    }

    private void drop() {
      greeters.remove(this);
      socket.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      greeters.remove(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      drop();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      inbox.clear();
    }
  }

  private void addCaller(Caller caller) {
    lock.lock();
    try {
      callers.addLast(caller);
      if (callers.size() > MAX_WAITING) {
        callers.removeFirst().socket.unsafe().closeForcibly();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Stops listening and drops who waits. Idempotent. */
  void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      changed.signalAll();
      loop.wakeup();
      while (driven) {
        changed.awaitUninterruptibly();
      }
      loop.enter();
      try {
        listener.close();
        while (!greeters.isEmpty()) {
          greeters.removeFirst().socket.close();
        }
        callers.forEach(caller -> caller.socket.unsafe().closeForcibly());
        callers.clear();
        loop.shutDown();
      } finally {
        loop.exit();
      }
    } finally {
      lock.unlock();
    }
  }
}
