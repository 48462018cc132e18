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
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerWithdrew;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on a port, and holds incoming connections that were not claimed yet. If several threads
 * wait for different callers, one of them drives the loop for all. A connection that does not open
 * with a proper {@link Prelude} in time is dropped.
 */
final class ListeningPort {

  private static final Logger LOG = LoggerFactory.getLogger(ListeningPort.class);

  /** Maximum number of connections that wait here; if there are more, {@link Crowd} drops one. */
  private static final int MAX_WAITING = 256;

  private static final int BACKLOG = 256;

  /** Maximum time that a caller may take for TLS and its prelude. */
  private static final Duration GREETING = Duration.ofSeconds(30);

  /** Time that a rejected caller has to read the reason, in nanoseconds. */
  private static final long LAST_WORDS = TimeUnit.SECONDS.toNanos(2);

  /**
   * Represents a connection whose prelude was read, registered with no loop and not reading.
   *
   * @param certificates null in plaintext
   */
  record Caller(
      Prelude prelude, Channel socket, ReceiveHandler receiver, Certificates certificates) {
    void drop() {
      receiver.discard();
      socket.unsafe().closeForcibly();
    }
  }

  private final NetOptions options;
  private final int party;
  private final int parties;
  private final Loop loop;
  private final Channel listener;

  private final Set<Fingerprint> pins = new HashSet<>();
  private final Tally turnedAway = new Tally();

  /** Connections that owe a prelude or were refused; accessed by the loop's driver only. */
  private final ArrayDeque<Greeter> greeters = new ArrayDeque<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final ArrayDeque<Caller> callers = new ArrayDeque<>();
  private final Set<Long> taken = new HashSet<>();

  /** Parties that said that they cannot begin, in the order in which they were heard. */
  private final Set<Integer> withdrawn = new LinkedHashSet<>();

  /** Parties that were told that this party cannot begin. */
  private final Set<Integer> told = new HashSet<>();

  private boolean begun;
  private boolean withdrawing;
  private boolean driven;
  private boolean closed;

  private ListeningPort(int party, int parties, Endpoint at, NetOptions options, Loop loop)
      throws ConnectionLost {
    this.party = party;
    this.parties = parties;
    this.options = options;
    this.loop = loop;
    options
        .tls()
        .ifPresent(
            tls ->
                tls.pins()
                    .subList(firstCaller(), tls.pins().size())
                    .forEach(pin -> pins.addAll(pin.accepted())));
    this.listener = bind(at);
  }

  /**
   * Starts to listen.
   *
   * @param parties the number of parties, or 0 for a service
   */
  static ListeningPort open(int party, int parties, Endpoint at, NetOptions options)
      throws ConnectionLost {
    Loop loop = new Loop(options);
    boolean opened = false;
    loop.enter();
    try {
      ListeningPort port = new ListeningPort(party, parties, at, options, loop);
      opened = true;
      return port;
    } finally {
      if (!opened) {
        loop.shutDown();
      }
      loop.exit();
    }
  }

  /** Returns the index of the first pin to admit: parties call those below them. */
  private int firstCaller() {
    return parties == 0 ? 0 : party + 1;
  }

