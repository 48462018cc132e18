package org.schurmpc.bench.party;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.prep.DealerServer;

/**
 * Accepts the parties of all instances. The service continues to accept connections while it is
 * open, so that a party that calls too late or twice receives an answer.
 */
final class DealerService implements AutoCloseable, Admission.Callers {
  private static final int STRANGERS = 64;
  private static final Duration LONG = Duration.ofDays(1);

  private final Callers callers;
  private final Duration patience;
  private final int partiesOfEach;
  private final Channel[] parties;
  private final Set<Role> called = new HashSet<>();
  private final KeepAlive keepAlive = new KeepAlive();
  private final Admission admission;
  private final Semaphore heard;
  private String deaf;
  private final ExecutorService threads = Executors.newCachedThreadPool(DealerService::daemon);

  /** Accepts connections. */
  interface Callers {
    /** Waits for the next connection. */
    Channel accept(Duration patience) throws MpcException;
  }

  /**
   * Creates the service, which starts to accept connections.
   *
   * @param parties the number of parties of each instance
   * @param patience time limit for all parties to call
   */
  DealerService(
      Callers callers, Credentials credentials, int instances, int parties, Duration patience) {
    this.callers = callers;
    this.patience = patience;
    this.partiesOfEach = parties;
    this.parties = new Channel[parties * instances];
    this.admission = new Admission("the dealer", credentials, keepAlive, this);
    this.heard = new Semaphore(this.parties.length + STRANGERS);
    threads.execute(this::acceptAll);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "reception");
    thread.setDaemon(true);
    return thread;
  }

  private void acceptAll() {
    while (!threads.isShutdown()) {
      try {
        Channel channel = callers.accept(LONG);
        if (heard.tryAcquire()) {
          threads.execute(() -> greet(channel));
        } else {
          channel.close();
        }
      } catch (MpcException e) {
        // closed, or no connection within the time limit
      } catch (RuntimeException | Error e) {
        goDeaf(e);
        return;
      }
    }
  }

  /** Fails the threads that wait for parties, because no party can call any more. */
  private synchronized void goDeaf(Throwable why) {
    deaf = "the dealer can hear no more callers: " + why;
    notifyAll();
  }

  @Override
  public synchronized Optional<String> refuse(Role role) {
    if (index(role) < 0 || index(role) >= parties.length) {
      return Optional.of("it does not expect " + role);
    }
    return called.add(role) ? Optional.empty() : Optional.of("it has " + role + " already");
  }

  private int index(Role role) {
    return role.index(partiesOfEach);
  }

  private void greet(Channel accepted) {
    try {
      Optional<Admission.Guest> guest = admission.letIn(accepted);
      if (guest.isPresent()) {
        admit(guest.get(), accepted);
      }
    } catch (MpcException e) {
      accepted.close();
    } finally {
      heard.release();
    }
  }

  private void admit(Admission.Guest guest, Channel channel) throws MpcException {
    Role role = guest.role();
    boolean admitted = false;
    try {
      guest.channel().send(new Message.Admitted());
      if (DealerServer.introduction(channel, partiesOfEach) != role.party()) {
        throw new ConnectionLost(role + " calls itself otherwise");
      }
      admitted = true;
    } finally {
      synchronized (this) {
        if (admitted) {
          parties[index(role)] = channel;
        } else {
          called.remove(role);
        }
        notifyAll();
      }
    }
  }

  /**
   * Waits until all parties have called.
   *
   * @return for each instance, the channels to its parties
   * @throws ConnectionLost if a party did not call in time
   */
  synchronized List<List<Channel>> instances() throws ConnectionLost {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (!missing().isEmpty()) {
        if (deaf != null) {
          throw new ConnectionLost(deaf);
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new ConnectionLost(
              "%s did not call the dealer within %d s".formatted(missing(), patience.toSeconds()));
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted while waiting for the parties", e);
    }
    List<List<Channel>> instances = new ArrayList<>();
    for (int i = 0; i < parties.length; i += partiesOfEach) {
      instances.add(List.of(Arrays.copyOfRange(parties, i, i + partiesOfEach)));
    }
    return instances;
  }

  private String missing() {
    List<Role> roles = new ArrayList<>();
    for (int i = 0; i < parties.length; i++) {
      if (parties[i] == null) {
        roles.add(Role.at(i, partiesOfEach));
      }
    }
    return roles.stream().map(Role::toString).collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    threads.shutdownNow();
    keepAlive.close();
  }
}
