package org.schurmpc.spdz.bits;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.PendingRound;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.Shares;

/**
 * TinyOT's online phase (NNOB12, Figure 3) for bits beside numbers in SPDZ, at one of two parties,
 * of whom one may be actively corrupted: security with abort. A wrong bit passes a check with
 * probability 2^-64, or 2^-117 with MACs of two words.
 *
 * <p>The MACs of a round's openings are logged as one sum for 64 bits: Σ X^i mac_i in GF(2^64).
 * Bits that differ from those that were authenticated differ by a nonzero element e = Σ X^i e_i,
 * and what the own keys give by e Δ, which is one-to-one in Δ.
 *
 * <p>Not thread-safe.
 */
public final class BitEngine implements AutoCloseable {
  private static final int INITIAL_LOG_WORDS = 1 << 10;

  /** Number of hash keys: one polynomial fails with probability 2^-117. */
  private static final int HASH_KEYS = 1;

  /** Number of logged words from which a check is due, to bound the memory of the logs. */
  private static final int MOST_PENDING = 1 << 20;

  private final Session session;
  private final PrepStore store;
  private final MixedMaterial material;
  private final BitMacKernels kernels;
  private final long[] delta;
  private final BitArithmetic local;
  private final MacCheck macs;
  private final CheckTurns turns;
  private final BitPool pool;
  private final Map<MaterialKind, Leases> leases = new HashMap<>();
  private final long[] zeros = new long[Long.SIZE];
  private final byte[][] out;
  private final byte[][] in;
  private int checkedStep = -1;

  /** The group under way, with its triples and what it opens. */
  private BitGroup started;

  private PendingRound round;
  private BitShares triples = new BitShares(0, 1);
  private BitShares opening = new BitShares(0, 1);
  private long[] words = {};
  private long[] values = {};