  /** Returns the counts of rejected callers. */
  Tally turnedAway() {
    return turnedAway;
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

  /** Returns the port, even if the system chose it. */
  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * Waits for the connection that opens with {@code wanted}, and drops those for the same place
   * that name another sid.
   *
   * @param deadline in the terms of {@link System#nanoTime}
   * @return the connection; null if none came in time
   * @throws PeerWithdrew if any party says that it cannot begin, before the run has begun
   */
  Caller claim(Prelude wanted, long deadline) throws MpcException {
    lock.lock();
    try {
      while (true) {
        if (closed) {
          throw new ConnectionLost("Listening was ended on this side.");
        }
        if (!begun && !withdrawn.isEmpty()) {
          throw new PeerWithdrew("party " + (withdrawn.iterator().next() + 1));
        }
        Caller found = take(wanted);
        long patience = deadline - System.nanoTime();
        if (found != null || patience <= 0) {
          return found;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new ConnectionLost("Interrupted while waiting for a connection.");
        }
        awaitChange(patience);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("Interrupted while waiting for a connection.", e);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something may have changed, or some time has passed; for use in a loop. */
  @SuppressWarnings("WaitNotInLoop") // callers loop
  private void awaitChange(long patience) throws InterruptedException {
    if (driven) {
      changed.awaitNanos(patience);
    } else {
      drive(patience);
    }
  }

  /** Marks the beginning of the run. Nobody can withdraw from now on. */
  void begin() {
    lock.lock();
    try {
      begun = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells every caller, in place of letting it in, that this party cannot begin.
   *
   * @param peers the parties to tell; returns early when all of them know
   * @param deadline in the terms of {@link System#nanoTime}
   * @return the parties that were told
   */
  Set<Integer> withdraw(Set<Integer> peers, long deadline) {
    lock.lock();
    try {
      withdrawing = true;
      callers.forEach(Caller::drop); // they call again
      callers.clear();
      while (!closed && !told.containsAll(peers) && !Thread.currentThread().isInterrupted()) {
        long patience = deadline - System.nanoTime();
        if (patience <= 0) {
          break;
        }
        awaitChange(patience);
      }
      return Set.copyOf(told);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.copyOf(told);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells the parties above one that cannot begin, which do not hear it themselves while they call
   * this party. Does nothing if nobody has withdrawn.
   *
   * @param deadline in the terms of {@link System#nanoTime}
   */
  void relayWithdrawal(long deadline) {
    Set<Integer> above = new HashSet<>();
    lock.lock();
    try {
      int first = withdrawn.isEmpty() ? parties : withdrawn.iterator().next();
      for (int peer = first + 1; peer < parties; peer++) {
        if (!withdrawn.contains(peer) && !taken.contains(placeKey(peer, 0))) {
          above.add(peer);
        }
      }
    } finally {
      lock.unlock();
    }
    withdraw(above, deadline);
  }

  private Caller take(Prelude wanted) {
    for (Iterator<Caller> i = callers.iterator(); i.hasNext(); ) {
      Caller caller = i.next();
      if (caller.prelude.samePlace(wanted)) {
        i.remove();
        if (caller.prelude.sameSid(wanted)) {
          return caller;
        }
        caller.drop();
      }
    }
    return null;
  }

  /** Marks a place as taken. Later callers for this place are notified that it is taken. */
  void markTaken(Prelude place) {
    lock.lock();
    try {
      taken.add(placeKey(place));
      for (Iterator<Caller> i = callers.iterator(); i.hasNext(); ) {
        Caller caller = i.next();
        if (caller.prelude.samePlace(place)) {
          i.remove();
          caller.drop();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static long placeKey(Prelude place) {
    return placeKey(place.caller(), place.number());
  }

  private static long placeKey(int caller, int number) {
    return (long) caller << 32 | number;
  }

  /** Runs the loop once, with the lock released. */
  private void drive(long patience) {
    driven = true;
    lock.unlock();
    try {
      loop.enter();
      try {
        loop.block(patience);
        // Polled again, because NIO frees the keys of moved connections only then.
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
    while (greeters.size() > MAX_WAITING) {
      Crowd.last(greeters, Greeter::address, Greeter::silent).drop("that were too many at once");
    }
    for (Greeter greeter : List.copyOf(greeters)) {
      if (now - greeter.deadline > 0) {
        greeter.drop("that said nothing");
      }
    }
  }

  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      Channel socket = (Channel) message;
      Greeter greeter = new Greeter(socket);
      greeters.addLast(greeter);
      greeter.initialise();
      loop.adopt(socket);
    }

    /**
     * Ignores a connection that could not be accepted, for example for lack of descriptors: it is
     * not ours yet.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {}
  }

  /** Reads the prelude of one connection. */
  private final class Greeter implements ReceiveHandler.Listener {
    private static final int RECORD_HEADER = 5;

    private final Channel socket;
    private final ReceiveHandler receiver;
    private final ByteInbox inbox;
    private long deadline =
        System.nanoTime() + Math.min(options.timeout().toNanos(), GREETING.toNanos());
    private final SocketAddress remote;
    private TlsEnd tls;
    private boolean plaintext;
    private boolean opensTls;
    private int length = -1;
    private boolean done;
    private int telling = -1; // the party that is told that this one cannot begin

    Greeter(Channel socket) {
      this.socket = socket;
      this.remote = socket.remoteAddress(); // no longer known once the caller has left
      this.receiver = new ReceiveHandler(socket);
      this.inbox = receiver.inbox();
    }

    SocketAddress address() {
      return remote;
    }

    /** Returns whether nothing has arrived. */
    boolean silent() {
      return !plaintext && !opensTls;
    }

    void initialise() {
      socket.pipeline().addLast(new Linger(), new FirstByte(this::look), receiver);
      receiver.listen(this);
      options.link().ifPresent(link -> LinkHandler.install(socket, link, receiver.reads()));
    }

    private void look(int first) {
      plaintext = !FirstByte.isTls(first);
      opensTls = !plaintext;
      if (!plaintext && options.tls().isPresent()) {
        tls = TlsEnd.answering(options.tls().get().identity(), pins);
        socket
            .pipeline()
            .addBefore(socket.pipeline().context(receiver).name(), null, tls.handler());
      }
    }

    @Override
    public void arrived() {
      if (done) {
        inbox.clear();
      } else if (plaintext || tls != null) {
        readPrelude();
      } else {
        skipRecord();
      }
    }

    /**
     * Rejects a caller that opens with TLS, when its first record is complete: an unread record
     * would reset the connection.
     */
    private void skipRecord() {
      if (inbox.readable() >= RECORD_HEADER && length < 0) {
        byte[] header = new byte[RECORD_HEADER];
        inbox.read(header, 0, RECORD_HEADER);
        length = Byte.toUnsignedInt(header[3]) << 8 | Byte.toUnsignedInt(header[4]);
      }
      if (length >= 0 && inbox.readable() >= length) {
        refuse(Prelude.TALKS_PLAINTEXT, "with TLS");
      }
    }

    private void readPrelude() {
      if (length < 0 && inbox.readable() >= FrameChannel.HEADER) {
        length = inbox.readInt();
        if (length < 0 || length > Prelude.MAX_LENGTH) {
          drop(stranger());
          return;
        }
      }
      if (length >= 0 && inbox.readable() >= length) {
        byte[] prelude = new byte[length];
        inbox.read(prelude, 0, length);
        greet(prelude);
      }
    }

    private String stranger() {
      return plaintext && options.tls().isPresent()
          ? "without TLS"
          : "that did not speak our protocol";
    }

    private void greet(byte[] bytes) {
      if (!Prelude.isPrelude(bytes) || inbox.readable() > 0) {
        drop(stranger());
      } else if (plaintext && options.tls().isPresent()) {
        refuse(Prelude.WANTS_TLS, "without TLS");
      } else if (Prelude.version(bytes) != Prelude.WIRE_VERSION) {
        refuse(Prelude.OTHER_VERSION, "of another wire version");
      } else {
        Prelude prelude = Prelude.decode(bytes);
        if (prelude == null) {
          drop(stranger());
        } else if (prelude.parties() != parties) {
          refuseOther(prelude);
        } else if (!isForUs(prelude)) {
          drop("that wanted somebody else");
        } else if (!ownsItsPlace(prelude)) {
          refuse(
              Prelude.OTHER_CERTIFICATE,
              "as party " + (prelude.caller() + 1) + " with the certificate of another one");
        } else if (prelude.withdraws()) {
          hear(prelude);
        } else {
          admit(prelude);
        }
      }
    }

    /** Rejects a caller with another number of parties; a service and its clients have none. */
    private void refuseOther(Prelude prelude) {
      if (parties == 0) {
        refuse(Prelude.SERVICE, "that runs another program: it called as a party");
      } else {
        refuse(
            Prelude.OTHER_PARTIES,
            prelude.parties() == 0
                ? "that runs another program: it called as the client of a service"
                : "with another number of parties");
      }
    }

    private boolean isForUs(Prelude prelude) {
      if (parties == 0) {
        return prelude.samePlace(Prelude.ofClient());
      }
      return prelude.callee() == party
          && prelude.caller() > party
          && prelude.caller() < parties
          && (prelude.number() >= 0 || prelude.withdraws());
    }

    /**
     * Returns whether the certificate belongs to the caller's place. Checked before the caller can
     * take the place, because a party must not keep another one out.
     */
    private boolean ownsItsPlace(Prelude prelude) {
      return tls == null
          || parties == 0
          || options.tls().get().pins().get(prelude.caller()).accepts(tls.certificates().theirs());
    }

    /** Notes that a party cannot begin, which can be said before the run has begun alone. */
    private void hear(Prelude prelude) {
      lock.lock();
      try {
        if (withdrawing) {
          tell(prelude);
        } else if (begun) {
          refuse(Prelude.TAKEN, "that withdrew from a run that has begun");
        } else {
          withdrawn.add(prelude.caller());
          answer(Prelude.ACCEPTED);
          changed.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }

    private void tell(Prelude prelude) {
      telling = prelude.caller();
      answer(Prelude.WITHDRAWN);
    }

    private void admit(Prelude prelude) {
      lock.lock();
      try {
        if (withdrawing) {
          tell(prelude);
          return;
        }
        if (taken.contains(placeKey(prelude))) {
          refuse(Prelude.TAKEN, "from a place that is taken");
          return;
        }
      } finally {
        lock.unlock();
      }
      done = true;
      greeters.remove(this);
      receiver.listen(null);
      receiver.reads().stop(Reads.PARKED);
      socket.pipeline().remove(Linger.class);
      Certificates certificates = tls == null ? null : tls.certificates();
      socket
          .deregister()
          .addListener(done -> addCaller(new Caller(prelude, socket, receiver, certificates)));
    }

    private void refuse(byte answer, String reason) {
      turnAway(reason);
      answer(answer);
    }

    /** Answers and hangs up, when the caller has had the time to read the answer. */
    private void answer(byte answer) {
      done = true;
      deadline = System.nanoTime() + LAST_WORDS;
      ByteBuf frame = Unpooled.buffer().writeInt(1).writeByte(answer);
      socket.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
    }

    /** Counts a rejected caller, and leaves it time to read the reason. */
    private void turnAway(String reason) {
      done = true;
      deadline = System.nanoTime() + LAST_WORDS;
      turnedAway.add(reason);
      LOG.debug("turned away a caller at {}: one {}", socket.remoteAddress(), reason);
    }

    void drop(String reason) {
      if (!done) {
        turnAway(reason);
      }
      close();
    }

    void close() {
      done = true;
      greeters.remove(this);
      receiver.discard();
      socket.unsafe().close(socket.voidPromise());
    }

    private void noteTold() {
      lock.lock();
      try {
        told.add(telling);
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void ended() {
      if (!done && receiver.failure() instanceof LinkHandler.OtherLink) {
        refuse(Prelude.OTHER_LINK, "over another imitated line, or none");
      } else if (!done) {
        turnAway(tls == null ? "that said nothing" : tls.complain(receiver.failure()));
      } else if (telling >= 0) {
        noteTold();
      }
      if (receiver.failure() == null || !socket.isActive()) {
        close();
      }
    }
  }

  private void addCaller(Caller caller) {
    lock.lock();
    try {
      if (withdrawing) {
        caller.drop();
        return;
      }
      callers.addLast(caller);
      if (callers.size() > MAX_WAITING) {
        Caller last = Crowd.last(callers, each -> each.socket.remoteAddress(), each -> false);
        callers.remove(last);
        last.drop();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Stops listening and drops waiting callers. Idempotent. */
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
          greeters.peekFirst().close();
        }
        callers.forEach(Caller::drop);
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
