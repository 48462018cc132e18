package org.schurmpc.vm.machine.spdz;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IndexVar;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Auction;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.lib.BitLength;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Division;
import org.schurmpc.vm.lib.Equality;
import org.schurmpc.vm.lib.Quantiles;
import org.schurmpc.vm.lib.SecretDivision;
import org.schurmpc.vm.lib.SecretShift;
import org.schurmpc.vm.lib.Shift;
import org.schurmpc.vm.lib.Sorting;

/**
 * A random program of library functions, loops, branches, routines and tapes on slots of an array,
 * and what it computes by BigInteger. The memory may be kept from run to run.
 */
final class RandomLibraryProgram {
  static final int SLOTS = 5;
  private static final int WIDTH = 24;
  private static final int DEEPEST = 2;
  private static final IntType TYPE = IntType.signed(WIDTH);
  private static final BigInteger HALF = BigInteger.TWO.pow(WIDTH - 1);

  final int parties;
  final boolean keeps;
  private final Random random;
  private final int n;
  private final List<Statement> body = new ArrayList<>();
  private final BigInteger[][] inputs;

  /** A statement in a program and on plain values. */
  private record Statement(Recorded recorded, Direct direct) {}

  private interface Recorded {
    void record(Recording to);
  }

  private interface Direct {
    void run(State state);
  }

  /** What statements of a program work on. */
  private record Recording(ProgramBuilder b, SecretIntArray cells, IndexVar index, int n) {
    SecretInts get(int slot) {
      return cells.part(slot * n, n).vector(0, n);
    }

    void put(int slot, SecretInts x) {
      cells.store((long) slot * n, x.assumeFits(TYPE));
    }
  }

  /** Plain values of the slots, and the index. */
  static final class State {
    final BigInteger[][] slots;
    long index;

    State(BigInteger[][] slots) {
      this.slots = slots;
    }
  }

  /** A function of two vectors. */
  private interface OnVectors {
    SecretInts of(ProgramBuilder b, SecretInts x, SecretInts y);
  }

  RandomLibraryProgram(long seed) {
    random = new Random(seed);
    n = 1 + random.nextInt(4);
    parties = random.nextInt(4) == 0 ? 3 : 2;
    keeps = random.nextInt(4) == 0;
    inputs = new BigInteger[SLOTS][n];
    for (BigInteger[] slot : inputs) {
      Arrays.setAll(slot, i -> value());
    }
    int statements = 2 + random.nextInt(6);
    for (int i = 0; i < statements; i++) {
      body.add(random.nextInt(6) == 0 ? tapes() : statement(0));
    }
  }

  private BigInteger value() {
    return switch (random.nextInt(8)) {
      case 0 -> BigInteger.ZERO;
      case 1 -> HALF.negate();
      case 2 -> HALF.subtract(BigInteger.ONE);
      case 3 -> BigInteger.valueOf(random.nextInt(5) - 2);
      case 4 ->
          BigInteger.TWO
              .pow(random.nextInt(WIDTH - 1))
              .subtract(BigInteger.valueOf(random.nextInt(2)));
      default -> new BigInteger(WIDTH, random).subtract(HALF);
    };
  }

