package org.schurmpc.service.control;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Connects party 1 with each other party, for as long as all of them are there: two connections to
 * each, one for each direction, and a thread at each of their ends. Messages are frames of JSON, at
 * most {@value Message#MAX_FRAME} bytes, with running numbers; each end sends a {@link
 * Message.Beat} if it has nothing else to say. A frame that is wrong, or silence, ends the line and
 * nothing else.
 *
 * <p>All connections are forks of one network, the trunk, over which the parties agree on the
 * session first. Work sessions are forks of the same trunk; they outlast the end of the line.
 */
public final class ControlLine implements AutoCloseable {
  /** Forks up to this number are those of the line; work sessions have those above. */
  private static final int FORKS = 1 << 12;

  /** Number of connections of a work session. */
  static final int PARTS = 4;

  private static final int SESSIONS = (Integer.MAX_VALUE - FORKS) / PARTS / ForkRange.SIZE;
  private static final int MOST_WAITING = 1 << 16;
  private static final int MOST_DESCRIPTION = 1 << 20;
  private static final int NAME_BYTES = 16;

  private final Session session;
  private final Network trunk;
  private final byte[][] descriptions;
  private final Receiver receiver;
  private final Timing timing;
  private final LongSupplier nanos;
  private final List<Network> forks = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<BlockingQueue<Message>> queues = new ArrayList<>(); // by party; null for none
  private final long[] heard; // by party, in nanoseconds
  private final AtomicBoolean over = new AtomicBoolean();

  /** Receives what comes in, in threads of the line. */
  public interface Receiver {
    /** Takes a message of a party; those of one party come in order. */
    void received(int from, Message message);

    /** Takes the end of the line, once. */
    void lost(String why);
  }

  /**
   * How often ends show that they are there.
   *
   * @param beat time after which an end that has nothing to say sends a beat
   * @param silence time without any frame after which a line ends
   */
  public record Timing(Duration beat, Duration silence) {
    /** The times of a service: 5 s and 15 s. */
    public static Timing usual() {
      return new Timing(Duration.ofSeconds(5), Duration.ofSeconds(15));
    }
  }

  private ControlLine(
      Session session,
      Network trunk,
      byte[][] descriptions,
      Receiver receiver,
      Timing timing,
      LongSupplier nanos) {
    this.session = session;
    this.trunk = trunk;
    this.descriptions = descriptions;
    this.receiver = receiver;
    this.timing = timing;
    this.nanos = nanos;
    this.heard = new long[session.parties()];
    Arrays.fill(heard, nanos.getAsLong());
    for (int i = 0; i < session.parties(); i++) {
      queues.add(null);
    }
  }

  /**
   * Agrees with all parties on a session, and opens the line. Call {@link #begin} then.
   *
   * @param trunk closed with the line, or at once if the method fails
   * @param terms on which the parties have to agree
   * @param description what this party tells all others of itself, at most 1 MiB
   * @param nanos a counter of nanoseconds
   * @throws org.schurmpc.core.abort.Disagreement if the parties differ in a term
   */
  public static ControlLine open(
      Network trunk,
      SessionTerms terms,
      byte[] description,
      Receiver receiver,
      Timing timing,
      LongSupplier nanos)
      throws MpcException {
    ControlLine line = null;
    boolean opened = false;
    try {
      Session session = Session.establish(trunk, terms, new SecureRandom());
      byte[][] all =
          Descriptions.exchange(session, description, MOST_DESCRIPTION, "a party's description");
      line = new ControlLine(session, trunk, all, receiver, timing, nanos);
      line.openForks();
      opened = true;
      return line;
    } finally {
      if (!opened) {
        if (line != null) {
          line.closeAll();
        }
        trunk.close();
      }
    }
  }

  private void openForks() throws MpcException {
    int me = session.party();
    for (int other = 1; other < session.parties(); other++) {
      for (boolean up : new boolean[] {true, false}) {
        Network fork = trunk.fork(session.sid(), 2 * other - (up ? 1 : 0));
        forks.add(fork);
        boolean mine = me == 0 || me == other;
        if (!mine) {
          fork.close(); // connects all parties, of which two use it
          continue;
        }
        int peer = me == 0 ? other : 0;
        boolean sends = up == (me == other);
        if (sends) {
          queues.set(peer, new ArrayBlockingQueue<>(MOST_WAITING));
        }
        threads.add(
            thread(
                (sends ? "control to party " : "control from party ") + (peer + 1),
                sends
                    ? () -> write(peer, fork.channel(peer))
                    : () -> read(peer, fork.channel(peer))));
      }
    }
  }

