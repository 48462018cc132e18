package org.schurmpc.spark;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of the two drivers, which decide everything together. */
final class DriverSession implements AutoCloseable {
  private static final int NONCE_BYTES = 32;
  private static final int DIGEST_BYTES = 32;
  private static final long BEAT_MILLIS = 500;
  private static final int LONGEST_TABLE = 1 << 24;

  /** In place of the address of party 1's driver, which does not listen. */
  private static final Endpoint NOWHERE = new Endpoint("localhost", 1);

  private static final Logger LOG = LoggerFactory.getLogger(DriverSession.class);

  /** What a driver's part of the common work is doing. */
  private static final byte WORKING = 0;

  private static final byte DONE = 1;

  /** A check has failed: the other side stops. */
  private static final byte STOP = 2;

  /** Length of the name of a check in a message, padded with zeros. */
  private static final int NAME_BYTES = 16;

  private final Session session;

  DriverSession(Session session) {
    this.session = session;
  }

  /**
   * Meets the other party's driver.
   *
   * @param meeting the address at which party 0's driver listens
   * @throws Disagreement if the other driver has other terms
   */
  static DriverSession meet(
      int party, Endpoint meeting, NetOptions options, SortedMap<String, String> terms)
      throws MpcException {
    NettyNetwork network = NettyNetwork.connect(party, List.of(meeting, NOWHERE), options);
    Session session = null;
    try {
      session = Session.establish(network, new SessionTerms(terms), new SecureRandom());
      return new DriverSession(session);
    } finally {
      if (session == null) {
        network.close();
      }
    }
  }

  /** Options that can be missing. */
  @FunctionalInterface
  interface Options {
    NetOptions get() throws MpcException;
  }

  /** Tells the other party's driver that this party cannot begin, for a few seconds at most. */
  static void withdraw(int party, Endpoint meeting, Options options) {
    try {
      NettyNetwork.withdraw(party, List.of(meeting, NOWHERE), options.get());
    } catch (MpcException e) {
      LOG.debug("the other driver was not told that this party cannot begin", e);
    }
  }

  /** Tosses a nonce that neither party chose alone. */
  byte[] nonce() throws MpcException {
    return new CoinToss(session).toss("the nonce of keys", NONCE_BYTES);
  }

