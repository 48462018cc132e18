package org.schurmpc.core.silent;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.ToyPrimes;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.PlaceKernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * Plays both ends of rounds of VOLE in one thread, over a field and with trees so small that cheats
 * which pass can be counted. OTs of trees are made once and serve all rounds: INSECURE, for tests.
 */
final class ToyVole {
  private static final PlaceKernels KERNELS = KernelProvider.choose().kernels();

  /** One end's session, and its OTs. */
  private record End(Session session, TreeOts ots) {}

  final Field field;
  final int p;
  final LpnParameters round;
  final Random random = new Random(5);
  private final End owner;
  private final End holder;
  private final VoleOwner owning;
  private final VoleHolder[] holding; // by α
  private long tries;

  ToyVole(int p, LpnParameters round) throws Exception {
    this.field = ToyPrimes.modulo(p);
    this.p = p;
    this.round = round;
    List<End> ends =
        Parties.run(
            SessionPairs.networks(),
            SessionPairs.LIMIT,
            network -> {
              SecureRandom seeded = SessionPairs.seeded("party " + network.party());
              return begin(SessionPairs.establish(network, SessionPairs.terms(), seeded));
            });
    this.owner = ends.get(0);
    this.holder = ends.get(1);
    Prg prg = new Prg(new byte[Prg.SEED_BYTES]);
    this.owning = new VoleOwner(owner.session, field, prg, KERNELS);
    this.holding = new VoleHolder[p];
    for (int alpha = 0; alpha < p; alpha++) {
      holding[alpha] = new VoleHolder(holder.session, field, field.element(alpha), prg, KERNELS);
    }
  }

  private End begin(Session session) throws MpcException {
    long[] delta = CotKeys.randomDelta(session.random());
    try (session;
        CotKeys keys = CotKeys.forBoth(session, delta)) {
      TreeOts ots = TreeOts.begin(session, keys, 4, KernelProvider.choose().kernels());
      ots.next(round.t() * round.h());
      return new End(session, ots);
    }
  }

  /** Returns a number's element as bytes. */
  byte[] bytes(long number) {
    byte[] bytes = new byte[field.bytes()];
    field.toBytes(field.element(Math.floorMod(number, p)), 0, bytes, 0, 1);
    return bytes;
  }

  /** Returns the number of an element in a message. */
  int number(byte[] message, int at) {
    long[] element = new long[field.limbs()];
    if (!field.fromBytes(message, at, element, 0, 1)) {
      throw new IllegalArgumentException("no element");
    }
    return ToyPrimes.number(field, element, 0);
  }

  /** Adds a number to an element in a message. */
  byte[] add(byte[] message, int at, long number) {
    byte[] sum = bytes(number(message, at) + number);
    System.arraycopy(sum, 0, message, at, sum.length);
    return message;
  }

  /** Adds a number to the last element of messages. */
  UnaryOperator<byte[]> adding(long number) {
    return message -> add(message, message.length - field.bytes(), number);
  }

  /** A round whose check remains to be made. */
  final class Round {
    private final int alpha;
    private final byte[] challenge;
    private final int claim;

    private Round(int alpha, byte[] challenge) {
      this.alpha = alpha;
      this.challenge = challenge;
      this.claim = number(owning.claim(), 0);
    }

    /** Returns how much the holder's side is greater than the owner's claim. */
    int difference(UnaryOperator<byte[]> challenged) throws Exception {
      byte[] side = holding[alpha].side(challenged.apply(challenge.clone()));
      return Math.floorMod(number(side, 0) - claim, p);
    }

    /** Returns the coefficients of all outputs, in their order. */
    int[] coefficients() {
      Challenge drawn = new Challenge(field, Arrays.copyOf(challenge, Prg.SEED_BYTES));
      drawn.draw(round.outputs());
      int[] numbers = new int[round.outputs()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = ToyPrimes.number(field, drawn.coefficients, i);
      }
      return numbers;
    }

    /** Returns for each output whether q + t = u α. */
    boolean[] correlated() {
      owning.open();
      holding[alpha].open();
      int n = round.outputs();
      Voles all = Voles.zeros(field, n);
      owning.next(all.u, 0, all.q, 0, n);
      holding[alpha].next(all.t, 0, n);
      boolean[] right = new boolean[n];
      for (int i = 0; i < n; i++) {
        int sum = ToyPrimes.number(field, all.q, i) + ToyPrimes.number(field, all.t, i);
        right[i] = Math.floorMod(sum - ToyPrimes.number(field, all.u, i) * alpha, p) == 0;
      }
      return right;
    }
  }

  /**
   * Plays a round up to its check.
   *
   * @param begun changes the owner's first message
   * @param replied changes the holder's answer
   */
  Round play(int alpha, UnaryOperator<byte[]> begun, UnaryOperator<byte[]> replied)
      throws Exception {
    int n = round.kept();
    long[] u = uniform(n);
    long[] q = uniform(n);
    long[] t = new long[n * field.limbs()];
    field.scale(field.element(alpha), 0, u, 0, t, 0, n);
    field.subtract(t, 0, q, 0, t, 0, n);
    byte[] purpose = new FieldHash("toy").add(++tries).digest();
    byte[] begin = begun.apply(owning.begin(round, new Voles(u, q, new long[0]), owner.ots));
    Voles base = new Voles(new long[0], new long[0], t);
    byte[] reply = holding[alpha].begin(round, base, begin, holder.ots, group -> purpose);
    byte[] challenge = owning.challenge(replied.apply(reply), owner.ots, group -> purpose);
    return new Round(alpha, challenge);
  }

  private long[] uniform(int n) {
    long[] words = random.longs((long) n * field.uniformWords()).toArray();
    long[] elements = new long[n * field.limbs()];
    field.fromUniform(words, 0, elements, 0, n);
    return elements;
  }
}
