package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.GlobalMacCheck;

/** Two parties that make squares, the first of which may lie. */
final class SquaresRig {
  /** What a party does otherwise than the protocol says; as it stands, nothing. */
  interface Lie {
    /** Changes what the party combined. */
    default void parts(SquareParts parts) {}

    /** Changes C, Ĉ and Q before they are given. */
    default void sums(long[] values) {}
  }

  /** Number of squares: a batch of the least size. */
  static final int N = 256;

  private static final int SIGMA = 62;
  private static final int SUMS = 4;

  private final Field field;

  SquaresRig(Field field) {
    this.field = field;
  }

  /** What a party made. */
  static final class Made {
    private final Batch batch;
    private final long[] opened;
    private final long[] key;

    Made(Batch batch, long[] opened, long[] key) {
      this.batch = batch;
      this.opened = opened;
      this.key = key;
    }
  }

  /** What both parties end with: squares, or a failure. */
  List<Object> outcomes(boolean open, Lie lie, TamperingNetwork.Hook hook) throws Exception {
    return SessionPairs.outcomes(
        SessionPairs.tampered(hook),
        session -> party(session, open, session.party() == 0 ? lie : new Lie() {}));
  }

  /** Performs one party's part. */
  Made party(Session session, boolean open, Lie lie) throws MpcException {
    long[] key = field.element(session.random().nextLong() >>> 1);
    RandomSquares squares = parts(session, key, lie);
    Sequencer.Turn turn = new Sequencer().of(0);
    if (!open) {
      return new Made(squares.squares(N, turn), null, key);
    }
    long[] opened = new long[N];
    return new Made(squares.roots(N, opened, turn), opened, key);
  }

  private RandomSquares parts(Session session, long[] key, Lie lie) throws MpcException {
    Kernels kernels = KernelProvider.choose().kernels();
    int tau = MascotParameters.products(field, SIGMA);
    CotKeys keys = CotKeys.forBoth(session, CotKeys.randomDelta(session.random()));
    PairOts[] ots = new PairOts[2];
    Cope[] copes = new Cope[2];
    copes[session.peer()] =
        CopeSeeds.make(session, keys, 4, field, key, kernels).on(session, field, key, 512);
    ots[session.peer()] = PairOts.begin(session, keys, 4, field.uniformWords(), kernels);
    GlobalMacCheck check = new GlobalMacCheck(session, field, key, new BroadcastCheck(session));
    Products products = new Products(session, field, ots, tau);
    Authentication authentication =
        new Authentication(session, field, key, copes, 512, check) {
          @Override
          Under give(boolean[] gives, long[] values, int n) throws MpcException {
            if (n == SUMS) {
              lie.sums(values);
            }
            return super.give(gives, values, n);
          }
        };
    return new RandomSquares(session, field, key, products, authentication, check, tau) {
      @Override
      void multiply(SquareParts parts) throws MpcException {
        super.multiply(parts);
        lie.parts(parts);
      }
    };
  }

  /** Both parties' squares are right, and so are all MACs. */
  void requireSquares(List<Object> ends) {
    Made first = assertInstanceOf(Made.class, ends.get(0));
    Made second = assertInstanceOf(Made.class, ends.get(1));
    long[] values = sum(first.batch.values, second.batch.values);
    long[] macs = sum(first.batch.macs, second.batch.macs);
    long[] expected = new long[values.length];
    field.scale(sum(first.key, second.key), 0, values, 0, expected, 0, values.length);
    assertArrayEquals(expected, macs);
    long[] squares = new long[N];
    field.multiply(values, 0, values, 0, squares, 0, N);
    boolean open = first.opened != null;
    assertArrayEquals(squares, open ? first.opened : Arrays.copyOfRange(values, N, 2 * N));
    assertArrayEquals(first.opened, second.opened);
    assertEquals(N, Arrays.stream(squares).distinct().count(), "equal squares");
  }

  private long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    field.add(a, 0, b, 0, sum, 0, a.length);
    return sum;
  }
}
