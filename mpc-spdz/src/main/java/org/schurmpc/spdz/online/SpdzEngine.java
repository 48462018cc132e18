package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.CheckPool;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.MacComparison;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * SPDZ's online phase (DKLPSS12, Figure 1; KSS13, section 2.2), for two or more parties, all but
 * one of whom may be actively corrupted: security with abort. A wrong value passes a check with
 * probability 2/|F|. A failed check destroys the store.
 *
 * <p>Not thread-safe.
 */
public final class SpdzEngine implements ArithmeticEvaluator {
  /** Terms of sessions with lookups: how these are checked. */
  public static final SortedMap<String, String> LOOKUP_TERMS =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(Map.of("the check of lookups", "apart from elements")));

  private final Session session;
  private final Session.Registration burning;
  private final Field field;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final ShareArithmetic local;
  private final Product product;
  private final Square square;
  private final Factors factors = new Factors();
  private OpenGroup started;
  private final List<PendingLookups> startedLookups = new ArrayList<>();
  private final LeasedValues triples;
  private final LeasedValues squares;
  private final LeasedValues bits;
  private final LeasedValues inverses;
  private final OwnedValues masks;
  private final RangeInputs ranges;
  private final Lookups lookups;
  private final ElementInputs inputs;
  private final ElementOutputs outputs;
  private final KeptShares kept;
  private final KeptRangeInputs keptInputs;
  private final ElementDeliveries deliveries;

  /**
   * Creates an engine that compares MACs by commitments.
   *
   * @param store holds this party's key and material for the field; the caller has acquired it and
   *     releases it afterwards
   */
  public SpdzEngine(Session session, PrepStore store, Material material, OpeningMode mode) {
    this(
        session,
        store,
        material,
        mode,
        MacComparison.COMMITMENTS,
        new CheckTurns(session.party()),
        null);
  }

  /**
   * Creates the engine of one thread out of several that compute under one key.
   *
   * @param session the thread's own connections
   * @param comparison of MACs; its terms are part of the session's
   * @param turns the order of the checks of all threads
   * @param pool openings of earlier steps under the key; null if there are no other threads
   */
  public SpdzEngine(
      Session session,
      PrepStore store,
      Material material,
      OpeningMode mode,
      MacComparison comparison,
      CheckTurns turns,
      CheckPool pool) {
    // Behind α there may be a key of bits.
    long[] key = Arrays.copyOf(store.keys(material.storeName()), material.field().limbs());
    this.session = session;
    this.burning = session.onFailedCheck(store::burn);
    this.field = material.field();
    this.local = new ShareArithmetic(field, session.party(), key);
    this.macs =
        new GlobalMacCheck(
            session, field, key, new BroadcastCheck(session), comparison, turns, pool);
    this.opening = new Opening(session, field, macs, mode);
    this.product = new Product(store, material, opening);
    this.square = new Square(store, material, opening);
    this.triples = new LeasedValues(store, material, material.triples());
    this.squares = new LeasedValues(store, material, material.squares());
    this.bits = new LeasedValues(store, material, material.bits());
    this.inverses = new LeasedValues(store, material, material.inverses());
    this.masks = OwnedValues.masks(store, material, session.parties());
    OwnersBits owners = new OwnersBits(session, store, material, macs, opening, masks);
    this.ranges = new RangeInputs(session, field, macs, owners, local);
    this.lookups = new Lookups(session, store, field, macs, key, mode);
    this.inputs = new ElementInputs(session, field, macs, masks, local);
    this.outputs = new ElementOutputs(session, field, macs, opening, masks);
    this.kept = new KeptShares(store, material);
    this.keptInputs = new KeptRangeInputs(field, local, kept);
    this.deliveries = new ElementDeliveries(session, field, macs, opening, masks);
  }

  @Override
  public Field field() {
    return field;
  }

  @Override
  public ShareArithmetic local() {
    return local;
  }

  @Override
  public void input(int[] counts, long[] mine, int mineAt, Shares to, int toAt)
      throws MpcException {
    inputs.input(counts, mine, mineAt, to, toAt);
  }

  /**
   * Inputs values of all parties that are in their ranges whatever a peer sends. Over a prime field
   * one round, and a bit of the owner for each bit of a value. In characteristic 2 an opening and a
   * check come before the round, and each bit takes a bit and an input mask of the owner.
   *
   * @param inputs inputs of any parties in any order
   * @param mine this party's values, in the order of its inputs
   * @param toAt the place of each input's first value or bit
   * @throws IllegalArgumentException if a value of this party is out of its range; nothing is sent
   *     then
   */
  public void inputInRange(List<InputRange> inputs, long[] mine, int mineAt, Shares to, int[] toAt)
      throws MpcException {
    ranges.input(inputs, mine, mineAt, to, toAt);
  }

  /**
   * Requires that kept bits are over this field and under this key.
   *
   * @throws Refused if not; nothing is sent
   */
  public void requireUsable(KeptValues values) throws Refused {
    kept.requireUsable(values);
  }

  /**
   * Writes inputs of a client, from kept bits and the client's public bits, without a message. They
   * are in their range whatever the client sent.
   *
   * @param entry whose bits are {@linkplain #requireUsable usable}; those of a signed value are of
   *     its two's complement
   * @param firstBit the place of the first value's lowest bit in the entry
   * @param range the values; their owner does not matter
   */
  public void inputKept(
      KeptInputs.Entry entry, int firstBit, InputRange range, Shares to, int toAt) {
    keptInputs.input(entry, firstBit, range, to, toAt);
  }

  /**
   * Delivers elements to clients, all in the same rounds, and performs all deferred checks.
   *
   * @param numbers of the deliveries, equal at all parties, each different from all others
   * @param values the elements of each; not changed
   * @return what this party gives to the clients, after all checks
   */
  public List<Delivery> deliver(long[] numbers, List<Shares> values) throws MpcException {
    return deliveries.deliver(DeliveryDomain.elements(field), numbers, values);
  }

  /** Sums a value of each party. */
  @Override
  public void random(Shares to, int toAt, int n) throws MpcException {
    Shares one = new Shares(field, n);
    try {
      for (int party = 0; party < session.parties(); party++) {
        masks.of(party).lease(n);
        masks.of(party).copy(0, n, 0, one, 0);
        if (party == 0) {
          to.copy(toAt, one, 0, n);
        } else {
          local.add(to, toAt, one, 0, to, toAt, n);
        }
      }
    } finally {
      masks.release();
      one.wipe();
    }
  }

  @Override
  public void bits(Shares to, int toAt, int n) throws MpcException {
    bits.lease(n);
    bits.copy(0, n, 0, to, toAt);
    bits.release();
  }

  @Override
  public void triples(Shares a, Shares b, Shares c, int at, int n) throws MpcException {
    triples.lease(n);
    triples.copy(0, n, Material.A, a, at);
    triples.copy(0, n, Material.B, b, at);
    triples.copy(0, n, Material.C, c, at);
    triples.release();
  }

  @Override
  public void squares(Shares a, Shares b, int at, int n) throws MpcException {
    pairs(squares, a, b, at, n);
  }

  @Override
  public void inverses(Shares a, Shares b, int at, int n) throws MpcException {
    pairs(inverses, a, b, at, n);
  }

  private static void pairs(LeasedValues from, Shares a, Shares b, int at, int n)
      throws MpcException {
    from.lease(n);
    from.copy(0, n, Material.A, a, at);
    from.copy(0, n, Material.B, b, at);
    from.release();
  }

  @Override
  public void multiply(Shares x, int xAt, Shares y, int yAt, Shares to, int toAt, int n)
      throws MpcException {
    factors.clear();
    factors.add(x, xAt, 1, y, yAt, 1, to, toAt, n);
    product.multiply(factors, n);
    factors.clear();
  }

  @Override
  public void square(Shares x, int xAt, Shares to, int toAt, int n) throws MpcException {
    if (field.isBinary()) {
      multiply(x, xAt, x, xAt, to, toAt, n);
      return;
    }
    factors.clear();
    factors.add(x, xAt, 1, x, xAt, 1, to, toAt, n);
    square.square(factors, n);
    factors.clear();
  }

  /**
   * Looks up n secret indices in a public table; one opening of their coordinates, and an item of
   * the table's material for each. Opened is each index under a mask that is uniform in the span of
   * indices. All earlier openings are checked before: if one was wrong, an index may be outside of
   * its span in a way that depends on a secret, and the check of the masked index would show this.
   * {@link OpenGroup#lookupInSpan} is for indices of which this is excluded.
   *
   * @param x the indices, in the span of {@link LookupKind#indices} for all inputs; what an index
   *     outside of the span gives is wrong
   * @param to receives {@link LookupKind#outputs} values of each entry: the first value of all n,
   *     then the second, and so on
   */
  public void lookup(LookupKind kind, Shares x, int xAt, Shares to, int toAt, int n)
      throws MpcException {
    if (unchecked()) {
      check();
    }
    ElementLookups of = new ElementLookups().add(kind, x, xAt, to, toAt, n);
    lookups.lookUp(of.parts(), of);
  }

  /**
   * Sends the openings of a group, which is not changed until {@link #stop}. If the group reveals
   * values, or looks up indices that may be outside of their span, and openings are not checked,
   * they are checked before anything is sent.
   *
   * <p>Between start and stop, this party may compute by {@link #local()} and take material that is
   * in the store, but nothing is opened, checked, input or reserved. Another engine on the session
   * may start a group, which then shares the round: its checks are made before, by {@link
   * #checkIfDue} and, if it needs a check, {@link #checkTogether}. Groups stop in the order in
   * which they started.
   *
   * @throws IllegalStateException if a group is started already
   */
  public void start(OpenGroup group) throws MpcException {
    if (started != null) {
      throw new IllegalStateException("a group is started already");
    }
    if (group.needsCheck() && unchecked()) {
      check();
    }
    if (group.opened() > 0) {
      startElements(group);
    }
    for (ElementLookups each : group.lookups()) {
      startedLookups.add(lookups.start(each.parts(), each));
    }
    started = group;
  }

  private void startElements(OpenGroup group) throws MpcException {
    int products = group.products().count();
    int squares = group.squares().count();
    opening.begin(group.opened());
    product.mask(group.products(), products);
    square.mask(group.squares(), squares, 2 * products);
    group.put(opening, 2 * products + squares);
    opening.start();
  }

  /** Receives the openings of the group that was started, and writes all of its targets. */
  public void stop() throws MpcException {
    if (started == null) {
      throw new IllegalStateException("no group is started");
    }
    OpenGroup group = started;
    started = null;
    if (group.opened() > 0) {
      stopElements(group);
    }
    for (PendingLookups each : startedLookups) {
      each.stop();
    }
    startedLookups.clear();
  }

  private void stopElements(OpenGroup group) throws MpcException {
    int products = group.products().count();
    int squares = group.squares().count();
    opening.stop();
    product.combine(group.products(), products);
    square.combine(group.squares(), squares, 2 * products);
    group.take(opening, 2 * products + squares);
    opening.end();
  }

  /**
   * Whether there are openings or broadcasts of this thread, or of an earlier step, that this
   * thread has not checked.
   */
  public boolean unchecked() {
    return macs.unchecked();
  }

  /**
   * Leaves this thread's unchecked openings to the next check of any thread; see {@link
   * GlobalMacCheck#handOver}.
   */
  public void handOver() {
    macs.handOver();
  }

  @Override
  public void openMasked(Shares x, int xAt, long[] to, int toAt, int n) throws MpcException {
    opening.begin(n);
    int longs = n * field.limbs();
    int at = opening.at(0);
    System.arraycopy(x.values(), x.at(xAt), opening.values(), at, longs);
    System.arraycopy(x.macs(), x.at(xAt), opening.macs(), at, longs);
    opening.openWritten();
    System.arraycopy(opening.values(), at, to, toAt, longs);
  }

  @Override
  public void check() throws MpcException {
    macs.check();
  }

  /** Checks openings if many are due; see {@link GlobalMacCheck#checkIfDue}. */
  public void checkIfDue() throws MpcException {
    macs.checkIfDue();
  }

  /** Checks own openings if there are many; see {@link GlobalMacCheck#checkOwnIfDue}. */
  public void checkOwnIfDue() throws MpcException {
    macs.checkOwnIfDue();
  }

  /**
   * Checks what one thread opened under several keys, in one turn; see {@link
   * GlobalMacCheck#checkTogether}.
   */
  public static void checkTogether(List<SpdzEngine> engines) throws MpcException {
    GlobalMacCheck.checkTogether(engines.stream().map(each -> each.macs).toList());
  }

  @Override
  public void output(Shares x, int xAt, long[] to, int toAt, int n) throws MpcException {
    outputTo(OutputValues.ALL, x, xAt, to, toAt, n);
  }

  /** Opens x + r to all, where only the receiving party knows r. */
  @Override
  public void outputTo(int party, Shares x, int xAt, long[] to, int toAt, int n)
      throws MpcException {
    output(List.of(new OutputValues(party, x, xAt, n, to, toAt)));
  }

  /**
   * Opens values to all parties or to one each, in one opening. All deferred checks are performed
   * before anything is sent, and the values' own before anything is written.
   */
  public void output(List<OutputValues> values) throws MpcException {
    outputs.output(values);
  }

  @Override
  public void close() {
    burning.close();
    macs.wipe();
    opening.wipe();
    product.wipe();
    square.wipe();
    ranges.wipe();
    kept.wipe();
    keptInputs.wipe();
    lookups.wipe();
    masks.release();
  }
}
