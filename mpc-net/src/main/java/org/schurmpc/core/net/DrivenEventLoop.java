package org.schurmpc.core.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Implements an event loop that is run by any thread that has entered it. Netty's {@code
 * ManualIoEventLoop} does this for one fixed thread; here the driver may change from one wait to
 * the next.
 */
final class DrivenEventLoop extends AbstractScheduledEventExecutor implements IoEventLoop {

  private static final long PIECE_NANOS = 20_000;

  private final AtomicReference<Thread> driver = new AtomicReference<>();
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Timed tasks that are due; accessed by the driver only. */
  private final Queue<Runnable> due = new ArrayDeque<>();

  private final Promise<Void> terminated = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
  private final Waiting waiting = new Waiting();
  private final IoHandler io;

  /** Imprecision of the handler's waits in nanoseconds: 0 if they are precise enough. */
  private final long grain;

  private boolean initialised;
  private volatile boolean shutDown;

  /**
   * Creates a loop.
   *
   * @param grain nanoseconds by which the handler may wait too long for a timed task
   */
  DrivenEventLoop(IoHandlerFactory factory, long grain) {
    this.io = factory.newHandler(this);
    this.grain = grain;
  }

  /** Determines how long the handler may block. */
  private final class Waiting implements IoHandlerContext {
    private long nanos;

    /**
     * Returns whether the handler may block. Netty's NIO handler also calls this method between a
     * select and the point where the handler would clear the thread's interrupt.
     */
    @Override
    public boolean canBlock() {
      return nanos > 0
          && tasks.isEmpty()
          && !hasScheduledTasks()
          && !Thread.currentThread().isInterrupted();
    }

    @Override
    public long delayNanos(long now) {
      return Math.min(nanos, DrivenEventLoop.this.delayNanos(now, nanos));
    }

    @Override
    public long deadlineNanos() {
      long next = nextScheduledTaskDeadlineNanos();
      long now = ticker().nanoTime();
      return next == -1 || next - now > nanos ? now + nanos : next;
    }
  }

  boolean tryEnter() {
    return driver.compareAndSet(null, Thread.currentThread());
  }

  void exit() {
    driver.set(null);
  }

  /** Handles ready events, after waiting up to {@code nanos} for one; 0 does not wait. */
  void run(long nanos) {
    if (shutDown) {
      return;
    }
    if (!initialised) {
      initialised = true;
      io.initialize();
    }
    waiting.nanos = grain == 0 || nanos == 0 ? nanos : waitFinely(nanos);
    io.run(waiting);
    runTasks();
  }

  /**
   * Keeps the handler's wait clear of the next timed task by the grain. Closer to the task, waits
   * here in small steps.
   *
   * @return the remaining time for the handler to wait
   */
  private long waitFinely(long nanos) {
    long next = nextScheduledTaskDeadlineNanos();
    if (next == -1) {
      return nanos;
    }
    long left = next - ticker().nanoTime();
    if (left > grain) {
      return Math.min(nanos, left - grain);
    }
    if (left > 0) {
      LockSupport.parkNanos(Math.min(left, PIECE_NANOS));
    }
    return 0;
  }

  private void runTasks() {
    fetchFromScheduledTaskQueue(due);
    for (Runnable task = due.poll(); task != null; task = due.poll()) {
      safeExecute(task);
    }
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      safeExecute(task);
    }
  }

  void wakeup() {
    if (!shutDown) {
      io.wakeup();
    }
  }

  /** Closes registered channels and frees the descriptors. Called by the driver. */
  void destroy() {
    if (shutDown) {
      return;
    }
    run(0);
    io.prepareToDestroy();
    cancelScheduledTasks();
    runTasks();
    shutDown = true;
    io.destroy();
    terminated.setSuccess(null);
  }

  @Override
  public boolean inEventLoop(Thread thread) {
    return driver.get() == thread;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (!inEventLoop()) {
      wakeup();
    }
  }

  @Override
  public IoEventLoop next() {
    return this;
  }

  @Override
  public IoEventLoop parent() {
    return null;
  }

  @Override
  public Future<IoRegistration> register(IoHandle handle) {
    Promise<IoRegistration> promise = newPromise();
    if (inEventLoop()) {
      register(handle, promise);
    } else {
      execute(() -> register(handle, promise));
    }
    return promise;
  }

  private void register(IoHandle handle, Promise<IoRegistration> promise) {
    try {
      promise.setSuccess(io.register(handle));
    } catch (Exception e) {
      promise.setFailure(e);
    }
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel) {
    return register(channel, new DefaultChannelPromise(channel, this));
  }

  @Override
  @Deprecated
  public ChannelFuture register(ChannelPromise promise) {
    return register(promise.channel(), promise);
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel, ChannelPromise promise) {
    channel.unsafe().register(this, promise);
    return promise;
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return io.isCompatible(handleType);
  }

  @Override
  public boolean isIoType(Class<? extends IoHandler> handlerType) {
    return io.getClass().equals(handlerType);
  }

  @Override
  @Deprecated
  public void shutdown() {
    throw new UnsupportedOperationException("the driver destroys the loop");
  }

  @Override
  public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("the driver destroys the loop");
  }

  @Override
  public Future<?> terminationFuture() {
    return terminated;
  }

  @Override
  public boolean isShuttingDown() {
    return shutDown;
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return terminated.await(timeout, unit);
  }
}