  Map<String, BigInteger[]> inputs() {
    Map<String, BigInteger[]> all = new TreeMap<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      all.put("in" + slot, inputs[slot]);
    }
    return all;
  }

  void define(ProgramBuilder b) {
    if (keeps) {
      b.keepMemory();
    }
    SecretIntArray cells = b.secretArray("cells", TYPE, SLOTS * n);
    Recording to = new Recording(b, cells, b.indexVar(0), n);
    for (int slot = 0; slot < SLOTS; slot++) {
      SecretInts given = b.inputs("in" + slot, slot % parties, TYPE, n);
      to.put(slot, keeps ? new Comparison(b).max(given, to.get(slot)) : given);
    }
    body.forEach(each -> each.recorded.record(to));
    for (int slot = 0; slot < SLOTS; slot++) {
      b.output("out" + slot, to.get(slot));
    }
    b.print("index ", to.index.get());
  }

  /**
   * Returns the state after a run.
   *
   * @param before what the slots held before: zeros in the first run
   */
  State direct(BigInteger[][] before) {
    BigInteger[][] slots = new BigInteger[SLOTS][];
    Arrays.setAll(
        slots,
        slot -> keeps ? each(inputs[slot], before[slot], BigInteger::max) : inputs[slot].clone());
    State state = new State(slots);
    body.forEach(each -> each.direct.run(state));
    return state;
  }

  BigInteger[][] zeros() {
    BigInteger[][] zeros = new BigInteger[SLOTS][n];
    for (BigInteger[] slot : zeros) {
      Arrays.fill(slot, BigInteger.ZERO);
    }
    return zeros;
  }

  // Statements

  private static BigInteger[] each(BigInteger[] x, BigInteger[] y, BinaryOperator<BigInteger> of) {
    BigInteger[] results = new BigInteger[x.length];
    Arrays.setAll(results, i -> of.apply(x[i], y[i]));
    return results;
  }

  private Statement each(OnVectors vectors, BinaryOperator<BigInteger> plain) {
    int to = random.nextInt(SLOTS);
    int a = random.nextInt(SLOTS);
    int c = random.nextInt(SLOTS);
    return new Statement(
        r -> r.put(to, vectors.of(r.b, r.get(a), r.get(c))),
        s -> s.slots[to] = each(s.slots[a], s.slots[c], plain));
  }

  private Statement whole(OnVectors vectors, UnaryOperator<BigInteger[]> plain) {
    int to = random.nextInt(SLOTS);
    int a = random.nextInt(SLOTS);
    return new Statement(
        r -> r.put(to, vectors.of(r.b, r.get(a), null)),
        s -> s.slots[to] = plain.apply(s.slots[a].clone()));
  }

  private static BigInteger floor(BigInteger x, BigInteger d) {
    BigInteger[] q = x.divideAndRemainder(d);
    boolean up = q[1].signum() != 0 && q[1].signum() != d.signum();
    return up ? q[0].subtract(BigInteger.ONE) : q[0];
  }

  private static BigInteger bit(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static BigInteger low(BigInteger x, int bits) {
    return x.mod(BigInteger.TWO.pow(bits));
  }

  private Comparison comparison(ProgramBuilder b, int kind) {
    Comparison usual = new Comparison(b);
    return switch (kind) {
      case 0 -> usual.inConstantRounds();
      case 1 -> usual.withFewTriples();
      default -> usual;
    };
  }

  private Statement statement(int depth) {
    int kind = random.nextInt(depth < DEEPEST ? 4 : 3);
    return switch (kind) {
      case 0 -> arithmetic();
      case 1 -> random.nextBoolean() ? comparing() : arithmetic();
      case 2 -> random.nextBoolean() ? ofAll() : places();
      default -> control(depth);
    };
  }

  private Statement arithmetic() {
    BigInteger d = BigInteger.valueOf(1 + random.nextInt(random.nextBoolean() ? 20 : 100_000));
    int factor = random.nextInt(2001) - 1000;
    IntType three = IntType.unsigned(3);
    return switch (random.nextInt(11)) {
      case 0 ->
          each(
              (b, x, y) -> new Shift(b).lowBits(x.plus(y), WIDTH - 2),
              (x, y) -> low(x.add(y), WIDTH - 2));
      case 1 ->
          each(
              (b, x, y) -> new Shift(b).right(x.minus(y), 2),
              (x, y) -> x.subtract(y).shiftRight(2));
      case 2 ->
          each(
              (b, x, y) -> new Shift(b).right(x.times(y), WIDTH),
              (x, y) -> x.multiply(y).shiftRight(WIDTH));
      case 3 ->
          each((b, x, y) -> new Division(b).quotient(x, d.longValue()), (x, y) -> floor(x, d));
      case 4 -> each((b, x, y) -> new Division(b).rest(x, d.longValue()), (x, y) -> x.mod(d));
      case 5 ->
          each(
              (b, x, y) -> new Shift(b).right(new SecretDivision(b).quotient(x, y), 1),
              (x, y) -> y.signum() == 0 ? BigInteger.ZERO : floor(x, y).shiftRight(1));
      case 6 ->
          each(
              (b, x, y) -> new SecretDivision(b).rest(x, y),
              (x, y) -> y.signum() == 0 ? x : x.subtract(floor(x, y).multiply(y)));
      case 7 ->
          each(
              (b, x, y) -> new Shift(b).lowBits(x.times(factor), WIDTH - 3),
              (x, y) -> low(x.multiply(BigInteger.valueOf(factor)), WIDTH - 3));
      case 8 ->
          each(
              (b, x, y) -> new SecretShift(b).right(x, new Shift(b).lowBits(y, 3), 7),
              (x, y) -> x.shiftRight(low(y, 3).intValue()));
      case 9 ->
          each(
              (b, x, y) ->
                  new Shift(b)
                      .lowBits(
                          new SecretShift(b).left(x, comparison(b, 2).clamp(y, three.bounds()), 7),
                          WIDTH - 2),
              (x, y) -> low(x.shiftLeft(clamp(y, three.bounds()).intValue()), WIDTH - 2));
      default ->
          each(
              (b, x, y) -> new Shift(b).right(x.square(), WIDTH),
              (x, y) -> x.multiply(x).shiftRight(WIDTH));
    };
  }

  private static BigInteger clamp(BigInteger x, Bounds bounds) {
    return x.max(bounds.least()).min(bounds.most());
  }

  private Statement comparing() {
    int kind = random.nextInt(3);
    int small = random.nextInt(2001) - 1000;
    return switch (random.nextInt(11)) {
      case 0 ->
          each(
              (b, x, y) -> comparison(b, kind).lessThan(x, y).asInts(),
              (x, y) -> bit(x.compareTo(y) < 0));
      case 1 -> each((b, x, y) -> comparison(b, kind).min(x, y), BigInteger::min);
      case 2 -> each((b, x, y) -> comparison(b, kind).max(x, y), BigInteger::max);
      case 3 ->
          each(
              (b, x, y) -> new Shift(b).right(comparison(b, kind).abs(x), 1),
              (x, y) -> x.abs().shiftRight(1));
      case 4 -> each((b, x, y) -> new Equality(b).of(x, y).asInts(), (x, y) -> bit(x.equals(y)));
      case 5 ->
          each((b, x, y) -> comparison(b, kind).sign(x), (x, y) -> BigInteger.valueOf(x.signum()));
      case 6 ->
          each(
              (b, x, y) -> comparison(b, kind).isNegative(x).choose(y, x),
              (x, y) -> x.signum() < 0 ? y : x);
      case 7 ->
          each(
              (b, x, y) -> comparison(b, kind).atLeast(x, small).asInts(),
              (x, y) -> bit(x.compareTo(BigInteger.valueOf(small)) >= 0));
      case 8 ->
          each(
              (b, x, y) -> comparison(b, kind).greaterThan(x, y.reveal()).asInts(),
              (x, y) -> bit(x.compareTo(y) > 0));
      case 9 -> each((b, x, y) -> composed(b, x, 11), (x, y) -> low(x, 11));
      default ->
          each(
              (b, x, y) -> new BitLength(b).of(new Shift(b).lowBits(x, 17)).bits(),
              (x, y) -> BigInteger.valueOf(low(x, 17).bitLength()));
    };
  }

  private static SecretInts composed(ProgramBuilder b, SecretInts x, int count) {
    List<SecretBitVector> bits = new BitDecomposition(b).lowest(x, count);
    SecretInts sum = bits.get(0).asInts();
    for (int i = 1; i < count; i++) {
      sum = sum.plus(bits.get(i).asInts().times(1L << i));
    }
    return sum;
  }

  private Statement ofAll() {
    return switch (random.nextInt(3)) {
      case 0 ->
          whole(
              (b, x, y) -> new Sorting(b).ascending(x),
              values -> {
                Arrays.sort(values);
                return values;
              });
      case 1 ->
          whole(
              (b, x, y) -> x.minus(x).plus(new Auction(b).max(x)),
              values -> filled(Collections.max(List.of(values))));
      default ->
          whole(
              (b, x, y) -> x.minus(x).plus(new Quantiles(b).median(x)),
              values -> {
                Arrays.sort(values);
                return filled(values[(n - 1) / 2]);
              });
    };
  }

  private BigInteger[] filled(BigInteger value) {
    BigInteger[] all = new BigInteger[n];
    Arrays.fill(all, value);
    return all;
  }

  /** Statements on the index, and on the slot at it. */
  private Statement places() {
    int a = random.nextInt(SLOTS);
    return switch (random.nextInt(3)) {
      case 0 ->
          new Statement(
              r -> r.index.set(new Shift(r.b).lowBits(r.get(a), 3).get(0).reveal().toIndex()),
              s -> s.index = low(s.slots[a][0], 3).longValue());
      case 1 ->
          new Statement(
              r -> r.put(a, r.cells.chunk(r.index.get().mod(SLOTS), n).vector(0, n)),
              s -> s.slots[a] = s.slots[(int) (s.index % SLOTS)].clone());
      default ->
          new Statement(
              r -> r.cells.store(r.index.get().mod(SLOTS).times(n), r.get(a)),
              s -> s.slots[(int) (s.index % SLOTS)] = s.slots[a].clone());
    };
  }

  private List<Statement> block(int depth) {
    List<Statement> all = new ArrayList<>();
    int statements = 1 + random.nextInt(3);
    for (int i = 0; i < statements; i++) {
      all.add(statement(depth + 1));
    }
    return all;
  }

  private static void record(List<Statement> all, Recording to) {
    all.forEach(each -> each.recorded.record(to));
  }

  private static void run(List<Statement> all, State state) {
    all.forEach(each -> each.direct.run(state));
  }

  private Statement control(int depth) {
    List<Statement> block = block(depth);
    int number = 1 + random.nextInt(3);
    return switch (random.nextInt(4)) {
      case 0 -> {
        List<Statement> otherwise = block(depth);
        yield new Statement(
            r ->
                r.b.ifThenElse(
                    r.index.get().lt(2L * number),
                    () -> record(block, r),
                    () -> record(otherwise, r)),
            s -> run(s.index < 2L * number ? block : otherwise, s));
      }
      case 1 ->
          new Statement(
              r ->
                  r.b.repeat(
                      number,
                      i -> {
                        record(block, r);
                        r.index.set(r.index.get().plus(i));
                      }),
              s -> {
                for (int i = 0; i < number; i++) {
                  run(block, s);
                  s.index += i;
                }
              });
      case 2 ->
          new Statement(
              r -> {
                IndexVar left = r.b.indexVar(r.index.get().mod(3));
                r.b.whileTrue(
                    () -> r.b.index(0).lt(left.get()),
                    () -> {
                      record(block, r);
                      left.set(left.get().minus(1));
                    });
              },
              s -> {
                for (long left = s.index % 3; left > 0; left--) {
                  run(block, s);
                }
              });
      default ->
          new Statement(
              r -> {
                var routine = r.b.routine("routine", () -> record(block, r));
                routine.call();
                routine.call();
              },
              s -> {
                run(block, s);
                run(block, s);
              });
    };
  }

  /** A tape for each slot, side by side, in a loop of steps. */
  private Statement tapes() {
    int steps = 1 + random.nextInt(2);
    int turns = 1 + random.nextInt(4);
    int kind = random.nextInt(3);
    return new Statement(
        r ->
            r.b.repeatSteps(
                steps,
                step ->
                    r.b.parallel(
                        SLOTS,
                        tape -> {
                          SecretIntArray own = r.cells.chunk(tape, n);
                          r.b.repeat(
                              turns,
                              turn -> {
                                SecretInts x = own.vector(0, n);
                                own.store(0, onTape(r.b, kind, x).assumeFits(TYPE));
                              });
                        })),
        s -> {
          for (int turn = 0; turn < steps * turns; turn++) {
            for (int slot = 0; slot < SLOTS; slot++) {
              s.slots[slot] = onTape(kind, s.slots[slot].clone());
            }
          }
        });
  }

  private static SecretInts onTape(ProgramBuilder b, int kind, SecretInts x) {
    return switch (kind) {
      case 0 -> new Sorting(b).ascending(x);
      case 1 -> new Shift(b).right(x.square(), WIDTH);
      default -> new Shift(b).right(x.plus(b.clear(7).asVector()), 1);
    };
  }

  private static BigInteger[] onTape(int kind, BigInteger[] x) {
    if (kind == 0) {
      Arrays.sort(x);
      return x;
    }
    BigInteger seven = BigInteger.valueOf(7);
    return each(
        x, x, (a, b) -> kind == 1 ? a.multiply(a).shiftRight(WIDTH) : a.add(seven).shiftRight(1));
  }
}