  /**
   * Creates the engine of one thread out of several that compute under one key.
   *
   * @param session the thread's own connections, between two parties
   * @param store holds this party's keys and material; the caller has acquired it, releases it, and
   *     burns it after a failed check
   * @param turns the order of the checks of all threads
   * @param pool openings of earlier steps
   */
  public BitEngine(
      Session session,
      PrepStore store,
      MixedMaterial material,
      BitMacKernels kernels,
      CheckTurns turns,
      BitPool pool) {
    int limbs = material.field().limbs();
    this.session = session;
    this.store = store;
    this.material = material;
    this.kernels = kernels;
    this.delta =
        Arrays.copyOfRange(store.keys(material.storeName()), limbs, limbs + material.macWords());
    this.local = new BitArithmetic(session.party(), delta);
    this.macs = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS, HASH_KEYS);
    this.turns = turns;
    this.pool = pool;
    this.out = new byte[session.parties()][0];
    this.in = new byte[session.parties()][0];
  }

  /** Returns operations without messages. */
  public BitArithmetic local() {
    return local;
  }

  /** Returns shares of {@code count} zeros. */
  public BitShares shares(int count) {
    return new BitShares(count, material.macWords());
  }

  // Material

  private Leases lease(MaterialKind kind, int n) throws MpcException {
    Leases items = leases.computeIfAbsent(kind, any -> new Leases(store, any));
    items.lease(n);
    return items;
  }

  /**
   * Copies a bit of each item.
   *
   * @param numbers number of numbers of an item
   * @param bits number of bits of an item
   */
  private void copyBits(
      Leases items, int n, int numbers, int bits, int bit, BitShares to, int toAt) {
    int word = material.bitsAt(numbers) + bit / Long.SIZE;
    int mac = material.macAt(numbers, bits, bit);
    int key = material.keyAt(numbers, bits, bit);
    int longs = material.itemLongs(numbers, bits);
    for (int done = 0; done < n; ) {
      int run = Math.min(items.run(done), n - done);
      long[] data = items.data(done);
      int at = items.offset(done);
      for (int i = 0; i < run; i++) {
        to.bits()[toAt + done + i] = data[at + i * longs + word] >>> bit & 1;
      }
      for (int v = 0; v < delta.length; v++) {
        gather(data, at + mac + v, longs, to.macs(), to.at(v, toAt + done), run);
        gather(data, at + key + v, longs, to.keys(), to.at(v, toAt + done), run);
      }
      done += run;
    }
  }

  private static void gather(long[] from, int at, int step, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = from[at + i * step];
    }
  }

  private void copyNumbers(Leases items, int n, int number, Shares to, int toAt) {
    int limbs = material.field().limbs();
    int within = material.numberAt(number);
    for (int i = 0; i < n; i++) {
      int at = items.offset(i) + within;
      System.arraycopy(items.data(i), at, to.values(), to.at(toAt + i), limbs);
      System.arraycopy(items.data(i), at + limbs, to.macs(), to.at(toAt + i), limbs);
    }
  }

  /**
   * Takes masks of numbers.
   *
   * @param to receives each mask, and from {@code lowAt} on its value modulo 2^{@code split}
   * @param bits receives the lowest bits of all masks from {@code bitsAt} on, then the next ones
   */
  public void masks(
      MixedMaterial.Masks kind, Shares to, int at, int lowAt, BitShares bits, int bitsAt, int n)
      throws MpcException {
    Leases items = lease(material.masks(kind), n);
    int numbers = kind.split() > 0 ? 2 : 1;
    copyNumbers(items, n, 0, to, at);
    if (numbers == 2) {
      copyNumbers(items, n, 1, to, lowAt);
    }
    for (int k = 0; k < kind.bits(); k++) {
      copyBits(items, n, numbers, kind.bits(), k, bits, bitsAt + k * n);
    }
    items.release();
  }

  /** Takes uniform bits that nobody knows, as numbers and as bits. */
  public void daBits(Shares to, int at, BitShares bits, int bitsAt, int n) throws MpcException {
    Leases items = lease(material.daBits(), n);
    copyNumbers(items, n, 0, to, at);
    copyBits(items, n, 1, 1, 0, bits, bitsAt);
    items.release();
  }

  /** Takes uniform bits that nobody knows. */
  public void random(BitShares to, int at, int n) throws MpcException {
    Leases items = lease(material.randomBits(), n);
    copyBits(items, n, 0, 1, 0, to, at);
    items.release();
  }

  // Openings and products

  /**
   * Sends the openings of a group, which is not changed until {@link #stop}. If the group reveals
   * bits, earlier openings are checked before. Other groups may share the round, as {@link
   * org.schurmpc.spdz.online.SpdzEngine#start} says.
   */
  public void start(BitGroup group) throws MpcException {
    if (started != null) {
      throw new IllegalStateException("a group is started already");
    }
    if (group.reveals() && unchecked()) {
      check();
    }
    checkIfDue();
    started = group;
    int n = group.opened();
    makeRoom(group);
    gather(group);
    pack(opening.bits(), n);
    int peer = session.peer();
    int bytes = bytes(n);
    Words.toBytes(words, 0, bytes / Long.BYTES, out[peer], 0);
    int[] lengths = new int[session.parties()];
    lengths[peer] = bytes;
    round = session.start(out, lengths, in, lengths);
  }

  private static int bytes(int bits) {
    return Math.multiplyExact((bits + Long.SIZE - 1) / Long.SIZE, Long.BYTES);
  }

  private void makeRoom(BitGroup group) {
    int n = group.opened();
    if (opening.count() < n) {
      opening.wipe();
      opening = shares(n);
      Secrets.wipe(values);
      values = new long[n];
    }
    if (triples.count() < 3 * group.multiplied()) {
      triples.wipe();
      triples = shares(Math.multiplyExact(3, group.multiplied()));
    }
    makeRoom(bytes(n));
  }

  private void makeRoom(int bytes) {
    int peer = session.peer();
    if (out[peer].length < bytes) {
      Secrets.wipe(out[peer]);
      out[peer] = new byte[bytes];
    }
    if (in[peer].length < bytes) {
      Secrets.wipe(in[peer]);
      in[peer] = new byte[bytes];
    }
    if (words.length < bytes / Long.BYTES) {
      Secrets.wipe(words);
      words = new long[bytes / Long.BYTES];
    }
  }

  /** Writes what is opened: of each product first x + a for all factors, then y + b; then bits. */
  private void gather(BitGroup group) throws MpcException {
    int all = group.multiplied();
    if (all > 0) {
      Leases items = lease(material.ands(), all);
      for (int part = 0; part < 3; part++) {
        copyBits(items, all, 0, 3, part, triples, part * all);
      }
      items.release();
    }
    int at = 0;
    int done = 0;
    for (BitGroup.Product each : group.products()) {
      mask(each.x(), each.xAt(), each.xOne(), done, at, each.n());
      mask(each.y(), each.yAt(), each.yOne(), all + done, at + each.n(), each.n());
      at += 2 * each.n();
      done += each.n();
    }
    for (BitGroup.Opened each : group.openings()) {
      opening.copy(at, each.x(), each.at(), each.n());
      at += each.n();
    }
  }

  private void mask(BitShares x, int xAt, boolean one, int triple, int to, int n) {
    if (!one) {
      local.add(x, xAt, triples, triple, opening, to, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      local.add(x, xAt, triples, triple + i, opening, to + i, 1);
    }
  }

  /** Packs bits into words. */
  private void pack(long[] bits, int n) {
    for (int at = 0; at < n; at += Long.SIZE) {
      int now = Math.min(Long.SIZE, n - at);
      long word = 0;
      for (int i = 0; i < now; i++) {
        word |= bits[at + i] << i;
      }
      words[at / Long.SIZE] = word;
    }
  }

  /** Receives the openings of the group that was started, and writes all of its targets. */
  public void stop() throws MpcException {
    if (started == null) {
      throw new IllegalStateException("no group is started");
    }
    BitGroup group = started;
    started = null;
    round.finish();
    int n = group.opened();
    Words.fromBytes(in[session.peer()], 0, words, 0, bytes(n) / Long.BYTES);
    for (int from = 0; from < n; from += Long.SIZE) {
      long word = words[from / Long.SIZE];
      int to = Math.min(n, from + Long.SIZE);
      for (int i = from; i < to; i++) {
        values[i] = opening.bits()[i] ^ (word >>> i & 1);
      }
    }
    log(opening, 0, n, true, true);
    int at = 0;
    int done = 0;
    for (BitGroup.Product each : group.products()) {
      local.combine(
          triples, group.multiplied(), values, at, done, each.n(), each.to(), each.toAt());
      at += 2 * each.n();
      done += each.n();
    }
    for (BitGroup.Opened each : group.openings()) {
      System.arraycopy(values, at, each.to(), each.toAt(), each.n());
      at += each.n();
    }
  }

  /**
   * Logs the MACs of bits that were sent, and those that the peer must hold for what it sent, which
   * is in {@link #words}.
   */
  private void log(BitShares of, int at, int n, boolean sent, boolean received) {
    for (int done = 0; done < n; done += Long.SIZE) {
      int now = Math.min(Long.SIZE, n - done);
      long theirs = received ? words[done / Long.SIZE] : 0;
      for (int v = 0; v < delta.length; v++) {
        int from = of.at(v, at + done);
        if (sent) {
          note(macs.held(), kernels.sumBoth(of.macs(), from, zeros, 0, 0, 0, now));
        }
        if (received) {
          note(macs.expected(), kernels.sumBoth(of.keys(), from, zeros, 0, theirs, delta[v], now));
        }
      }
    }
  }

  private static void note(MacLog log, long sum) {
    int at = log.extend(1);
    log.words()[at] = sum;
  }

  // Checks

  /** Whether openings of this thread, or of an earlier step, are not checked. */
  public boolean unchecked() {
    return macs.pending() > 0 || poolUnchecked();
  }

  private boolean poolUnchecked() {
    return pool.atStart() > 0 && checkedStep != pool.step();
  }

  /**
   * Checks all openings so far; sends nothing if there are none. A round, and two more for many
   * openings.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if a bit is wrong
   */
  public void check() throws MpcException {
    if (unchecked()) {
      turns.perform(
          session,
          label -> {
            pool.takeInto(macs);
            checkedStep = pool.step();
            session.metrics().countCheck();
            macs.check();
          });
    }
  }

  /**
   * Performs the check if many openings are recorded, those of earlier steps among them.
   *
   * @throws org.schurmpc.core.abort.ConnectionLost if another thread failed
   */
  public void checkIfDue() throws MpcException {
    turns.requireNoneFailed();
    int earlier = poolUnchecked() ? pool.atStart() : 0;
    if (Math.addExact(macs.pending(), earlier) >= MOST_PENDING) {
      check();
    }
  }

  /** Leaves this thread's openings to the next check of any thread, between steps. */
  public void handOver() {
    pool.add(macs);
  }

  // Inputs and outputs

  /**
   * Inputs bits of both parties: the owner sends x + r for a bit r that it alone knows. One round.
   *
   * @param counts number of bits of each party
   * @param mine this party's bits, longs of 0 or 1
   * @param to receives first the bits of party 0, then those of party 1
   */
  public void input(int[] counts, long[] mine, BitShares to, int toAt) throws MpcException {
    int party = session.party();
    int peer = session.peer();
    int at = toAt;
    int[] places = new int[counts.length];
    for (int owner = 0; owner < counts.length; owner++) {
      Leases items = lease(material.bitInputs(owner), counts[owner]);
      copyBits(items, counts[owner], 0, 1, 0, to, at);
      items.release();
      places[owner] = at;
      at += counts[owner];
    }
    makeRoom(Math.max(bytes(counts[party]), bytes(counts[peer])));
    long[] masked = new long[counts[party]];
    for (int i = 0; i < masked.length; i++) {
      masked[i] = mine[i] ^ to.bits()[places[party] + i];
    }
    pack(masked, masked.length);
    Words.toBytes(words, 0, bytes(masked.length) / Long.BYTES, out[peer], 0);
    session.exchange(out[peer], 0, bytes(masked.length), in[peer], 0, bytes(counts[peer]));
    local.addPublic(to, places[party], masked, 0, to, places[party], masked.length);
    Words.fromBytes(in[peer], 0, words, 0, bytes(counts[peer]) / Long.BYTES);
    long[] theirs = new long[counts[peer]];
    for (int i = 0; i < theirs.length; i++) {
      theirs[i] = words[i / Long.SIZE] >>> i & 1;
    }
    local.addPublic(to, places[peer], theirs, 0, to, places[peer], theirs.length);
  }

  /**
   * Outputs of bits to one party or to both.
   *
   * @param receiver a party, or {@link #ALL}
   * @param to receives the bits at those who receive them, longs of 0 or 1
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Output(int receiver, BitShares x, int at, int n, long[] to) {
    /** Both parties. */
    public static final int ALL = -1;

    private boolean reaches(int party) {
      return receiver == ALL || receiver == party;
    }
  }

  /**
   * Opens bits to their receivers, in one round: shares are sent to them alone, who hold the other
   * ones. All earlier openings are checked before anything is sent, and the outputs' own before
   * anything is written.
   */
  public void output(List<Output> outputs) throws MpcException {
    check();
    int party = session.party();
    int peer = session.peer();
    BitShares sent = joined(outputs, peer);
    BitShares received = joined(outputs, party);
    try {
      makeRoom(Math.max(bytes(sent.count()), bytes(received.count())));
      pack(sent.bits(), sent.count());
      Words.toBytes(words, 0, bytes(sent.count()) / Long.BYTES, out[peer], 0);
      session.exchange(out[peer], 0, bytes(sent.count()), in[peer], 0, bytes(received.count()));
      log(sent, 0, sent.count(), true, false);
      Words.fromBytes(in[peer], 0, words, 0, bytes(received.count()) / Long.BYTES);
      log(received, 0, received.count(), false, true);
      long[] opened = new long[received.count()];
      for (int i = 0; i < opened.length; i++) {
        opened[i] = received.bits()[i] ^ (words[i / Long.SIZE] >>> i & 1);
      }
      check();
      int at = 0;
      for (Output each : outputs) {
        if (each.reaches(party)) {
          System.arraycopy(opened, at, each.to(), 0, each.n());
          at += each.n();
        }
      }
    } finally {
      sent.wipe();
      received.wipe();
    }
  }

  private BitShares joined(List<Output> outputs, int receiver) {
    List<Output> chosen = outputs.stream().filter(each -> each.reaches(receiver)).toList();
    BitShares all = shares(chosen.stream().mapToInt(Output::n).reduce(0, Math::addExact));
    int at = 0;
    for (Output each : chosen) {
      all.copy(at, each.x(), each.at(), each.n());
      at += each.n();
    }
    return all;
  }

  /** Wipes the key, the logs and all scratch. */
  @Override
  public void close() {
    macs.wipe();
    local.wipe();
    triples.wipe();
    opening.wipe();
    Secrets.wipe(delta);
    Secrets.wipe(words);
    Secrets.wipe(values);
    for (int peer : session.peers()) {
      Secrets.wipe(out[peer]);
      Secrets.wipe(in[peer]);
    }
  }
}
