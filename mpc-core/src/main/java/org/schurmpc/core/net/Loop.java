package org.schurmpc.core.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An event loop without a thread of its own: whoever waits for its channels runs it, one thread at
 * a time, between {@link #enter} and {@link #exit}. So nothing hops between threads, and nothing
 * moves while nobody waits.
 */
final class Loop {

  /** The longest stretch for which a blocked thread may fail to see that it was interrupted. */
  static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A selector waits for whole milliseconds, rounded up. */
  private static final long SELECT_GRAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(1_500);

  private static final int READ_BUFFER = 1 << 18;

  private final boolean epoll;
  private final DrivenEventLoop events;
  private final AtomicInteger closers = new AtomicInteger();
  private final ConcurrentLinkedQueue<Runnable> left = new ConcurrentLinkedQueue<>();

  Loop(NetOptions options) {
    this.epoll = useEpoll(options.transport());
    this.events =
        epoll
            ? new DrivenEventLoop(EpollIoHandler.newFactory(), 0)
            : new DrivenEventLoop(NioIoHandler.newFactory(), SELECT_GRAIN_NANOS);
  }

  private static boolean useEpoll(NetOptions.Transport transport) {
    return switch (transport) {
      case AUTO -> Epoll.isAvailable();
      case NIO -> false;
      case EPOLL -> {
        if (!Epoll.isAvailable()) {
          throw new IllegalArgumentException("epoll is not available on this machine");
        }
        yield true;
      }
    };
  }

  /**
   * Makes this thread the one that drives the loop. It waits for one that only closes a channel.
   *
   * @throws IllegalStateException if another one drives
   */
  void enter() {
    int misses = 0;
    while (!events.tryEnter()) {
      // Between our attempt and this look a closing thread may have come and gone: look twice.
      if (closers.get() == 0 && ++misses > 1) {
        throw new IllegalStateException("channels of one network were used by two threads at once");
      }
      Thread.onSpinWait();
    }
  }

  /** Gives up driving. */
  void exit() {
    events.exit();
    if (!left.isEmpty()) {
      runLeftTasks();
    }
  }

  /**
   * Runs {@code task} as the driver: in this thread if it is or can be the driver, else woken and
   * in the driving thread when it exits.
   */
  void runAsDriver(Runnable task) {
    if (events.inEventLoop()) {
      task.run();
      return;
    }
    left.add(task);
    events.wakeup();
    runLeftTasks();
  }

  private void runLeftTasks() {
    closers.incrementAndGet();
    try {
      while (!left.isEmpty() && events.tryEnter()) {
        try {
          for (Runnable task = left.poll(); task != null; task = left.poll()) {
            task.run();
          }
        } finally {
          events.exit();
        }
      }
    } finally {
      closers.decrementAndGet();
    }
  }

  /** Ends a {@link #block} of another thread, or the next one. */
  void wakeup() {
    events.wakeup();
  }

  /** Handles what is ready, without waiting. */
  void poll() {
    events.run(0);
  }

  /**
   * Waits until something is ready, up to {@code nanos} and not much longer than {@link
   * #SLICE_NANOS}, and handles it. Returns at once if the thread is interrupted.
   */
  void block(long nanos) {
    events.run(Math.max(1, Math.min(SLICE_NANOS, nanos)));
  }

  /** A bootstrap for outgoing connections. */
  Bootstrap client() {
    return new Bootstrap()
        .group(events)
        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class);
  }

  /** A bootstrap for a listening channel; its handler gets the accepted ones, unregistered. */
  Bootstrap server() {
    return new Bootstrap()
        .group(events)
        .channelFactory(epoll ? EpollServerSocketChannel::new : NioServerSocketChannel::new);
  }

  /** Puts an accepted or deregistered channel under this loop; its driver calls it. */
  void adopt(Channel channel) {
    tune(channel);
    channel.unsafe().register(events, channel.newPromise());
  }

  /** Sets the options of a connection that has not read anything yet. */
  static void tune(Channel channel) {
    try {
      channel.config().setOption(ChannelOption.TCP_NODELAY, true);
      channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
      channel
          .config()
          .setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(512, 4096, READ_BUFFER));
    } catch (ChannelException e) {
      // The connection is broken already, which its first use shows.
      channel.unsafe().closeForcibly();
    }
  }

  /** Ends the loop and frees its descriptors; the driver calls it, its channels being closed. */
  void shutDown() {
    events.destroy();
  }
}
