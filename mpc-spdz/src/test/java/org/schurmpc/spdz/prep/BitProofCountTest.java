package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.ToyPrimes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * Counts under how many of all χ and α the best cheat passes {@link BitProof} itself, over primes
 * so small that all can be tried. Products with α are dealt: INSECURE.
 */
class BitProofCountTest {
  private static final int OWNER = 0;
  private static final int HOLDER = 1;

  /** Products whose owner's parts are the values' places times five, and seven. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Dealt(Field field, int alpha, long[] values) implements KeyProducts {
    @Override
    public void require(int give, int hold) {}

    @Override
    public int messageBytes(int n) {
      return 0;
    }

    @Override
    public int block() {
      return 64;
    }

    private long[] part(int i) {
      return field.element((5L * i + 7) % ToyPrimes.size(field));
    }

    @Override
    public void give(long[] x, int at, int n, byte[] message, long[] macs, int macsAt) {
      for (int i = 0; i < n; i++) {
        field.add(macs, macsAt + i, part(i), 0, macs, macsAt + i, 1);
      }
      System.arraycopy(x, at, values, 0, n);
    }

    @Override
    public void hold(byte[] message, int n, long[] macs, int macsAt) {
      field.addScaled(field.element(alpha), 0, values, 0, macs, macsAt, n);
      for (int i = 0; i < n; i++) {
        field.subtract(macs, macsAt + i, part(i), 0, macs, macsAt + i, 1);
      }
    }

    @Override
    public void wipe() {}
  }

  /** An owner's values, proven to the holders of all keys. */
  private static final class Proofs {
    final Field field;
    final int p;
    final int n;
    final Session session;
    final BitProof[] holders;
    final Authentication.Under[] held;
    final BitProof owner;
    final Authentication.Under given;

    Proofs(int p, List<Session> sessions, int... values) throws Exception {
      this.field = ToyPrimes.modulo(p);
      this.p = p;
      this.n = values.length;
      this.session = sessions.get(HOLDER);
      long[] x = elements(Arrays.copyOf(values, n + 1));
      x[n] = field.element(3)[0]; // the uniform value
      long[] shared = new long[n + 2];
      this.given = under(sessions.get(OWNER), new Dealt(field, 0, shared), 0, x);
      this.owner = new BitProof(sessions.get(OWNER), field, field.element(0), null);
      this.holders = new BitProof[p];
      this.held = new Authentication.Under[p];
      for (int alpha = 0; alpha < p; alpha++) {
        holders[alpha] = new BitProof(session, field, field.element(alpha), null);
        held[alpha] = under(session, new Dealt(field, alpha, shared), alpha, new long[0]);
      }
    }

    private Authentication.Under under(Session at, Dealt dealt, int key, long[] x)
        throws Exception {
      KeyProducts[] products = {dealt, dealt};
      products[at.party()] = null;
      Authentication authentication =
          new Authentication(at, field, field.element(key), products, null);
      Authentication.Under under = authentication.beginApart(new boolean[] {true, false}, n + 1);
      under.give(x, 0, n + 1);
      return under;
    }

    private long[] elements(int... numbers) {
      long[] elements = new long[numbers.length];
      for (int i = 0; i < numbers.length; i++) {
        elements[i] = field.element(numbers[i])[0];
      }
      return elements;
    }

    /** Whether U and V pass under one χ and α. */
    boolean pass(int[] chi, int alpha, long[] sent) {
      long[] expected = new long[2];
      holders[alpha].evaluation(elements(chi), n, held[alpha], OWNER, expected);
      return holders[alpha].fits(sent.clone(), expected);
    }

    /** What {@link BitProof} sends. */
    long[] honest(int... chi) {
      long[] sent = new long[2];
      owner.coefficients(elements(chi), n, given, HOLDER, sent);
      return sent;
    }

    /** Under how many α the best U and V pass for one χ. */
    int best(int... chi) {
      long[] expected = new long[2];
      int[][] found = new int[p][p]; // by U and V
      int most = 0;
      int bestU = 0;
      int bestV = 0;
      for (int alpha = 0; alpha < p; alpha++) {
        holders[alpha].evaluation(elements(chi), n, held[alpha], OWNER, expected);
        int number = ToyPrimes.number(field, expected, 0);
        for (int u = 0; u < p; u++) {
          int v = Math.floorMod(number - u * alpha, p);
          if (++found[u][v] > most) {
            most = found[u][v];
            bestU = u;
            bestV = v;
          }
        }
      }
      int passed = 0;
      for (int alpha = 0; alpha < p; alpha++) {
        passed += pass(chi, alpha, elements(bestU, bestV)) ? 1 : 0;
      }
      assertEquals(most, passed, "of the best U and V");
      return passed;
    }
  }

  private static List<Session> sessions() throws Exception {
    return SessionPairs.run(session -> session);
  }

  /** Whatever the owner sends for a value that is no bit, it passes in less than 3/p. */
  @ParameterizedTest
  @ValueSource(ints = {11, 31, 101})
  void theBestCheatIsBelowTheBound(int p) throws Exception {
    List<Session> sessions = sessions();
    for (int x : p == 101 ? new int[] {57} : new int[] {2, p / 2, p - 1}) {
      Proofs proofs = new Proofs(p, sessions, 1, x, 0);
      int passed = 0;
      for (int chi = 0; chi < p; chi++) {
        passed += proofs.best(4, chi, 9);
      }
      assertEquals(p + 2 * (p - 1), passed); // of p^2 pairs of χ and α
      assertTrue(passed < 3 * p, "more than 3/p");
    }
  }

  /** Two values whose x (x - 1) would cancel out without χ. */
  @Test
  void wrongValuesDoNotCancelOut() throws Exception {
    int p = 11;
    Proofs proofs = new Proofs(p, sessions(), 2, 6); // 2 + 30 = -1; see the third value
    Proofs cancelling = new Proofs(p, sessions(), 2, 6, 4); // 2 + 30 + 12 = 0 modulo 11
    for (Proofs each : new Proofs[] {proofs, cancelling}) {
      int passed = 0;
      for (int chi = 0; chi < p * p; chi++) {
        passed += each.best(Arrays.copyOf(new int[] {chi % p, chi / p, 1}, each.n));
      }
      assertTrue(passed < 3 * p * p, "more than 3/p");
    }
  }

  /** What {@link BitProof} sends for bits passes under all χ and α. */
  @ParameterizedTest
  @ValueSource(ints = {11, 31, 101})
  void bitsAlwaysPass(int p) throws Exception {
    Proofs proofs = new Proofs(p, sessions(), 1, 0, 1);
    for (int chi = 0; chi < p; chi++) {
      for (int alpha = 0; alpha < p; alpha++) {
        int[] all = {chi, (3 * chi + 1) % p, 5};
        assertTrue(proofs.pass(all, alpha, proofs.honest(all)));
      }
    }
  }
}
