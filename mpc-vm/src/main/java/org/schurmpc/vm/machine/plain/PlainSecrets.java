package org.schurmpc.vm.machine.plain;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.MaskUse;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.SecretBackend;
import org.schurmpc.vm.machine.Values;

/**
 * Computes in the clear: nothing is secret, random values come from a seed, and no party is there.
 * Counts rounds, openings and checks, and refuses to consume more items than were reserved.
 */
public final class PlainSecrets implements SecretBackend {
  private final Field field;
  private final int parties;
  private final Values inputs;
  private final RandomGenerator random;
  private final PlainGroup group;
  private Counts left;
  private boolean unchecked;
  private final PlainGroup.Rounds rounds;
  private long checks;
  private long opened;

  /** What the current group consumes and opens. */
  private long triples;

  private long squares;
  private long openings;
  private long looked;
  private Counts lookups;

  /** The backend of the first field, whose material bits take; this one for other fields. */
  private final PlainSecrets ledger;

  /**
   * Creates a backend.
   *
   * @param inputs the values of all parties
   * @param seed of the random values
   */
  public PlainSecrets(Field field, int parties, Values inputs, long seed) {
    this(field, parties, inputs, new SplittableRandom(seed), new PlainGroup.Rounds(), null);
  }

  /**
   * Creates a backend that counts rounds together with those of other fields.
   *
   * @param first the backend of the first field, for bits; null for other fields
   */
  PlainSecrets(
      Field field,
      int parties,
      Values inputs,
      RandomGenerator random,
      PlainGroup.Rounds rounds,
      PlainSecrets first) {
    this.ledger = first == null ? this : first;
    this.rounds = rounds;
    this.field = field;
    this.parties = parties;
    this.inputs = inputs;
    this.random = random;
    this.group = new PlainGroup(field);
    this.left = Counts.none(parties);
    this.lookups = left;
  }

  /**
   * Creates the backends of a program.
   *
   * @param seed of the random values
   */
  public static PlainSecrets[] of(Program program, Values inputs, long seed) {
    PlainGroup.Rounds rounds = new PlainGroup.Rounds();
    PlainSecrets[] backends = new PlainSecrets[program.fields().size()];
    for (int f = 0; f < backends.length; f++) {
      FieldUse use = program.fields().get(f);
      PlainSecrets first = use.isBits() ? backends[0] : null;
      RandomGenerator random = new SplittableRandom(seed + f);
      backends[f] = new PlainSecrets(use.field(), program.parties(), inputs, random, rounds, first);
    }
    return backends;
  }

  /** Returns the number of rounds of openings. */
  public long rounds() {
    return rounds.count();
  }

  /** Returns the number of checks. */
  public long checks() {
    return checks;
  }

  /** Returns the number of elements opened by groups; a product opens two, a square one. */
  public long opened() {
    return opened;
  }

  /** Returns the items that were reserved and not consumed. */
  public Counts unused() {
    return left;
  }

  @Override
  public Field field() {
    return field;
  }

  @Override
  public Bank bank(int count) {
    return new PlainBank(field, count);
  }

  private int at(int element) {
    return element * field.limbs();
  }

  private static long[] values(Bank bank) {
    return PlainBank.values(bank);
  }

  @Override
  public void add(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n) {
    field.add(values(a), at(aAt), values(b), at(bAt), values(to), at(toAt), n);
  }

  @Override
  public void subtract(Bank a, int aAt, Bank b, int bAt, Bank to, int toAt, int n) {
    field.subtract(values(a), at(aAt), values(b), at(bAt), values(to), at(toAt), n);
  }

