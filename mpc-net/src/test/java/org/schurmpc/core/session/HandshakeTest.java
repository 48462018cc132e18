package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

class HandshakeTest {
  private static final int VERSION_AT = 4;
  private static final int PARTY_AT = 6;
  private static final int PARTIES_AT = 7;
  private static final int NONCE_AT = 8;

  private static List<Object> establish(Network[] networks, SessionTerms first, SessionTerms second)
      throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          SessionTerms terms = network.party() == 0 ? first : second;
          try (Session session = Session.establish(network, terms, new SecureRandom())) {
            return session.sid();
          }
        });
  }

  private static List<Object> establish(SessionTerms first, SessionTerms second) throws Exception {
    return establish(SessionPairs.networks(), first, second);
  }

  private static List<Object> establish(TamperingNetwork.Hook hook) throws Exception {
    SessionTerms terms = SessionPairs.terms("sigma", "64");
    return establish(SessionPairs.tampered(hook), terms, terms);
  }

  /** A peer that is no party of ours: sends frames and sees what happens to the first party. */
  private static Object facing(byte[]... frames) throws Exception {
    Network[] networks =
        InMemoryNetwork.create(2, NetOptions.party().withTimeout(Duration.ofSeconds(20)));
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            networks,
            network -> {
              if (network.party() == 1) {
                for (byte[] frame : frames) {
                  network.channel(0).send(frame, 0, frame.length);
                }
                return network.channel(0).receive(Hello.MAX_BYTES);
              }
              try (Session session =
                  Session.establish(network, SessionPairs.terms(), new SecureRandom())) {
                return session.sid();
              }
            });
    return outcomes.get(0);
  }

  private static byte[] hello(SessionTerms terms) {
    return new Hello(1, 2, new byte[Hello.NONCE_BYTES], terms).encode();
  }

  @Test
  void bothDeriveTheSameSessionIdAndEachSessionAnother() throws Exception {
    SessionTerms terms = SessionPairs.terms("lanes", "64");
    List<Object> one = establish(terms, terms);
    List<Object> two = establish(terms, terms);
    assertArrayEquals((byte[]) one.get(0), (byte[]) one.get(1));
    assertEquals(32, ((byte[]) one.get(0)).length);
    assertFalse(Arrays.equals((byte[]) one.get(0), (byte[]) two.get(0)));
  }

  @Test
  void termsOfTheLargestSizeAreCarried() throws Exception {
    TreeMap<String, String> fields = new TreeMap<>();
    for (int i = 0; i < SessionTerms.MAX_FIELDS; i++) {
      String name = "field %02d".formatted(i);
      fields.put(name + "n".repeat(SessionTerms.MAX_FIELD_BYTES - name.length()), "λ".repeat(512));
    }
    SessionTerms terms = new SessionTerms(fields);
    List<Object> sids = establish(terms, terms);
    assertArrayEquals((byte[]) sids.get(0), (byte[]) sids.get(1));
  }

  @Test
  void termsAreLimited() {
    TreeMap<String, String> many = new TreeMap<>();
    for (int i = 0; i <= SessionTerms.MAX_FIELDS; i++) {
      many.put("f" + i, "");
    }
    assertThrows(IllegalArgumentException.class, () -> new SessionTerms(many));
    String longest = "x".repeat(1024);
    String tooLong = longest + "xx";
    for (Map.Entry<String, String> field :
        List.of(Map.entry(tooLong, "value"), Map.entry("name", tooLong))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new SessionTerms(new TreeMap<>(Map.of(field.getKey(), field.getValue()))));
    }
    assertThrows(IllegalArgumentException.class, () -> SessionPairs.terms("code", "λ".repeat(513)));
  }

  @Test
  void bothNameTheTermThatDiffers() throws Exception {
    String[] names = {
      "circuit", "input/output map", "lanes", "sigma", "code", "preprocessing store"
    };
    for (String name : names) {
      List<Object> outcomes =
          establish(SessionPairs.terms(name, "this"), SessionPairs.terms(name, "that"));
      Outcomes.assertEnded(
          Disagreement.class, outcomes.get(0), name, "'this' here", "'that' at the peer");
      Outcomes.assertEnded(
          Disagreement.class, outcomes.get(1), name, "'that' here", "'this' at the peer");
    }
  }

  @Test
  void bothNameTheTermThatIsMissing() throws Exception {
    // A value may read like the message's word for a missing one.
    for (String value : new String[] {"64", "nothing", ""}) {
      List<Object> outcomes = establish(SessionPairs.terms("code", value), SessionPairs.terms());
      Outcomes.assertEnded(
          Disagreement.class, outcomes.get(0), "code: '" + value + "' here, nothing at the peer");
      Outcomes.assertEnded(
          Disagreement.class, outcomes.get(1), "code: nothing here, '" + value + "' at the peer");
    }
  }

  @Test
  void thePeersTextCannotForgeLines() throws Exception {
    List<Object> outcomes =
        establish(
            SessionPairs.terms("code", "a"), SessionPairs.terms("code", "b\n\u001b[2Jdone\u0085"));
    Outcomes.assertEnded(Disagreement.class, outcomes.get(0), "'b??[2Jdone?' at the peer");
  }

  @Test
  void anotherWireVersionIsNamedWhateverFollowsIt() throws Exception {
    byte[] other = {0x53, 0x43, 0x48, 0x55, 0, Hello.WIRE_VERSION + 1, 99};
    Outcomes.assertEnded(Disagreement.class, facing(other), "wire version: 4 here, 5 at the peer");
    assertEquals(
        ByteBuffer.wrap(other).getInt(),
        ByteBuffer.wrap(hello(SessionPairs.terms())).getInt(),
        "magic number");
  }

  @Test
  void anotherNumberOfPartiesIsNamed() throws Exception {
    byte[] three = hello(SessionPairs.terms());
    three[PARTIES_AT] = 3;
    Outcomes.assertEnded(Disagreement.class, facing(three), "number of parties", "3 at the peer");
  }

  @Test
  void anotherPartyNumberIsNamed() throws Exception {
    byte[] third = hello(SessionPairs.terms());
    third[PARTY_AT] = 2;
    Outcomes.assertEnded(Disagreement.class, facing(third), "party number");
  }

  private static List<Object> establishThree(Network[] networks, int other) throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          SessionTerms terms = SessionPairs.terms("n", network.party() == other ? "b" : "a");
          try (Session session = Session.establish(network, terms, new SecureRandom())) {
            assertEquals(3, session.parties());
            byte[][] sids = new byte[4][];
            sids[3] = session.sid();
            for (int peer : session.peers()) {
              sids[peer] = session.pair(peer).sid();
            }
            return sids;
          }
        });
  }

  @Test
  void threePartiesDeriveOneSessionIdAndOneForEachPair() throws Exception {
    List<Object> sids = establishThree(SessionPairs.networks(3), -1);
    Set<ByteBuffer> different = new HashSet<>();
    for (int party = 0; party < 3; party++) {
      byte[][] mine = (byte[][]) sids.get(party);
      byte[][] next = (byte[][]) sids.get((party + 1) % 3);
      assertArrayEquals(mine[3], next[3]);
      assertArrayEquals(mine[(party + 1) % 3], next[party]);
      different.add(ByteBuffer.wrap(mine[(party + 1) % 3]));
    }
    different.add(ByteBuffer.wrap(((byte[][]) sids.get(0))[3]));
    assertEquals(4, different.size());
  }

  @Test
  void threePartiesNameTheOneThatDiffers() throws Exception {
    List<Object> outcomes = establishThree(SessionPairs.networks(3), 1);
    Outcomes.assertEnded(Disagreement.class, outcomes.get(0), "n: 'a' here, 'b' at party 2");
    Outcomes.assertEnded(Disagreement.class, outcomes.get(1), "n: 'b' here, 'a' at party 1");
    Outcomes.assertEnded(Disagreement.class, outcomes.get(2), "n: 'a' here, 'b' at party 2");
  }

  @Test
  void aPartyThatShowsTwoNoncesIsFound() throws Exception {
    Network[] networks = SessionPairs.networks(3);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (peer == 2 && index == 0) {
                frame[NONCE_AT] ^= 1;
              }
              return frame;
            });
    List<Object> outcomes = establishThree(networks, -1);
    // Who finds it first hangs up, which may be what the other one sees.
    for (Object outcome : outcomes) {
      assertInstanceOf(ConnectionLost.class, outcome);
    }
    assertTrue(outcomes.toString().contains("does not confirm"), outcomes.toString());
  }

  /** A peer that answers each frame with what a function makes of it. */
  private static Object reflected(boolean otherRole) throws Exception {
    return SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              if (network.party() == 1) {
                Channel channel = network.channel(0);
                byte[] hello = channel.receive(Hello.MAX_BYTES);
                if (otherRole) {
                  hello[PARTY_AT] ^= 1;
                }
                channel.send(hello, 0, hello.length);
                byte[] confirmation = channel.receive(64);
                channel.send(confirmation, 0, confirmation.length);
                return null;
              }
              try (Session session =
                  Session.establish(network, SessionPairs.terms(), new SecureRandom())) {
                return session.sid();
              }
            })
        .get(0);
  }

  @Test
  void aConnectionToOneselfIsRefused() throws Exception {
    Outcomes.assertEnded(Disagreement.class, reflected(false), "connection to oneself");
  }

  @Test
  void aReflectedNonceIsRefused() throws Exception {
    Outcomes.assertEnded(Disagreement.class, reflected(true), "nonce");
  }

  @Test
  void everyChangedByteOfTheHelloEndsBoth() throws Exception {
    int length = hello(SessionPairs.terms("sigma", "64")).length;
    for (int at = 0; at < length; at++) {
      List<Object> outcomes = establish(SessionPairs.flip(0, at));
      for (Object outcome : outcomes) {
        assertInstanceOf(MpcException.class, outcome, "byte " + at);
      }
      if (at >= NONCE_AT && at < NONCE_AT + Hello.NONCE_BYTES) {
        Outcomes.assertEnded(ConnectionLost.class, outcomes.get(1), "does not confirm");
      } else if (at == VERSION_AT + 1) {
        Outcomes.assertEnded(Disagreement.class, outcomes.get(1), "wire version");
      }
    }
  }

  @Test
  void everyChangedByteOfTheConfirmationEndsThePeer() throws Exception {
    for (int at = 0; at < 32; at++) {
      Outcomes.assertEnded(
          ConnectionLost.class, establish(SessionPairs.flip(1, at)).get(1), "does not confirm");
    }
  }

  @Test
  void anEchoedConfirmationEnds() throws Exception {
    // Correct hello, then our own confirmation back.
    Object outcome =
        SessionPairs.networkOutcomes(
                SessionPairs.networks(),
                network -> {
                  if (network.party() == 1) {
                    Channel channel = network.channel(0);
                    byte[] hello = hello(SessionPairs.terms());
                    channel.send(hello, 0, hello.length);
                    channel.receive(Hello.MAX_BYTES);
                    byte[] confirmation = channel.receive(64);
                    channel.send(confirmation, 0, confirmation.length);
                    return null;
                  }
                  try (Session session =
                      Session.establish(network, SessionPairs.terms(), new SecureRandom())) {
                    return session.sid();
                  }
                })
            .get(0);
    Outcomes.assertEnded(ConnectionLost.class, outcome, "does not confirm");
  }

  @Test
  void whatIsNoHelloIsALostConnection() throws Exception {
    byte[] good = hello(SessionPairs.terms("sigma", "64"));
    assertInstanceOf(ConnectionLost.class, facing(new byte[0]), "empty");
    assertInstanceOf(ConnectionLost.class, facing(new byte[Hello.MAX_BYTES + 1]), "too long");
    assertInstanceOf(ConnectionLost.class, facing(Arrays.copyOf(good, good.length + 1)), "longer");
    Random random = new Random(1);
    for (int round = 0; round < 40; round++) {
      byte[] cut = Arrays.copyOf(good, random.nextInt(good.length));
      assertInstanceOf(ConnectionLost.class, facing(cut), "cut to " + cut.length);
      byte[] garbage = new byte[random.nextInt(300)];
      random.nextBytes(garbage);
      assertInstanceOf(ConnectionLost.class, facing(garbage), "garbage, round " + round);
    }
  }

  @Test
  void aFieldNamedTwiceIsMalformed() throws Exception {
    byte[] two = hello(SessionPairs.terms("protocoL", "x"));
    int at = new String(two, StandardCharsets.ISO_8859_1).indexOf("protocoL");
    two[at + 7] = 'l';
    Outcomes.assertEnded(ConnectionLost.class, facing(two), "twice");
  }

  @Test
  void helloComesBackFromItsBytes() throws Exception {
    byte[] nonce = new byte[Hello.NONCE_BYTES];
    new Random(2).nextBytes(nonce);
    SessionTerms terms = SessionPairs.terms("σ", "64", "empty", "");
    Hello back = Hello.decode(new Hello(1, 2, nonce, terms).encode(), "peer");
    assertEquals(1, back.party());
    assertEquals(2, back.parties());
    assertArrayEquals(nonce, back.nonce());
    assertEquals(terms, back.terms());
  }
}
