package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;

/**
 * A peer forges an opening while masked tables are made. Masks of the tables are secret bits; the
 * check that fails shows α times the error, and no more.
 */
class ForgedTableTest {
  private static final int CHEATER = 1;
  private static final int TABLES = 7;
  private static final int INPUT_BITS = 6;
  private static final int BYTES = 5;

  /** Elements that are opened: two for each table and level but the first. */
  private static final int ELEMENTS = 2 * TABLES * (INPUT_BITS - 1);

  /** Values that are opened by coordinates: two of 32 coefficients for each table. */
  private static final int VALUES = 2 * TABLES;

  private final Field field;
  private final LookupTable table = TablesTest.random(INPUT_BITS, 4);
  private final LookupKind kind;

  ForgedTableTest() throws Refused {
    field = Fields.named("gf2_40");
    kind = LookupKind.of(field, table, Form.BITS);
  }

  private Object party(Session session, long[] alphas) throws Exception {
    long[] alpha = {session.random().nextLong() >>> 24};
    alphas[session.party()] = alpha[0];
    try {
      MascotRun.Kept kept = new MascotRun.Kept();
      kept.keys(kind.toString(), alpha);
      TablesRig.maker(session, field, alpha, new TablesRig.Lies() {})
          .make(kind, table, TABLES, new Sequencer().of(0), kept);
      return "made";
    } catch (MpcException e) {
      return e;
    }
  }

  /** Moves a place of the messages of one length, the first at each end. */
  private static ForgedOpening moved(int length, int at, int mask) {
    boolean[] done = new boolean[2];
    return new ForgedOpening(
        2,
        CHEATER,
        new ForgedOpening.Move() {
          @Override
          public boolean move(int index, byte[] frame) {
            throw new IllegalStateException("by connection");
          }

          @Override
          public boolean move(int from, int to, int index, byte[] frame) {
            boolean here = frame.length == length && !done[from];
            if (here) {
              done[from] = true;
              frame[at] ^= (byte) mask;
            }
            return here;
          }
        });
  }

  private long multiply(long a, long b) {
    long[] product = new long[1];
    field.multiply(new long[] {a}, 0, new long[] {b}, 0, product, 0, 1);
    return product[0];
  }

  /** What the sums of the failing check must be, from the toss and from α alone. */
  private byte[] expected(byte[] seed, long alpha, boolean coordinates, int value, long error) {
    Prg prg = new Prg(seed.clone());
    long[] uniform = new long[ELEMENTS * field.uniformWords()];
    long[] coefficients = new long[ELEMENTS];
    prg.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, coefficients, 0, ELEMENTS);
    long difference = multiply(alpha, error);
    if (!coordinates) {
      byte[] sigma = new byte[BYTES];
      field.toBytes(new long[] {multiply(coefficients[value], difference)}, 0, sigma, 0, 1);
      return sigma;
    }
    byte[] hashKey = new byte[LinearTag.KEY_BYTES];
    prg.nextBytes(hashKey, 0, hashKey.length);
    long[] differences = new long[VALUES];
    differences[value] = difference;
    byte[] hash = new byte[LinearTag.TAG_BYTES];
    new LinearTag(hashKey).hash(differences, 0, VALUES, hash, 0);
    return hash;
  }

  private void requireNothingShown(boolean coordinates, int trials) throws Exception {
    Random random = new Random(48);
    int shown = 0;
    for (int trial = 0; trial < trials; trial++) {
      int count = coordinates ? VALUES : 2 * TABLES;
      int size = coordinates ? Integer.BYTES : BYTES;
      int value = random.nextInt(count);
      int bit = random.nextInt(Byte.SIZE * size);
      ForgedOpening forged =
          moved(count * size, value * size + bit / Byte.SIZE, 1 << bit % Byte.SIZE);
      long[] alphas = new long[2];
      List<Object> ends =
          Parties.run(
              forged.of(SessionPairs.networks()),
              Duration.ofMinutes(1),
              network -> {
                try (Session session =
                    SessionPairs.establish(network, SessionPairs.terms(), new SecureRandom())) {
                  return party(session, alphas);
                }
              });
      assertTrue(forged.forged());
      assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, ends.get(0)).check());
      List<byte[]> sums = forged.sums(field);
      assertEquals(coordinates ? 3 : 2, sums.size(), "a toss, a σ, and a hash");
      byte[] right = expected(sums.get(0), alphas[0] ^ alphas[1], coordinates, value, 1L << bit);
      shown += Arrays.equals(right, sums.get(sums.size() - 1)) ? 0 : 1;
    }
    assertEquals(0, shown, "of " + trials);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aForgedOpeningShowsNoMask(boolean coordinates) throws Exception {
    requireNothingShown(coordinates, 3);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void twoHundredForgedOpenings(boolean coordinates) throws Exception {
    requireNothingShown(coordinates, 200);
  }
}