  @Override
  public void addPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    field.add(values(a), at(aAt), c, cAt, values(to), at(toAt), n);
  }

  @Override
  public void subtractPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    field.subtract(values(a), at(aAt), c, cAt, values(to), at(toAt), n);
  }

  @Override
  public void publicMinus(long[] c, int cAt, Bank a, int aAt, Bank to, int toAt, int n) {
    field.subtract(c, cAt, values(a), at(aAt), values(to), at(toAt), n);
  }

  @Override
  public void multiplyPublic(Bank a, int aAt, long[] c, int cAt, Bank to, int toAt, int n) {
    field.multiply(values(a), at(aAt), c, cAt, values(to), at(toAt), n);
  }

  @Override
  public void set(long[] c, int cAt, Bank to, int toAt, int n) {
    System.arraycopy(c, cAt, values(to), at(toAt), at(n));
  }

  @Override
  public void sum(Bank a, int aAt, Bank to, int toAt, int n) {
    long[] sum = new long[field.limbs()];
    for (int j = 0; j < n; j++) {
      field.add(sum, 0, values(a), at(aAt + j), sum, 0, 1);
    }
    System.arraycopy(sum, 0, values(to), at(toAt), sum.length);
  }

  @Override
  public void reserve(Counts least, Counts block) {
    left = left.plus(least);
  }

  private void take(Counts counts) throws Exhausted {
    left = left.plus(counts.times(-1));
    long least = Math.min(left.triples(), left.squares());
    least = Math.min(least, Math.min(left.bits(), left.inverses()));
    boolean known = isShort(left.inputs()) || isShort(left.ownBits()) || left.mixed().isShort();
    if (least < 0 || known || isShort(left.lookups())) {
      throw new Exhausted("the program consumes more items than were reserved");
    }
  }

  private void take(MixedCounts counts) throws Exhausted {
    ledger.take(Counts.of(counts, parties));
  }

  private boolean isOfBits() {
    return ledger != this;
  }

  @Override
  public void masks(MaskUse kind, Bank to, int at, int lowAt, Bank bits, int bitsAt, int n)
      throws Exhausted {
    take(MixedCounts.masks(kind, n));
    for (int i = 0; i < n; i++) {
      BigInteger r = uniform(kind.width()).add(uniform(kind.width()));
      put(r, to, at + i);
      if (kind.split() > 0) {
        put(r.mod(BigInteger.TWO.pow(kind.split())), to, lowAt + i);
      }
      for (int k = 0; k < kind.bits(); k++) {
        values(bits)[bitsAt + k * n + i] = r.testBit(k) ? 1 : 0;
      }
    }
  }

  private BigInteger uniform(int bits) {
    byte[] bytes = new byte[bits / Byte.SIZE + 1];
    random.nextBytes(bytes);
    return new BigInteger(1, bytes).mod(BigInteger.TWO.pow(bits));
  }

  private void put(BigInteger number, Bank to, int at) {
    field.fromBigInteger(number, values(to), at(at));
  }

  @Override
  public void daBits(Bank to, int at, Bank bits, int bitsAt, int n) throws Exhausted {
    take(MixedCounts.daBits(n));
    for (int i = 0; i < n; i++) {
      int bit = random.nextInt(2);
      put(BigInteger.valueOf(bit), to, at + i);
      values(bits)[bitsAt + i] = bit;
    }
  }

  private static boolean isShort(long[] left) {
    return Arrays.stream(left).anyMatch(each -> each < 0);
  }

  private void take(long triples, long squares, long bits, long inverses) throws Exhausted {
    take(new Counts(triples, squares, bits, inverses, new long[parties]));
  }

  private void uniform(long[] to, int toAt, int n) {
    long[] words = new long[n * field.uniformWords()];
    Arrays.setAll(words, i -> random.nextLong());
    field.fromUniform(words, 0, to, toAt, n);
  }

  @Override
  public void triples(Bank to, int aAt, int bAt, int cAt, int n) throws Exhausted {
    take(n, 0, 0, 0);
    long[] all = values(to);
    uniform(all, at(aAt), n);
    uniform(all, at(bAt), n);
    field.multiply(all, at(aAt), all, at(bAt), all, at(cAt), n);
  }

  @Override
  public void squares(Bank to, int aAt, int bAt, int n) throws Exhausted {
    take(0, n, 0, 0);
    long[] all = values(to);
    uniform(all, at(aAt), n);
    field.multiply(all, at(aAt), all, at(aAt), all, at(bAt), n);
  }

  @Override
  public void bits(Bank to, int at, int n) throws Exhausted {
    if (isOfBits()) {
      take(MixedCounts.bits(n));
    } else {
      take(0, 0, n, 0);
    }
    for (int j = 0; j < n; j++) {
      long[] bit = field.element(random.nextInt(2));
      System.arraycopy(bit, 0, values(to), at(at + j), bit.length);
    }
  }

  @Override
  public void inverses(Bank to, int aAt, int bAt, int n) throws Exhausted {
    take(0, 0, 0, n);
    long[] all = values(to);
    for (int j = 0; j < n; j++) {
      do {
        uniform(all, at(aAt + j), 1);
      } while (field.toBigInteger(all, at(aAt + j)).signum() == 0);
    }
    field.invert(all, at(aAt), all, at(bAt), n);
  }

  @Override
  public void random(Bank to, int at, int n) throws Exhausted {
    long[] masks = new long[parties];
    Arrays.fill(masks, n);
    take(new Counts(0, 0, 0, 0, masks));
    uniform(values(to), at(at), n);
  }

  @Override
  public void group() {
    group.clear();
    triples = 0;
    squares = 0;
    openings = 0;
    looked = 0;
    lookups = Counts.none(parties);
  }

  private PlainGroup.Source source(Bank bank, int element, boolean one) {
    return new PlainGroup.Source(values(bank), at(element), one);
  }

  @Override
  public void masked(Bank x, int at, long[] to, int toAt, int n) {
    group.open(source(x, at, false), new PlainGroup.Source(to, toAt, false), n);
    openings += n;
  }

  @Override
  public void reveal(Bank x, int at, long[] to, int toAt, int n) {
    masked(x, at, to, toAt, n);
  }

  @Override
  public void product(
      Bank x, int xAt, boolean xOne, Bank y, int yAt, boolean yOne, Bank to, int toAt, int n) {
    group.multiply(source(x, xAt, xOne), source(y, yAt, yOne), source(to, toAt, false), n);
    triples += n;
    openings += 2L * n;
  }

  @Override
  public void square(Bank x, int xAt, Bank to, int toAt, int n) {
    if (field.isBinary()) {
      product(x, xAt, false, x, xAt, false, to, toAt, n);
      return;
    }
    group.multiply(source(x, xAt, false), source(x, xAt, false), source(to, toAt, false), n);
    squares += n;
    openings += n;
  }

  @Override
  public void lookup(int number, PublicTable table, Bank x, int xAt, Bank to, int toAt, int n) {
    group.lookup(table, source(x, xAt, false), source(to, toAt, false), n);
    lookups = lookups.plusLookups(number, n);
    looked += n;
  }

  @Override
  public void start() throws MpcException {
    if (isOfBits()) {
      take(MixedCounts.ands(triples));
    } else {
      take(lookups.plus(new Counts(triples, squares, 0, 0, new long[parties])));
    }
    group.start();
    rounds.start();
    opened += openings + looked;
  }

  @Override
  public void stop() {
    group.stop();
    rounds.stop();
    unchecked = true;
  }

  @Override
  public boolean unchecked() {
    return unchecked;
  }

  @Override
  public void check() {
    checks++;
    unchecked = false;
  }

  /** Does nothing: there is one worker. */
  @Override
  public void handOver() {}

  @Override
  public void input(SecretBackend.Inputs batch, Bank to) throws Exhausted {
    for (int e = 0; e < batch.entries(); e++) {
      Port port = batch.ports().get(batch.port()[e]);
      long[] from = inputs.elements(batch.port()[e]);
      int n = batch.n()[e];
      boolean ranged = port.type() != ValueType.ELEMENT;
      long items = (long) n * (ranged ? port.width() : 1);
      long[] known = new long[parties];
      known[port.party()] = items;
      long[] none = new long[parties];
      Counts counts = ranged ? Counts.known(none, known) : Counts.known(known, none);
      if (isOfBits()) {
        take(MixedCounts.inputs(known));
      } else {
        take(field.isBinary() ? counts.withMaskedBits() : counts);
      }
      // In characteristic 2, the proof of a range checks all values opened so far.
      unchecked &= !ranged || !field.isBinary() || isOfBits();
      if (isOfBits()) {
        int each = port.width(); // the values are given as bits
        int at = batch.first()[e] * each;
        System.arraycopy(from, at, values(to), batch.to()[e], n * each);
      } else if (batch.asBits()[e]) {
        bits(port, from, batch.first()[e], n, values(to), batch.to()[e]);
      } else {
        System.arraycopy(from, at(batch.first()[e]), values(to), at(batch.to()[e]), at(n));
      }
    }
  }

  private void bits(Port port, long[] from, int first, int n, long[] to, int toElement) {
    int w = port.width();
    boolean signed = port.type().isSigned();
    long[] sum = signed ? field.element(BigInteger.TWO.pow(w - 1)) : new long[field.limbs()];
    long[] number = new long[field.limbs()];
    for (int j = 0; j < n; j++) {
      field.add(from, at(first + j), sum, 0, number, 0, 1);
      BigInteger value = field.toBigInteger(number, 0);
      for (int h = 0; h < w; h++) {
        long[] bit = field.element(value.testBit(h) ? 1 : 0);
        System.arraycopy(bit, 0, to, at(toElement + j * w + h), bit.length);
      }
    }
  }

  @Override
  public void output(SecretBackend.Outputs batch, Bank from) throws Exhausted {
    for (int e = 0; e < batch.entries(); e++) {
      Port port = batch.ports().get(batch.port()[e]);
      if (port.party() != Port.ALL && !isOfBits()) {
        long[] masks = new long[parties];
        masks[port.party()] = port.count();
        take(new Counts(0, 0, 0, 0, masks));
      }
      int start = at(batch.at()[e]);
      batch.values()[e] = Arrays.copyOfRange(values(from), start, start + at(port.count()));
    }
  }

  /** Does nothing: nothing is secret. */
  @Override
  public void close() {}
}
