package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

/** Two parties and, as the third member of the network, their dealer. */
class DealerTest {
  private static final int DEALER = 2;
  private static final MaterialKind WORD = new MaterialKind("word", 1);
  private static final MaterialKind TRIPLE = new MaterialKind("triple", 3);

  /** Longer than a message's usual content. */
  private static final MaterialKind LONG =
      new MaterialKind("long", DealerWire.CHUNK_BYTES / Long.BYTES + 1);

  private interface Party {
    Object run(DealerClient client) throws MpcException;
  }

  private static Object serve(Network network, TrustedDealer dealer, Demand demand)
      throws MpcException {
    Channel[] byParty = new Channel[DEALER];
    for (int i = 0; i < DEALER; i++) {
      byParty[DealerServer.introduction(network.channel(i), DEALER)] = network.channel(i);
    }
    new DealerServer(dealer, demand, new SecureRandom()).serve(List.of(byParty));
    return null;
  }

  private static List<Object> outcomes(TrustedDealer dealer, Demand demand, Party... parties)
      throws Exception {
    return outcomes(InMemoryNetwork.create(3), dealer, demand, parties);
  }

  private static List<Object> outcomes(
      Network[] networks, TrustedDealer dealer, Demand demand, Party... parties) throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          if (network.party() == DEALER) {
            return serve(network, dealer, demand);
          }
          try (DealerClient client =
              DealerClient.introduce(network.channel(DEALER), network.party())) {
            return parties[network.party()].run(client);
          }
        });
  }

  /** Leases everything in a store and compares it with what the dealer dealt. */
  private static void assertContent(PrepStore store, int party, Demand demand, int times)
      throws MpcException {
    assertArrayEquals(ToyDealer.keysOf(party), store.keys(ToyDealer.PROTOCOL));
    long perDeal = demand.quotas().values().stream().mapToLong(Long::longValue).sum();
    long firstOfKind = 0;
    for (var quota : demand.quotas().entrySet()) {
      MaterialKind kind = quota.getKey();
      assertEquals(times * quota.getValue(), store.available(kind));
      for (long i = 0; i < times * quota.getValue(); i++) {
        Lease lease = store.lease(kind, 1);
        long item = i / quota.getValue() * perDeal + firstOfKind + i % quota.getValue();
        for (int word = 0; word < kind.longsPerItem(); word++) {
          if (lease.data()[lease.offset() + word] != ToyDealer.content(party, item, word)) {
            fail(kind + ", item " + i + ", word " + word);
          }
        }
      }
      firstOfKind += quota.getValue();
    }
  }

  @ParameterizedTest(name = "{0} at once, {1} times")
  @CsvSource({"1, 1", "7, 3", "20000, 2"})
  void materialArrivesInOrder(int batchItems, int times) throws Exception {
    Demand demand = Demand.of("toy").add(WORD, 40_000).add(LONG, 2).add(TRIPLE, 501).build();
    Party party =
        client -> {
          try (MemoryPrepStore store = new MemoryPrepStore()) {
            for (int i = 0; i < times; i++) {
              client.prepare(demand, store);
            }
            int index = (int) store.keys(ToyDealer.PROTOCOL)[1];
            assertContent(store, index, demand, times);
            assertEquals("dealer (trusted, INSECURE)", client.description());
            assertEquals("dealer", client.origin().source());
            assertTrue(client.origin().insecure());
            return client.storeId();
          }
        };
    ToyDealer dealer = new ToyDealer(batchItems);
    List<Object> ids = outcomes(dealer, demand, party, party);

    assertTrue(ids.get(0) instanceof String, "first: " + ids.get(0));
    assertEquals(ids.get(0), ids.get(1), "store id");
    assertTrue(ids.get(0).toString().matches("dealer:[0-9a-f]{64}"), ids.get(0).toString());
    assertNull(ids.get(2), "the dealer ends well");
  }

  @Test
  void aDemandForNothingIsServed() throws Exception {
    Demand demand = Demand.of("toy").build();
    Party party =
        client -> {
          try (MemoryPrepStore store = new MemoryPrepStore()) {
            client.prepare(demand, store);
            return store.keys(ToyDealer.PROTOCOL).length;
          }
        };
    assertEquals(Arrays.asList(2, 2, null), outcomes(new ToyDealer(1), demand, party, party));
  }

  private static Party prepares(Demand demand) {
    return client -> {
      try (MemoryPrepStore store = new MemoryPrepStore()) {
        client.prepare(demand, store);
        return "prepared";
      }
    };
  }

  /** The hashes of what is dealt are keyed by the store's id: no id comes twice. */
  @Test
  void eachServiceDrawsAnotherStoreId() throws Exception {
    Demand demand = Demand.of("toy").build();
    Party party =
        client -> {
          try (MemoryPrepStore store = new MemoryPrepStore()) {
            client.prepare(demand, store);
            return client.storeId();
          }
        };
    Object first = outcomes(new ToyDealer(1), demand, party, party).get(0);
    Object second = outcomes(new ToyDealer(1), demand, party, party).get(0);
    assertInstanceOf(String.class, first);
    assertInstanceOf(String.class, second);
    assertNotEquals(first, second);
  }

  @Test
  void otherDemandsAreRefusedAtBothParties() throws Exception {
    Demand right = Demand.of("toy").add(WORD, 5).build();
    Demand wrong = Demand.of("toy").add(WORD, 6).build();
    Demand[][] cases = {{right, wrong}, {wrong, right}, {wrong, wrong}};
    for (Demand[] demands : cases) {
      List<Object> outcomes =
          outcomes(new ToyDealer(1), right, prepares(demands[0]), prepares(demands[1]));
      Outcomes.assertEnded(Disagreement.class, outcomes.get(0), "differ in what is to be dealt");
      Outcomes.assertEnded(Disagreement.class, outcomes.get(1), "differ in what is to be dealt");
      Outcomes.assertEnded(Disagreement.class, outcomes.get(DEALER), "asked for other material");
    }
  }

  private static final Demand WORDS = Demand.of("toy").add(WORD, 5).build();
  private static final Demand TRIPLES = Demand.of("toy").add(TRIPLE, 4).build();

  private interface PartyOfTwo {
    Object run(List<DealerClient> clients) throws MpcException;
  }

  /** Serves two parts; each dealer deals by its own count. */
  private static List<Object> twoParts(PartyOfTwo... parties) throws Exception {
    return SessionPairs.networkOutcomes(
        InMemoryNetwork.create(3),
        network -> {
          if (network.party() != DEALER) {
            return parties[network.party()].run(
                DealerClient.introduce(network.channel(DEALER), network.party(), 2));
          }
          for (int i = 0; i < DEALER; i++) {
            DealerServer.introduction(network.channel(i), DEALER);
          }
          List<DealerServer.Part> parts =
              List.of(
                  new DealerServer.Part(new ToyDealer(3), WORDS),
                  new DealerServer.Part(new ToyDealer(3), TRIPLES));
          List<Channel> channels = List.of(network.channel(0), network.channel(1));
          return Arrays.toString(new DealerServer(parts, new SecureRandom()).serve(channels));
        });
  }

  /** Each part has its keys, once, and its items, in whatever order the parts are asked for. */
  @Test
  void onePartDoesNotDisturbTheOther() throws Exception {
    PartyOfTwo party =
        clients -> {
          try (MemoryPrepStore words = new MemoryPrepStore();
              MemoryPrepStore triples = new MemoryPrepStore()) {
            clients.get(1).prepare(TRIPLES, triples);
            clients.get(0).prepare(WORDS, words);
            clients.get(0).prepare(WORDS, words);
            clients.get(0).close();
            clients.get(0).close();
            clients.get(1).prepare(TRIPLES, triples);
            clients.get(1).prepare(TRIPLES, triples);
            clients.get(1).close();
            int index = (int) words.keys(ToyDealer.PROTOCOL)[1];
            assertContent(words, index, WORDS, 2);
            assertContent(triples, index, TRIPLES, 3);
            assertEquals(clients.get(0).storeId(), clients.get(1).storeId());
            return index;
          }
        };
    assertEquals(List.of(0, 1, "[2, 3]"), twoParts(party, party));
  }

  @Test
  void partiesAskForTheSamePart() throws Exception {
    List<Object> outcomes =
        twoParts(
            clients -> prepares(WORDS).run(clients.get(0)),
            clients -> prepares(TRIPLES).run(clients.get(1)));
    Outcomes.assertEnded(Disagreement.class, outcomes.get(0), "differ in what is to be dealt");
    Outcomes.assertEnded(Disagreement.class, outcomes.get(1), "differ in what is to be dealt");
    Outcomes.assertEnded(
        Disagreement.class, outcomes.get(DEALER), "party 1 and party 2 asked for other material");
  }

  @Test
  void aPartyThatLeavesEndsTheService() throws Exception {
    Demand demand = Demand.of("toy").add(WORD, 5).build();
    List<Object> outcomes = outcomes(new ToyDealer(1), demand, client -> "left", prepares(demand));
    assertEquals("left", outcomes.get(0));
    assertInstanceOf(ConnectionLost.class, outcomes.get(1));
    assertNull(outcomes.get(2));
  }

  /** A dealer that is no dealer: sends frames after the store id and the first request. */
  private static Object facing(Demand demand, byte[]... frames) throws Exception {
    return SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              if (network.party() == 1) {
                Channel channel = network.channel(0);
                channel.receive(64);
                channel.send(new byte[32], 0, 32);
                channel.receive(64);
                for (byte[] frame : frames) {
                  channel.send(frame, 0, frame.length);
                }
                return channel.receive(64);
              }
              try (DealerClient client = DealerClient.introduce(network.channel(1), 0)) {
                return prepares(demand).run(client);
              }
            })
        .get(0);
  }

  private static byte[] chunk(int index, int count, int bytes) {
    return ByteBuffer.allocate(8 + bytes).putInt(index).putInt(count).array();
  }

  @Test
  void impossibleChunksAreMalformed() throws Exception {
    Demand demand = Demand.of("toy").add(WORD, 100_000).add(TRIPLE, 4).build();
    byte[] yes = {DealerWire.ACCEPTED};
    byte[] keys = new byte[16];
    List<byte[]> bad = new ArrayList<>();
    bad.add(new byte[0]);
    bad.add(new byte[7]);
    bad.add(chunk(2, 1, 8));
    bad.add(chunk(-1, 1, 8));
    bad.add(chunk(Integer.MIN_VALUE, 1, 8));
    bad.add(chunk(1, 0, 0));
    bad.add(chunk(1, -1, 8));
    bad.add(chunk(1, 5, 5 * 24));
    bad.add(chunk(1, Integer.MAX_VALUE, 24));
    bad.add(chunk(1, 2, 24));
    bad.add(chunk(1, 1, 23));
    bad.add(chunk(1, 1, 25));
    bad.add(chunk(0, DealerWire.itemsPerChunk(WORD), DealerWire.CHUNK_BYTES - 8));
    bad.add(chunk(0, DealerWire.itemsPerChunk(WORD) + 1, DealerWire.CHUNK_BYTES + 8));
    for (int i = 0; i < bad.size(); i++) {
      Outcomes.assertCheated(Check.MALFORMED, facing(demand, yes, keys, bad.get(i)), "chunk " + i);
    }
    Object twice = facing(demand, yes, keys, chunk(1, 3, 72), chunk(1, 2, 48));
    Outcomes.assertCheated(Check.MALFORMED, twice, "more than was demanded in all");
    Random random = new Random(1);
    for (int round = 0; round < 50; round++) {
      byte[] garbage = new byte[8 + random.nextInt(100)];
      random.nextBytes(garbage);
      Object outcome = facing(demand, yes, keys, garbage);
      Outcomes.assertCheated(Check.MALFORMED, outcome, "garbage, round " + round);
    }
  }

  @Test
  void otherMessagesOfTheDealerAreMalformed() throws Exception {
    Demand demand = Demand.of("toy").add(WORD, 5).build();
    Outcomes.assertCheated(Check.MALFORMED, facing(demand, new byte[] {3}), "answer");
    Outcomes.assertCheated(Check.MALFORMED, facing(demand, new byte[2]), "long answer");
    byte[] yes = {DealerWire.ACCEPTED};
    Outcomes.assertCheated(Check.MALFORMED, facing(demand, yes, new byte[9]), "keys");
    Outcomes.assertCheated(
        Check.MALFORMED, facing(demand, yes, new byte[(1 << 19) + 8]), "too many keys");
    Outcomes.assertEnded(
        Disagreement.class, facing(demand, new byte[] {DealerWire.DIFFERENT}), "dealer");
  }

  /** Frames to a party: store id, answer, keys, the items' only message, digest. */
  @ParameterizedTest(name = "frame {0}, bytes {1} to {2}")
  @CsvSource({"2, 0, 16", "3, 8, 64", "4, 0, 32"})
  void everyChangedByteOfTheMaterialIsFound(int frame, int from, int to) throws Exception {
    Demand demand = Demand.of("toy").add(WORD, 7).build();
    for (int at = from; at < to; at++) {
      int place = at;
      Network[] networks = InMemoryNetwork.create(3);
      networks[DEALER] =
          new TamperingNetwork(
              networks[DEALER],
              (peer, index, bytes) -> {
                if (peer == 0 && index == frame) {
                  bytes[place] ^= 4;
                }
                return bytes;
              });
      List<Object> outcomes =
          outcomes(networks, new ToyDealer(1), demand, prepares(demand), prepares(demand));
      Outcomes.assertCheated(Check.TRANSCRIPT, outcomes.get(0), "byte " + at);
    }
  }

  /** What the dealer makes of an introduction. */
  private static Object introduced(byte[] hello) throws Exception {
    return SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              if (network.party() == 0) {
                return DealerServer.introduction(network.channel(1), 2);
              }
              network.channel(0).send(hello, 0, hello.length);
              return null;
            })
        .get(0);
  }

  @Test
  void unknownIntroductionsAreRefused() throws Exception {
    assertEquals(0, introduced(DealerWire.hello(0)));
    assertEquals(1, introduced(DealerWire.hello(1)));
    for (int party : new int[] {2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      Outcomes.assertEnded(ConnectionLost.class, introduced(DealerWire.hello(party)), "claims");
    }
    for (int at = 0; at < 8; at++) {
      byte[] hello = DealerWire.hello(0);
      hello[at] ^= 1;
      Outcomes.assertEnded(ConnectionLost.class, introduced(hello), "does not speak");
    }
    assertInstanceOf(ConnectionLost.class, introduced(new byte[11]));
    assertInstanceOf(ConnectionLost.class, introduced(new byte[0]));
  }

  @Test
  void unknownRequestsAreMalformed() throws Exception {
    Demand demand = Demand.of("toy").add(WORD, 5).build();
    byte[][] bad = {{}, {3}, new byte[33], new byte[32], {DealerWire.REQUEST}};
    for (byte[] request : bad) {
      List<Object> outcomes =
          SessionPairs.networkOutcomes(
              InMemoryNetwork.create(3),
              network -> {
                if (network.party() == DEALER) {
                  return serve(network, new ToyDealer(1), demand);
                }
                Channel channel = network.channel(DEALER);
                channel.send(DealerWire.hello(network.party()), 0, DealerWire.HELLO_BYTES);
                channel.receive(64);
                channel.send(request, 0, request.length);
                return channel.receive(64);
              });
      Outcomes.assertCheated(
          Check.MALFORMED, outcomes.get(DEALER), "request of " + request.length + " bytes");
    }
  }

  /** A dealer of a number of items of one kind, whatever is demanded. */
  private static TrustedDealer dealing(MaterialKind kind, int items) {
    return new TrustedDealer() {
      @Override
      public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
        new ToyDealer(1).dealKeys(parties);
      }

      @Override
      public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
        for (MaterialSink party : parties) {
          party.put(kind, new long[items * kind.longsPerItem()], 0, items);
        }
      }

      @Override
      public void close() {}
    };
  }

  private static boolean isZero(byte[] bytes) {
    return Arrays.equals(bytes, new byte[bytes.length]);
  }

  /** Also what lay in a message that was too small for the next kind. */
  @Test
  void nothingOfWhatWasDealtStays() throws Exception {
    MaterialKind half = new MaterialKind("half", DealerWire.CHUNK_BYTES / Long.BYTES / 2 + 1);
    Demand demand = Demand.of("toy").add(half, 1).add(WORD, 1).build();
    List<MaterialSink> sinks = new ArrayList<>();
    TrustedDealer dealer =
        new TrustedDealer() {
          @Override
          public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
            new ToyDealer(1).dealKeys(parties);
          }

          @Override
          public void deal(Demand wanted, List<? extends MaterialSink> parties)
              throws MpcException {
            long[] item = new long[half.longsPerItem()];
            Arrays.fill(item, 7);
            for (MaterialSink party : parties) {
              party.put(half, item, 0, 1);
              byte[] small = (byte[]) Leftovers.field(party, "chunk");
              assertFalse(isZero(small));
              party.put(WORD, item, 0, 1);
              assertTrue(isZero(small), "it was too small");
              sinks.add(party);
            }
          }

          @Override
          public void close() {}
        };
    assertEquals(
        Arrays.asList("prepared", "prepared", null),
        outcomes(dealer, demand, prepares(demand), prepares(demand)));
    assertEquals(2, sinks.size());
    for (MaterialSink sink : sinks) {
      assertTrue(isZero((byte[]) Leftovers.field(sink, "chunk")));
    }
  }

  @Test
  void aDealerThatDealsSomethingElseIsAMistake() {
    assertMistake(IllegalArgumentException.class, dealing(TRIPLE, 5), "demanded items of 'triple'");
    assertMistake(IllegalArgumentException.class, dealing(WORD, 6), "more items of 'word'");
    assertMistake(IllegalStateException.class, dealing(WORD, 3), "2 items of 'word' were not");
  }

  private static void assertMistake(
      Class<? extends RuntimeException> type, TrustedDealer dealer, String text) {
    Demand demand = Demand.of("toy").add(WORD, 5).build();
    RuntimeException failure =
        assertThrows(type, () -> outcomes(dealer, demand, prepares(demand), prepares(demand)));
    assertTrue(failure.getMessage().contains(text), failure.getMessage());
  }
}
