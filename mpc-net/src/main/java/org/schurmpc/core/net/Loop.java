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
 * Provides an event loop without its own thread: any thread that waits for the loop's channels runs
 * it, one at a time, between {@link #enter} and {@link #exit}. So data never passes between
 * threads, and no I/O happens while no thread waits.
 */
final class Loop {

  /** Maximum time in nanoseconds for which a blocked thread may fail to notice an interrupt. */
  static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Imprecision of a selector, which waits for whole milliseconds, rounded up. */
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
   * Makes this thread the driver of the loop. Waits for a driver that only closes a channel.
   *
   * @throws IllegalStateException if another thread drives
   */
  void enter() {
    int misses = 0;
    while (!events.tryEnter()) {
      // Between the attempt and this check, a closing thread may have entered and left: try twice.
      if (closers.get() == 0 && ++misses > 1) {
        throw new IllegalStateException("channels of one network were used by two threads at once");
      }
      Thread.onSpinWait();
    }
  }

  /** Ends driving. */
  void exit() {
    events.exit();
    if (!left.isEmpty()) {
      runLeftTasks();
    }
  }

  /**
   * Runs {@code task} as the driver: in this thread if it is or can be the driver; otherwise wakes
   * the driving thread, which runs the task when it exits.
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

  /** Handles ready events, without waiting. */
  void poll() {
    events.run(0);
  }

  /**
   * Waits until an event is ready, up to {@code nanos} and not much longer than {@link
   * #SLICE_NANOS}, and handles it. Returns at once if the thread is interrupted.
   */
  void block(long nanos) {
    events.run(Math.max(1, Math.min(SLICE_NANOS, nanos)));
  }

  /** Returns a bootstrap for outgoing connections. */
  Bootstrap client() {
    return new Bootstrap()
        .group(events)
        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class);
  }

  /**
   * Returns a bootstrap for a listening channel. Its handler receives the accepted channels,
   * unregistered.
   */
  Bootstrap server() {
    return new Bootstrap()
        .group(events)
        .channelFactory(epoll ? EpollServerSocketChannel::new : NioServerSocketChannel::new);
  }

  /** Registers an accepted or deregistered channel with this loop. Called by its driver. */
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
      // The connection is broken already, as its first use will show.
      channel.unsafe().closeForcibly();
    }
  }

  /**
   * Ends the loop and frees its descriptors. Called by the driver, after the channels were closed.
   */
  void shutDown() {
    events.destroy();
  }
}
