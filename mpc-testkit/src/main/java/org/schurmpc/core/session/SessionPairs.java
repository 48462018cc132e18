package org.schurmpc.core.session;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;

/** Runs parties, mostly two, that establish a session over a network in memory. */
public final class SessionPairs {
  /** Time limit of a test with several parties. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  /** The frames that a party sends before its first one of a protocol: hello and confirmation. */
  public static final int HANDSHAKE_FRAMES = 2;

  /** What a party does with its session. */
  @FunctionalInterface
  public interface Body<T> {
    /** Runs one party's part; what it returns or throws is the party's end. */
    T run(Session session) throws Exception;
  }

  private SessionPairs() {}

  /** Two networks, in an array that takes any. */
  public static Network[] networks() {
    return networks(2);
  }

  /** Returns the networks of this number of parties. */
  public static Network[] networks(int parties) {
    Network[] networks = InMemoryNetwork.create(parties, NetOptions.party());
    return Arrays.copyOf(networks, parties, Network[].class);
  }

  /** Returns the networks of two parties; what the first one sends passes a hook. */
  public static Network[] tampered(TamperingNetwork.Hook hook) {
    Network[] networks = networks();
    networks[0] = new TamperingNetwork(networks[0], hook);
    return networks;
  }

  /** A hook that flips a bit of one byte of one frame. */
  public static TamperingNetwork.Hook flip(int frameIndex, int at) {
    return (peer, index, frame) -> {
      if (index == frameIndex) {
        frame[at] ^= 0x10;
      }
      return frame;
    };
  }

  /** Returns the networks of parties, one of which leaves in place of sending a frame. */
  public static Network[] leaving(int parties, int party, int frameIndex) {
    Network[] networks = networks(parties);
    Network leaves = networks[party];
    networks[party] =
        new TamperingNetwork(
            leaves,
            (peer, index, frame) -> {
              if (index == frameIndex) {
                leaves.close();
              }
              return frame;
            });
    return networks;
  }

  public static SessionTerms terms(String... namesAndValues) {
    TreeMap<String, String> fields = new TreeMap<>(Map.of("protocol", "test"));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SessionTerms(fields);
  }

  /**
   * Establishes a session whose base OTs have no security and cost nothing. Tests of base OTs, of
   * the bytes on the wire, and of a protocol from end to end take {@link Session#establish}.
   */
  public static Session establish(Network network, SessionTerms terms, SecureRandom random)
      throws MpcException {
    return Session.establish(network, terms, random, Optional.of(new InsecureBaseOts()));
  }

  /** What each party returns; the first failure of any is thrown. */
  public static <T> List<T> run(Network[] networks, Body<T> body) throws Exception {
    return Parties.run(
        networks,
        LIMIT,
        network -> {
          try (Session session = establish(network, terms(), new SecureRandom())) {
            return body.run(session);
          }
        });
  }

  public static <T> List<T> run(Body<T> body) throws Exception {
    return run(networks(), body);
  }

  /** What each party returns, or the {@link MpcException} with which it ends. */
  public static List<Object> outcomes(Network[] networks, Body<?> body) throws Exception {
    return networkOutcomes(
        networks,
        network -> {
          try (Session session = establish(network, terms(), new SecureRandom())) {
            return body.run(session);
          }
        });
  }

  /** Returns how parties end that have yet to establish their session. */
  public static List<Object> networkOutcomes(Network[] networks, Parties.Body<?> body)
      throws Exception {
    return Parties.run(
        networks,
        LIMIT,
        network -> {
          try {
            return body.run(network);
          } catch (MpcException e) {
            return e;
          }
        });
  }

  /** Deterministic randomness. */
  public static SecureRandom seeded(String seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(seed.getBytes(StandardCharsets.UTF_8));
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
