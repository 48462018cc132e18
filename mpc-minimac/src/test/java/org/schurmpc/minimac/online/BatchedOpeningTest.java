package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Material;

/** Comparisons that nobody asks for, when much has been logged. */
class BatchedOpeningTest {
  private static final int WORDS = 6;
  private static final int LAYERS = 5;

  /** Two layers and a bit: in 32 longs a word, of both directions. */
  private static final int BOUND = 2 * WORDS * 2 * Codeword.LONGS + 1;

  private static ProtocolRun run(int parties) throws Exception {
    Variant variant =
        Configurations.minitrix(parties, ReedSolomon.named("255x85"), OpeningMode.BATCHED);
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.of(1));
    IoMap io = IoMap.roundRobin(circuit.circuit(), parties);
    ProtocolRun run = new ProtocolRun(Configurations.of(variant), circuit, io, 11);
    run.deal(Demand.of("words").add(variant.material().items().random(), LAYERS * WORDS).build());
    return run;
  }

  private interface Body<T> {
    T run(Session session, BatchedOpening opening, AuthWords words, PrepStore store)
        throws Exception;
  }

  private static <T> List<T> all(ProtocolRun run, Body<T> body) throws Exception {
    Variant variant = Configurations.variant(run.protocol);
    return Parties.run(
        run.stores.length,
        ProtocolRun.LIMIT,
        network -> {
          int party = network.party();
          var terms = new SessionTerms(new TreeMap<>());
          try (Session session =
              SessionPairs.establish(network, terms, run.random("party" + party))) {
            PrepStore store = run.stores[party];
            Kernels kernels = Configurations.kernels("plain");
            BatchedOpening opening =
                new BatchedOpening(
                    session,
                    variant.material().items().word(),
                    store.keys(variant.material().storeName()),
                    kernels,
                    BOUND);
            Encoder star = EncoderKind.RUSSIANS.encoder(variant.code().star(), kernels);
            AuthWords words = new AuthWords(star, variant.material().items().word());
            return body.run(session, opening, words, store);
          }
        });
  }

  private static Material items(ProtocolRun run) {
    return Configurations.variant(run.protocol).material().items();
  }

  private static long[] words(ProtocolRun run, PrepStore store) throws MpcException {
    int longs = items(run).word().longs();
    long[] auth = new long[WORDS * longs];
    for (int i = 0; i < WORDS; i++) {
      Lease word = store.lease(items(run).random(), 1);
      System.arraycopy(word.data(), word.offset(), auth, i * longs, longs);
    }
    return auth;
  }

  @ParameterizedTest
  @CsvSource({"2, false", "3, false", "2, true", "3, true"})
  void comparesWhenMuchIsLogged(int parties, boolean portions) throws Exception {
    ProtocolRun run = run(parties);
    List<long[]> opened =
        all(
            run,
            (session, opening, words, store) -> {
              long[] result = new long[LAYERS * WORDS * Codeword.LONGS];
              long before = session.metrics().rounds(Phase.SETUP);
              for (int layer = 0; layer < LAYERS; layer++) {
                long[] auth = words(run, store);
                long[] layerOpened = new long[WORDS * Codeword.LONGS];
                int at = layer * layerOpened.length;
                if (portions) {
                  opening.begin();
                  int half = WORDS / 2;
                  int second = half * items(run).word().longs();
                  opening.send(words.view(auth, 0, half));
                  opening.send(words.view(auth, second, half));
                  opening.receive(words.view(auth, 0, half), layerOpened);
                  System.arraycopy(layerOpened, 0, result, at, half * Codeword.LONGS);
                  opening.receive(words.view(auth, second, half), layerOpened);
                  at += half * Codeword.LONGS;
                  System.arraycopy(layerOpened, 0, result, at, half * Codeword.LONGS);
                } else {
                  opening.open(words.view(auth, 0, WORDS), layerOpened);
                  System.arraycopy(layerOpened, 0, result, at, layerOpened.length);
                }
              }
              // A round a layer, and one for the comparison after the third; of hashes as well.
              int comparison = parties == 2 ? 1 : 2;
              assertEquals(LAYERS + comparison, session.metrics().rounds(Phase.SETUP) - before);
              opening.check();
              assertEquals(LAYERS + 2 * comparison, session.metrics().rounds(Phase.SETUP) - before);
              return result;
            });
    for (long[] other : opened) {
      assertArrayEquals(opened.get(0), other);
    }
  }

  /** The comparison comes, and finds what happened before it, whoever asks for one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void findsALieWithoutBeingAsked(int parties) throws Exception {
    ProtocolRun run = run(parties);
    List<MpcException> ends =
        all(
            run,
            (session, opening, words, store) -> {
              long[] opened = new long[WORDS * Codeword.LONGS];
              for (int layer = 0; layer < 2; layer++) {
                long[] auth = words(run, store);
                if (session.party() == 1 && layer == 1) {
                  auth[AuthWord.SHARE] ^= 1L << 7;
                }
                opening.open(words.view(auth, 0, WORDS), opened);
              }
              long[] third = words(run, store);
              try {
                opening.open(words.view(third, 0, WORDS), opened);
                return null;
              } catch (MpcException e) {
                return e;
              }
            });
    for (int party = 0; party < parties; party++) {
      if (party != 1) {
        assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, ends.get(party)).check());
      }
    }
  }
}
