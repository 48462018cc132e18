package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;

/** A party that follows the protocol, with wrong values: its messages fit together. */
class MascotLyingTest {
  private static final int ITEMS = 128; // those of a tile

  /** What the first party lies about, and what finds it out. */
  private enum Lie {
    NONE(null),
    /** Another share of a product. */
    C(Check.SACRIFICE),
    /** Another a is authenticated than was multiplied. */
    A(Check.SACRIFICE),
    /** The same of â. */
    A_HAT(Check.SACRIFICE),
    /** σ of another key share: as if a share of a MAC were wrong. */
    MAC_SHARE(Check.MAC),
    /** Another share of α towards all, with the OTs of the first one. */
    KEY_TO_ALL(Check.MAC),
    /** The same towards the last party alone. */
    KEY_TO_ONE(Check.MAC),
    /** Another c, and ĉ that would make up for it under factors drawn from a seed of zeros. */
    C_HAT_TO_MATCH(Check.SACRIFICE);

    final Check check;

    Lie(Check check) {
      this.check = check;
    }
  }

  private record Outcome(MpcException failure, MascotRun.Kept kept) {}

  @ParameterizedTest
  @EnumSource(Lie.class)
  void isCaughtByTwo(Lie lie) throws Exception {
    isCaught(lie, 2);
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  void isCaughtByThree(Lie lie) throws Exception {
    isCaught(lie, 3);
  }

  private static void isCaught(Lie lie, int parties) throws Exception {
    Field field = Fields.named("gf2_64");
    List<Outcome> outcomes =
        Parties.run(
            parties,
            Duration.ofMinutes(1),
            network -> {
              SessionTerms terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "lies")));
              try (Session session = SessionPairs.establish(network, terms, new SecureRandom())) {
                return party(session, field, session.party() == 0 ? lie : Lie.NONE);
              }
            });
    for (Outcome outcome : outcomes.subList(1, parties)) {
      if (lie == Lie.NONE) {
        assertNull(outcome.failure());
      } else {
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome.failure());
        assertEquals(lie.check, cheated.check());
        assertTrue(outcome.kept().items.isEmpty(), "kept something in spite of the lie");
      }
    }
  }

  private static Outcome party(Session session, Field field, Lie lie) throws MpcException {
    MascotRun.Kept kept = new MascotRun.Kept();
    try (Generator generator = generator(session, field, lie)) {
      generator.make(new Material(field).triples(), -1, ITEMS, new Sequencer().of(0), kept);
      return new Outcome(null, kept);
    } catch (PeerCheated e) {
      return new Outcome(e, kept);
    }
  }

  private static Generator generator(Session session, Field field, Lie lie) throws MpcException {
    Kernels kernels = KernelProvider.choose().kernels();
    MascotParameters setting = new MascotParameters(field, 62, 4, 1, ITEMS);
    int tau = MascotParameters.products(field, setting.sigma());
    long[] alpha = {session.random().nextLong()};
    PairOts[] ots = new PairOts[session.parties()];
    Cope[] copes = new Cope[session.parties()];
    for (int peer : session.peers()) {
      Session pair = session.pair(peer);
      CotKeys keys = CotKeys.forBoth(pair, CotKeys.randomDelta(session.random()));
      ots[peer] = PairOts.begin(pair, keys, setting.k(), field.uniformWords(), kernels);
      boolean otherKey =
          lie == Lie.KEY_TO_ALL || (lie == Lie.KEY_TO_ONE && peer == session.parties() - 1);
      long[] used = {alpha[0] ^ (otherKey ? 2 : 0)};
      CopeSeeds seeds = CopeSeeds.make(pair, keys, setting.k(), field, used, kernels);
      copes[peer] = seeds.on(pair, field, used, setting.k(), 512);
    }
    long[] checked = {alpha[0] ^ (lie == Lie.MAC_SHARE ? 1 : 0)};
    GlobalMacCheck check = new GlobalMacCheck(session, field, checked, new BroadcastCheck(session));
    Opening opening = new Opening(session, field, check, OpeningMode.ALL);
    Products products =
        new Products(session, field, ots, tau) {
          @Override
          void make(int n, long[] a, long[] b, long[] c) throws MpcException {
            super.make(n, a, b, c);
            c[17] ^= lie == Lie.C ? 1 : 0;
          }
        };
    Authentication authentication =
        new Authentication(session, field, alpha, copes, check) {
          @Override
          Under give(boolean[] gives, long[] values, int n) throws MpcException {
            values[7] ^= lie == Lie.A ? 1 : 0;
            if (lie == Lie.A_HAT) {
              values[3 * ITEMS] ^= 1;
            }
            if (lie == Lie.C_HAT_TO_MATCH) {
              values[2 * ITEMS] ^= 1;
              values[4 * ITEMS] ^= MascotTossTest.guessed(field, 1)[0];
            }
            return super.give(gives, values, n);
          }
        };
    KnownValues known = KnownValues.begin(session, field, authentication);
    return new Generator(
        session,
        setting,
        alpha,
        ots,
        copes,
        products,
        authentication,
        check,
        opening,
        known,
        null,
        tau);
  }
}