  /**
   * Waits until both parties' work is done, with a sign of life from the other driver every half
   * second. A failure of this party's work does not show at the other party; callers tell it in the
   * next message.
   *
   * @param cancel stops this party's work, if the other party is gone or has found a failed check
   */
  <T> Result<T> together(Callable<T> work, Runnable cancel) throws MpcException {
    CompletableFuture<T> mine = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                mine.complete(work.call());
              } catch (Throwable e) {
                mine.completeExceptionally(e);
              }
            },
            "work of the job");
    thread.setDaemon(true);
    thread.start();
    boolean over = false;
    try {
      boolean cancelled = false;
      while (!over) {
        byte here = beat(mine);
        byte there = session.exchange(new byte[] {here})[0];
        over = here != WORKING && there != WORKING;
        if (there == STOP && !cancelled) {
          cancelled = true;
          cancel.run();
        }
      }
    } finally {
      if (!over) {
        cancel.run();
      }
    }
    return result(mine);
  }

  private static byte beat(CompletableFuture<?> mine) {
    try {
      mine.get(BEAT_MILLIS, TimeUnit.MILLISECONDS);
      return DONE;
    } catch (TimeoutException e) {
      return WORKING;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the next exchange ends
      return WORKING;
    } catch (ExecutionException e) {
      boolean cheated = e.getCause() instanceof PeerCheated;
      return cheated ? STOP : DONE;
    }
  }

  private static <T> Result<T> result(CompletableFuture<T> mine) {
    try {
      return new Result<>(mine.join(), null);
    } catch (CompletionException | CancellationException e) {
      return new Result<>(null, e.getCause() == null ? e : e.getCause());
    }
  }

  /**
   * The end of a party's work.
   *
   * @param value what the work returned; null if it failed
   * @param failure what the work threw; null if it did not
   */
  record Result<T>(T value, Throwable failure) {
    /** Returns how the work ended. */
    Verdict verdict() {
      try {
        get();
        return Verdict.OK;
      } catch (MpcException e) {
        return Verdict.of(e);
      }
    }

    /** Returns the value. */
    T get() throws MpcException {
      if (failure instanceof MpcException e) {
        throw e;
      }
      if (failure != null) {
        throw new ConnectionLost("Spark's job failed: " + failure.getMessage(), failure);
      }
      return value;
    }
  }

  /**
   * Compares the keys' digests of all chunks. Each party commits to what it shows, and shows
   * another hash than the peer, so none is an echo.
   *
   * @param digests this party's, in hexadecimal; both parties have as many
   * @throws Disagreement that names the first chunk in which they differ
   */
  void requireSameKeys(List<String> digests) throws MpcException {
    byte[] mine = ofParty(session.party(), digests);
    byte[][] all =
        new CommittedBroadcast(session, new BroadcastCheck(session))
            .exchange("the keys of a job", mine);
    byte[] expected = ofParty(session.peer(), digests);
    for (int i = 0; i < digests.size(); i++) {
      int from = i * DIGEST_BYTES;
      if (!ByteBuffer.wrap(expected, from, DIGEST_BYTES)
          .equals(ByteBuffer.wrap(all[session.peer()], from, DIGEST_BYTES))) {
        throw new Disagreement(
            "the parties' tables differ in a key of chunk %d; nothing was sent of any input"
                .formatted(i));
      }
    }
  }

  /** Returns what a party shows of its digests, which tells nobody what the other has to show. */
  private static byte[] ofParty(int party, List<String> digests) {
    ByteBuffer shown = ByteBuffer.allocate(Math.multiplyExact(digests.size(), DIGEST_BYTES));
    for (String digest : digests) {
      shown.put(new FieldHash("keys of a party").add(party).add(digest).digest());
    }
    return shown.array();
  }

  /**
   * Returns the addresses of the other party's workers, one a line.
   *
   * @throws PeerCheated if they are not as many addresses
   */
  List<String> requireAddresses(String text, int number) throws MpcException {
    List<String> addresses = text.lines().toList();
    boolean good = addresses.size() == number;
    for (String address : addresses) {
      good = good && isAddress(address);
    }
    session.require(good, PeerCheated.Check.MALFORMED, "the addresses of the other workers");
    return addresses;
  }

  private static boolean isAddress(String text) {
    try {
      Endpoint.parse(text);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  /**
   * Hands a text from party 0 to party 1.
   *
   * @param text party 0's, empty if it has none; ignored at party 1
   */
  byte[] handOver(byte[] text) throws MpcException {
    boolean mine = session.party() == 0;
    byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(mine ? text.length : 0).array();
    int theirs = ByteBuffer.wrap(session.exchange(length)).getInt();
    int agreed = mine ? text.length : theirs;
    session.require(
        agreed >= 0 && agreed <= LONGEST_TABLE && (!mine || theirs == 0),
        PeerCheated.Check.MALFORMED,
        "the length of the workers' addresses");
    byte[] taken = new byte[mine ? 0 : agreed];
    session.exchange(text, 0, mine ? agreed : 0, taken, 0, taken.length);
    return mine ? text : taken;
  }

  /** Tells the other party how this party's attempt ended, and returns how theirs did. */
  Verdict exchange(Verdict mine) throws MpcException {
    byte[] out = new byte[1 + NAME_BYTES];
    out[0] = (byte) mine.code().code();
    if (mine.check() != null) {
      byte[] name = mine.check().name().getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(name, 0, out, 1, name.length);
    }
    byte[] in = session.exchange(out);
    ExitCode code = ExitCode.ofProcess(in[0]);
    if (code == ExitCode.OK) {
      return Verdict.OK;
    }
    PeerCheated.Check failed = null;
    if (code == ExitCode.PEER_CHEATED) {
      String name = new String(in, 1, NAME_BYTES, StandardCharsets.US_ASCII).trim();
      failed =
          Arrays.stream(PeerCheated.Check.values())
              .filter(check -> check.name().equals(name))
              .findFirst()
              .orElse(PeerCheated.Check.MALFORMED);
    }
    return new Verdict(
        code, failed, "party %d reports it: see what it says".formatted(session.peer() + 1));
  }

  /** Returns the members of a set, of which both parties have some. */
  BitSet both(BitSet mine, int size) throws MpcException {
    byte[] out = new byte[(size + 7) / 8];
    byte[] own = mine.toByteArray();
    System.arraycopy(own, 0, out, 0, own.length);
    BitSet common = BitSet.valueOf(session.exchange(out));
    common.and(mine);
    return common;
  }

  @Override
  public void close() {
    session.close();
  }
}
