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
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;

/** Two parties that make squares, one of which may lie. */
final class SquaresRig {
  /** What a party does otherwise than the protocol says; as it stands, nothing. */
  interface Lie {
    /** Changes what the party multiplied. */
    default void products(SquareParts parts) {}

    /** Changes what the party combined. */
    default void parts(SquareParts parts) {}

    /** Changes C, Ĉ, Q and the mask before they are given. */
    default void sums(long[] values) {}
  }

  /** Number of squares over 64 bits: a batch of the least size. */
  static final int N = 256;

  private static final int SUMS = 4;

  private final Field field;
  private final int liar;

  SquaresRig(Field field) {
    this(field, 0);
  }

  /** The party that may lie, and what it sends may be changed. */
  SquaresRig(Field field, int liar) {
    this.field = field;
    this.liar = liar;
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
    Network[] networks = SessionPairs.networks();
    networks[liar] = new TamperingNetwork(networks[liar], hook);
    return SessionPairs.outcomes(
        networks, session -> party(session, open, session.party() == liar ? lie : new Lie() {}));
  }

  /** Performs one party's part. */
  Made party(Session session, boolean open, Lie lie) throws MpcException {
    return party(session, open, lie, new Sequencer().of(0));
  }

  /** The same in a turn. */
  Made party(Session session, boolean open, Lie lie, Sequencer.Turn turn) throws MpcException {
    long[] uniform = session.random().longs(field.uniformWords()).toArray();
    long[] key = new long[field.limbs()];
    field.fromUniform(uniform, 0, key, 0, 1);
    RandomSquares squares = parts(session, key, lie);
    int n = squares.grain();
    if (!open) {
      return new Made(squares.squares(n, turn), null, key);
    }
    long[] opened = new long[n * field.limbs()];
    return new Made(squares.roots(n, opened, turn), opened, key);
  }

  private RandomSquares parts(Session session, long[] key, Lie lie) throws MpcException {
    Kernels kernels = KernelProvider.choose().kernels();
    int tau = MascotParameters.products(field, Material.usualSigma(field));
    CotKeys keys = CotKeys.forBoth(session, CotKeys.randomDelta(session.random()));
    PairOts[] ots = new PairOts[2];
    Cope[] copes = new Cope[2];
    copes[session.peer()] =
        CopeSeeds.make(session, keys, 4, field, key, kernels).on(session, field, key, 4, 512);
    ots[session.peer()] = PairOts.begin(session, keys, 4, field.uniformWords(), kernels);
    GlobalMacCheck check = new GlobalMacCheck(session, field, key, new BroadcastCheck(session));
    Products products = new Products(session, field, ots, tau);
    Authentication authentication =
        new Authentication(session, field, key, copes, check) {
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
        lie.products(parts);
      }

      @Override
      void combine(SquareParts parts) throws MpcException {
        super.combine(parts);
        lie.parts(parts);
      }
    };
  }

  /** Both parties' squares are right, and so are all MACs. */
  void requireSquares(List<Object> ends) {
    Made first = assertInstanceOf(Made.class, ends.get(0));
    Made second = assertInstanceOf(Made.class, ends.get(1));
    int n = first.batch.n;
    int length = n * field.limbs();
    long[] values = sum(first.batch.values, second.batch.values);
    long[] macs = sum(first.batch.macs, second.batch.macs);
    long[] expected = new long[values.length];
    int elements = values.length / field.limbs();
    field.scale(sum(first.key, second.key), 0, values, 0, expected, 0, elements);
    assertArrayEquals(expected, macs);
    long[] squares = new long[length];
    field.multiply(values, 0, values, 0, squares, 0, n);
    boolean open = first.opened != null;
    assertArrayEquals(
        squares, open ? first.opened : Arrays.copyOfRange(values, length, 2 * length));
    assertArrayEquals(first.opened, second.opened);
    assertEquals(length, Arrays.stream(squares).distinct().count(), "equal squares");
  }

  private long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    field.add(a, 0, b, 0, sum, 0, a.length / field.limbs());
    return sum;
  }
}
