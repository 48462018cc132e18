package org.schurmpc.spdz.prep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.GlobalMacCheck;

/** Parties that make bits of one of them, the owner, which may lie. */
final class KnownBitsRig {
  /** Number of elements that are given at a time. */
  static final int BLOCK = 64;

  /** What the owner does otherwise than the protocol says; as it stands, nothing. */
  interface Lie {
    /** Changes the bits before they are given. */
    default void bits(long[] bits) {}

    /** Changes the χ under which the owner proves. */
    default void factors(long[] factors) {}

    /** Changes U and V for a holder. */
    default void proof(int holder, long[] coefficients) {}
  }

  final Field field;
  final int parties;
  final int owner;
  final int n;

  /** By holder, U and V as they were sent. */
  final long[][] sent;

  /** The owner's values, and its parts of MACs for each holder, as they were when it proved. */
  final List<long[]> secrets = new ArrayList<>();

  /** Whether the owner has begun to make bits. */
  volatile boolean making;

  /** How often each party's store was burnt. */
  final AtomicIntegerArray burnt;

  KnownBitsRig(Field field, int parties, int owner, int n) {
    this.field = field;
    this.parties = parties;
    this.owner = owner;
    this.n = n;
    this.sent = new long[parties][];
    this.burnt = new AtomicIntegerArray(parties);
  }

  /** The items of a party, its share of α, and whether messages to all are not compared yet. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Made(long[] items, long[] key, boolean unchecked) {}

  /** What all parties end with: items, or a failure. */
  List<Object> outcomes(Lie lie, TamperingNetwork.Hook hook) throws Exception {
    Network[] networks = SessionPairs.networks(parties);
    networks[owner] = new TamperingNetwork(networks[owner], hook);
    return SessionPairs.outcomes(
        networks,
        session -> {
          try {
            return party(session, lie, new Sequencer().of(0));
          } catch (IllegalStateException e) {
            return e; // a hook has silenced the owner
          }
        });
  }

  List<Object> outcomes(Lie lie) throws Exception {
    return outcomes(lie, (peer, index, frame) -> frame);
  }

  /** Performs one party's part. */
  Made party(Session session, Lie lie, Sequencer.Turn turn) throws MpcException {
    session.onFailedCheck(() -> burnt.incrementAndGet(session.party()));
    Kernels kernels = KernelProvider.choose().kernels();
    long[] key = uniform(session);
    Cope[] copes = new Cope[parties];
    for (int peer : session.peers()) {
      Session pair = session.pair(peer);
      CotKeys keys = CotKeys.forBoth(pair, CotKeys.randomDelta(session.random()));
      CopeSeeds seeds = CopeSeeds.make(pair, keys, 4, field, key, kernels);
      copes[peer] = seeds.on(pair, field, key, 4, BLOCK);
    }
    GlobalMacCheck check = new GlobalMacCheck(session, field, key, new BroadcastCheck(session));
    Authentication authentication = new Authentication(session, field, key, copes, check);
    KnownValues known = KnownValues.begin(session, field, authentication);
    boolean lies = session.party() == owner;
    BitProof proof = proof(session, key, check, lies ? lie : new Lie() {});
    KnownBits bits =
        new KnownBits(session, field, authentication, known, proof) {
          @Override
          void toElements(long[] words, long[] to, int count) {
            super.toElements(words, to, count);
            lie.bits(to);
          }
        };
    if (lies) {
      making = true; // by the owner's thread alone
    }
    long[] items = bits.make(owner, n, turn);
    return new Made(items, key, check.broadcasts().unchecked());
  }

  private BitProof proof(Session session, long[] key, GlobalMacCheck check, Lie lie) {
    return new BitProof(session, field, key, check) {
      @Override
      long[] factors(int count) throws MpcException {
        long[] factors = super.factors(count);
        lie.factors(factors);
        return factors;
      }

      @Override
      void coefficients(
          long[] factors, int count, Authentication.Under given, int holder, long[] to) {
        super.coefficients(factors, count, given, holder, to);
        secrets.add(given.values());
        secrets.add(given.macsUnder(holder));
        lie.proof(holder, to);
        sent[holder] = to.clone();
      }
    };
  }

  private long[] uniform(Session session) {
    long[] words = session.random().longs(field.uniformWords()).toArray();
    long[] element = new long[field.limbs()];
    field.fromUniform(words, 0, element, 0, 1);
    return element;
  }

  /** The value of an item, from all parties' shares. */
  long[] sum(List<Made> made, int at) {
    long[] sum = new long[field.limbs()];
    for (Made each : made) {
      field.add(sum, 0, each.items, at, sum, 0, 1);
    }
    return sum;
  }

  /** The key of all parties. */
  long[] alpha(List<Made> made) {
    long[] sum = new long[field.limbs()];
    for (Made each : made) {
      field.add(sum, 0, each.key, 0, sum, 0, 1);
    }
    return sum;
  }

  /** A lie that sets some bits to another value. */
  static Lie values(Field field, long value, int... at) {
    return new Lie() {
      @Override
      public void bits(long[] bits) {
        for (int i : at) {
          System.arraycopy(field.element(value), 0, bits, i * field.limbs(), field.limbs());
        }
      }
    };
  }

  /** Whether an element is one of two. */
  static boolean isEither(long[] element, long[] one, long[] other) {
    return Arrays.equals(element, one) || Arrays.equals(element, other);
  }
}
