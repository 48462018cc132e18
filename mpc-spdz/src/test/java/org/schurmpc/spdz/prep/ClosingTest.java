package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;

/** Keys, seeds and buffers of the parts that make material are gone once these are closed. */
class ClosingTest {
  /** What was sent or came in clear, and what all know. */
  private static final String[] PUBLIC = {
    "out", "in", "flips", "one", "zero", "zeros", "uniform", "coefficients"
  };

  private final Field field;

  ClosingTest() throws Refused {
    field = Fields.named("gf2_64");
  }

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  private static CotKeys keys(Session pair) throws Exception {
    return CotKeys.forBoth(pair, CotKeys.randomDelta(pair.random()));
  }

  @Test
  void obliviousTransfersOfAPair() throws Exception {
    SessionPairs.run(
        session -> {
          // Three words take a block of hashes more than a row, and all buffers.
          PairOts ots = PairOts.begin(session, keys(session), 4, 3, kernels());
          ots.next(Long.SIZE);
          Held held = Held.by(ots).filled();
          ots.close();
          assertEquals(Set.of(), held.left());
          return null;
        });
  }

  @Test
  void seedsOfCopes() throws Exception {
    SessionPairs.run(
        session -> {
          CotKeys[] keys = {null, keys(session)};
          CopeSeeds seeds = CopeSeeds.make(session, keys[1], 4, field, new long[] {5}, kernels());
          Held held = Held.by(seeds).filled();
          MascotPreprocessor.wipe(keys, new CopeSeeds[] {null, seeds});
          assertEquals(Set.of(), held.left());
          assertThrows(IllegalStateException.class, keys[1]::delta);
          return null;
        });
  }

  @Test
  void aPreprocessorOfTwoThreads() throws Exception {
    MascotParameters setting = new MascotParameters(field, 62, 4, 2, 64);
    SessionPairs.run(
        session -> {
          MascotPreprocessor preprocessor =
              MascotPreprocessor.begin(session, setting, ClosingTest::kernels);
          Held held = Held.by(preprocessor).filled();
          preprocessor.close();
          assertEquals(Set.of(), held.left(PUBLIC));
          return null;
        });
  }

  @Test
  void aCopeAndABatch() throws Exception {
    long[] seeds = new long[2 * field.bits()];
    SessionPairs.run(
        session -> {
          Cope cope =
              Cope.begin(session, field, new long[] {3}, 4, seeds, new long[][] {seeds, seeds}, 8);
          Batch batch = new Batch(field, 2, 3);
          Held held = Held.by(cope, batch).filled();
          cope.wipe();
          batch.wipe();
          assertEquals(Set.of(), held.left());
          return null;
        });
  }

  @Test
  void partsOfSquares() {
    SquareParts parts = new SquareParts(field, 0, 3, 8, 2);
    Held held = Held.by(parts).filled();
    parts.close();
    assertEquals(Set.of(), held.left());
  }

  @Test
  void productsAndTheGeneratorOfMasks() throws Exception {
    SessionPairs.run(
        session -> {
          Products products = new Products(session, field, new PairOts[2], 1);
          Held held = Held.by(products).filled();
          products.wipe();
          assertEquals(Set.of(), held.left("out", "in", "flips"));
          return null;
        });
  }

  /** The seeds of values' shares, drawn or received. */
  @Test
  void seedsOfShares() throws Exception {
    Queue<byte[]> seeds = new ConcurrentLinkedQueue<>();
    SecureRandom random =
        new SecureRandom() {
          private static final long serialVersionUID = 1;

          @Override
          public void nextBytes(byte[] bytes) {
            super.nextBytes(bytes);
            seeds.add(bytes);
          }
        };
    Network[] networks = SessionPairs.networks();
    for (int party = 0; party < 2; party++) {
      networks[party] = noting(Network.class, networks[party], seeds);
    }
    Parties.run(
        networks,
        Duration.ofSeconds(60),
        network -> {
          try (Session session = SessionPairs.establish(network, SessionPairs.terms(), random)) {
            // Both have said all of the handshake when this has come.
            session.exchange(new byte[1]);
            KnownValues.begin(session, field, null).close();
            return session.exchange(new byte[1]);
          }
        });
    seeds.removeIf(each -> each.length != Prg.SEED_BYTES);
    // Each draws one for its own values and one for the peer, and receives one.
    assertTrue(seeds.size() >= 6, seeds.size() + " seeds");
    seeds.forEach(each -> assertArrayEquals(new byte[Prg.SEED_BYTES], each));
  }

  /** Notes the arrays that messages come in. */
  private static <T> T noting(Class<T> type, T object, Queue<byte[]> arrays) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              boolean into = List.of("receive", "exchange").contains(method.getName());
              if (type == Channel.class && into && arguments.length >= 3) {
                arrays.add((byte[]) arguments[arguments.length - 3]);
              }
              try {
                Object result = method.invoke(object, arguments);
                return result instanceof Channel channel
                    ? noting(Channel.class, channel, arrays)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