  private static Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Begins to send and receive. */
  public void begin() {
    threads.forEach(Thread::start);
  }

  /** Returns the line's name, 32 hex digits, equal at all parties. */
  public String name() {
    return HexFormat.of().formatHex(session.sid(), 0, NAME_BYTES);
  }

  /** Returns the index of this party. */
  public int party() {
    return session.party();
  }

  /** Returns what each party told of itself, by index. */
  public List<byte[]> descriptions() {
    return List.of(descriptions);
  }

  /** Returns the certificates that the parties showed, by index; empty over plaintext. */
  public List<Fingerprint> certificates() {
    return session.certificates();
  }

  /** Sends a message. Never waits; a peer that takes nothing for long loses the line. */
  public void send(int to, Message message) {
    if (!queues.get(to).offer(message)) {
      end("party %d takes no messages".formatted(to + 1));
    }
  }

  /**
   * Meets all parties in a work session.
   *
   * @param session the number of {@link Place}
   * @param part which of the connections of the session, from 0 to {@value #PARTS} - 1
   * @throws ConnectionLost if a party does not come, or the number was used on this line; the line
   *     has used all numbers then, and ends, so that the parties connect anew
   */
  public Network meet(int session, int part) throws MpcException {
    int first = FORKS + (session % SESSIONS * PARTS + part) * ForkRange.SIZE;
    try {
      return new ForkRange(trunk.fork(this.session.sid(), first), first);
    } catch (IllegalStateException e) {
      close();
      throw new ConnectionLost("this line serves no further work session: " + e.getMessage(), e);
    }
  }

  /** Returns the channel on which this party sends to the only other party, for tests. */
  Channel sender() {
    int peer = 1 - party();
    return forks.get(party() == 0 ? 1 : 0).channel(peer);
  }

  private void write(int to, Channel channel) {
    try {
      BlockingQueue<Message> queue = queues.get(to);
      for (long number = 0; !over.get(); number++) {
        Message next = queue.poll(timing.beat().toNanos(), TimeUnit.NANOSECONDS);
        byte[] frame = (next == null ? new Message.Beat() : next).frame(number);
        channel.send(frame, 0, frame.length);
        requireHeard(to);
      }
    } catch (MpcException e) {
      end(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end("the line was closed");
    }
  }

  private synchronized void requireHeard(int from) throws ConnectionLost {
    if (nanos.getAsLong() - heard[from] > timing.silence().toNanos()) {
      throw new ConnectionLost(
          "party %d was silent for %d s".formatted(from + 1, timing.silence().toSeconds()));
    }
  }

  private synchronized void hear(int from) {
    heard[from] = nanos.getAsLong();
  }

  private void read(int from, Channel channel) {
    try {
      for (long number = 0; !over.get(); number++) {
        Message message = Message.parse(channel.receive(Message.MAX_FRAME), number);
        if (!message.isEitherWay() && message.isFromFirst() == (party() == 0)) {
          throw new IllegalArgumentException("a message of another direction");
        }
        hear(from);
        if (!(message instanceof Message.Beat)) {
          receiver.received(from, message);
        }
      }
    } catch (MpcException e) {
      end(e.getMessage());
    } catch (IllegalArgumentException e) {
      end("party %d sent %s".formatted(from + 1, e.getMessage()));
    }
  }

  private void end(String why) {
    if (over.compareAndSet(false, true)) {
      closeAll();
      receiver.lost(why);
    }
  }

  private void closeAll() {
    forks.forEach(Network::close);
    session.close();
    trunk.close();
    threads.stream().filter(each -> each != Thread.currentThread()).forEach(Thread::interrupt);
  }

  /** Returns whether the line has ended. */
  public boolean isOver() {
    return over.get();
  }

  /** Ends the line. */
  @Override
  public void close() {
    end("this party closed the line");
  }
}
