package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the prelude of one connection, and admits or rejects the connection. Used by the driver of
 * the port's loop.
 */
final class Greeter implements ReceiveHandler.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Greeter.class);
  private static final int RECORD_HEADER = 5;

  /** Maximum time that a caller may take for TLS and its prelude. */
  private static final Duration GREETING = Duration.ofSeconds(30);

  /** Time that a rejected caller has to read the reason, in nanoseconds. */
  private static final long LAST_WORDS = TimeUnit.SECONDS.toNanos(2);

  private final Channel socket;
  private final Admission admission;
  private final Callers callers;
  private final Collection<Greeter> greeters;
  private final ReceiveHandler receiver;
  private final ByteInbox inbox;
  private final SocketAddress remote;
  private long deadline;
  private TlsEnd tls;
  private boolean plaintext;
  private boolean opensTls;
  private int length = -1;
  private boolean done;
  private int telling = -1; // the party that is told that this one cannot begin

  /**
   * Creates a greeter.
   *
   * @param admission decides whom to admit
   * @param callers receives the connection if it is admitted
   * @param greeters holds this greeter until then, or until the connection is closed
   */
  Greeter(Channel socket, Admission admission, Callers callers, Collection<Greeter> greeters) {
    this.socket = socket;
    this.admission = admission;
    this.callers = callers;
    this.greeters = greeters;
    this.remote = socket.remoteAddress(); // no longer known once the caller has left
    this.receiver = new ReceiveHandler(socket);
    this.inbox = receiver.inbox();
    long patience = Math.min(admission.options().timeout().toNanos(), GREETING.toNanos());
    this.deadline = System.nanoTime() + patience;
  }

  SocketAddress address() {
    return remote;
  }

  /** Returns whether nothing has arrived. */
  boolean silent() {
    return !plaintext && !opensTls;
  }

  /** Returns whether the time for the prelude, or to read the answer, is over. */
  boolean isLate(long now) {
    return now - deadline > 0;
  }

  void initialise() {
    socket.pipeline().addLast(new Linger(), new FirstByte(this::look), receiver);
    receiver.listen(this);
    admission
        .options()
        .link()
        .ifPresent(link -> LinkHandler.install(socket, link, receiver.reads()));
  }

  private void look(int first) {
    plaintext = !FirstByte.isTls(first);
    opensTls = !plaintext;
    if (!plaintext && admission.options().tls().isPresent()) {
      tls = TlsEnd.answering(admission.options().tls().get().identity(), admission.pins());
      socket.pipeline().addBefore(socket.pipeline().context(receiver).name(), null, tls.handler());
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
   * Rejects a caller that opens with TLS, when its first record is complete: an unread record would
   * reset the connection.
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
    return plaintext && admission.options().tls().isPresent()
        ? "without TLS"
        : "that did not speak our protocol";
  }

  private void greet(byte[] bytes) {
    if (!Prelude.isPrelude(bytes) || inbox.readable() > 0) {
      drop(stranger());
    } else if (plaintext && admission.options().tls().isPresent()) {
      refuse(Prelude.WANTS_TLS, "without TLS");
    } else if (Prelude.version(bytes) != Prelude.WIRE_VERSION) {
      refuse(Prelude.OTHER_VERSION, "of another wire version");
    } else {
      Prelude prelude = Prelude.decode(bytes);
      if (prelude == null) {
        drop(stranger());
      } else if (prelude.parties() != admission.parties()) {
        refuseOther(prelude);
      } else if (!admission.isForUs(prelude)) {
        drop("that wanted somebody else");
      } else if (!admission.ownsItsPlace(prelude, tls)) {
        refuse(
            Prelude.OTHER_CERTIFICATE,
            "as party " + (prelude.caller() + 1) + " with the certificate of another one");
      } else if (prelude.withdraws()) {
        callers.hear(prelude, this);
      } else {
        admit(prelude);
      }
    }
  }

  /** Rejects a caller with another number of parties; a service and its clients have none. */
  private void refuseOther(Prelude prelude) {
    if (admission.parties() == 0) {
      refuse(Prelude.SERVICE, "that runs another program: it called as a party");
    } else {
      refuse(
          Prelude.OTHER_PARTIES,
          prelude.parties() == 0
              ? "that runs another program: it called as the client of a service"
              : "with another number of parties");
    }
  }

  /** Answers that this party cannot begin. */
  void tell(Prelude prelude) {
    telling = prelude.caller();
    answer(Prelude.WITHDRAWN);
  }

  private void admit(Prelude prelude) {
    if (!callers.admit(prelude, this)) {
      return;
    }
    done = true;
    greeters.remove(this);
    receiver.listen(null);
    receiver.reads().stop(Reads.PARKED);
    socket.pipeline().remove(Linger.class);
    Certificates certificates = tls == null ? null : tls.certificates();
    socket
        .deregister()
        .addListener(
            done -> callers.add(new Callers.Caller(prelude, socket, receiver, certificates)));
  }

  /** Counts a rejected caller, answers and hangs up. */
  void refuse(byte answer, String reason) {
    turnAway(reason);
    answer(answer);
  }

  /** Answers and hangs up, when the caller has had the time to read the answer. */
  void answer(byte answer) {
    done = true;
    deadline = System.nanoTime() + LAST_WORDS;
    ByteBuf frame = Unpooled.buffer().writeInt(1).writeByte(answer);
    socket.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
  }

  /** Counts a rejected caller, and leaves it time to read the reason. */
  private void turnAway(String reason) {
    done = true;
    deadline = System.nanoTime() + LAST_WORDS;
    admission.turnedAway().add(reason);
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

  @Override
  public void ended() {
    if (!done && receiver.failure() instanceof LinkHandler.OtherLink) {
      refuse(Prelude.OTHER_LINK, "over another imitated line, or none");
    } else if (!done) {
      turnAway(tls == null ? "that said nothing" : tls.complain(receiver.failure()));
    } else if (telling >= 0) {
      callers.noteTold(telling);
    }
    if (receiver.failure() == null || !socket.isActive()) {
      close();
    }
  }
}
