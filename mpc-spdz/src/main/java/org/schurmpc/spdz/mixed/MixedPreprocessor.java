package org.schurmpc.spdz.mixed;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotPreprocessor;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/**
 * The preprocessing of mixed arithmetic at one of two parties: numbers over F_p under MASCOT's key,
 * bits under TinyOT's, and material that ties both (docs/decisions/0059). Malicious security with
 * abort; the statistical security is that of TinyOT's triples.
 *
 * <p>All material handed out has passed its checks. After an exception the preprocessor and the
 * session are unusable. The keys are those of one preprocessor: no later one has them. Not
 * thread-safe.
 */
public final class MixedPreprocessor implements Preprocessor {
  /** Number of ANDs that are put at a time. */
  private static final int PUT_BLOCKS = 1 << 8;

  private static final int BITS = Long.SIZE;

  private final Session session;
  private final MascotPreprocessor mascot;
  private final MixedMaterial material;
  private final MaskMaker masks;
  private final BlockStock stock;
  private final BitBlocks blocks;
  private final ParityCheck parities;
  private final PrivateDaBits privateDaBits;
  private final BlockProducts products;
  private final EdaBits edaBits;
  private final BlockOpening opening;
  private final DaBits daBits;
  private final DaBitStock daBitStock;

  private MixedPreprocessor(
      Session session,
      MascotPreprocessor mascot,
      MascotParameters parameters,
      GivenBits given,
      BlockStock stock,
      int sigma,
      Kernels kernels) {
    this.session = session;
    this.mascot = mascot;
    this.material = new MixedMaterial(new Material(parameters.field(), parameters.sigma()), sigma);
    this.stock = stock;
    long[] delta = stock.delta();
    this.blocks = new BitBlocks(session.party(), delta, kernels);
    Secrets.wipe(delta);
    this.parities = new ParityCheck(session, given, blocks);
    this.privateDaBits = new PrivateDaBits(session, given, stock, blocks, sigma, parities);
    this.products = new BlockProducts(session, stock, blocks, kernels);
    BlockAdder adder = new BlockAdder(products, blocks);
    this.edaBits = new EdaBits(given, privateDaBits, adder);
    this.opening = new BlockOpening(session, blocks, kernels);
    this.daBits = new DaBits(given, edaBits, opening, blocks, sigma);
    BitsToNumbers toNumbers = new BitsToNumbers(given, opening, blocks);
    this.daBitStock = new DaBitStock(daBits, blocks, parameters.field());
    this.masks = new MaskMaker(material, given, edaBits, daBitStock, toNumbers, blocks);
  }

  /**
   * Sets up the preprocessing of a store's material.
   *
   * @param session of two parties; stays open when the preprocessor is closed
   * @param mascot as many threads make bits as numbers
   * @param bitSigma statistical security of bits, a level of TinyOT's
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's parameters differ
   */
  public static MixedPreprocessor begin(
      Session session,
      MascotParameters mascot,
      int bitSigma,
      CotKind cots,
      Supplier<Kernels> kernels)
      throws MpcException {
    return begin(session, mascot, bits(mascot, bitSigma, cots), 0, kernels);
  }

  /** Returns the parameters of TinyOT's preprocessing. */
  static OtPreprocessing bits(MascotParameters mascot, int bitSigma, CotKind cots) {
    Material numbers = new Material(mascot.field(), mascot.sigma());
    int macWords = new MixedMaterial(numbers, bitSigma).macWords();
    int threads = Math.min(mascot.threads(), OtPreprocessing.MAX_THREADS);
    return new OtPreprocessing(bitSigma, macWords, mascot.k(), threads, cots);
  }

  /**
   * Sets up MASCOT and TinyOT's preprocessing under keys of their own.
   *
   * @param session of two parties; stays open when the preprocessor is closed
   * @param mascot over a prime field
   * @param tinyOt its σ is that of everything here
   * @param expected about how many bits of each party will be made over F_p
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's parameters differ
   */
  public static MixedPreprocessor begin(
      Session session,
      MascotParameters mascot,
      OtPreprocessing tinyOt,
      long expected,
      Supplier<Kernels> kernels)
      throws MpcException {
    if (session.parties() != 2 || mascot.field().isBinary()) {
      throw new IllegalArgumentException(
          "mixed arithmetic of %d parties over %s"
              .formatted(session.parties(), mascot.field().name()));
    }
    byte[] level = new FieldHash("bits beside numbers").add(tinyOt.sigma()).digest();
    PublicValue.requireEqual(
        session, new TreeMap<>(Map.of("the security of bits in TinyOT", level)));
    MascotPreprocessor numbers = MascotPreprocessor.begin(session, mascot, kernels);
    BlockStock stock = null;
    boolean done = false;
    try {
      GivenBits given = numbers.givenBits(expected);
      stock = BlockStock.begin(session, tinyOt, kernels);
      MixedPreprocessor made =
          new MixedPreprocessor(
              session, numbers, mascot, given, stock, tinyOt.sigma(), kernels.get());
      done = true;
      return made;
    } finally {
      if (!done) {
        numbers.close();
        if (stock != null) {
          stock.close();
        }
      }
    }
  }

  /**
   * Requires that a field has room for daBits, the least of what is in both domains.
   *
   * @param bitSigma statistical security of bits
   * @throws Refused if the field is too small
   */
  public static void requireRoom(Field field, int bitSigma) throws Refused {
    ParityParameters.of(BITS * MixedPlan.daBitLength(bitSigma, BITS), bitSigma, field);
  }

  /**
   * Makes private daBits of a party: uniform bits that it knows.
   *
   * @param n number of daBits, a multiple of 64
   * @return n bits over F_p, and n/64 blocks of them
   * @throws Refused if the field has no room for the check
   */
  public MixedBatch privateDaBits(int owner, int n) throws MpcException {
    return privateDaBits.make(owner, n, 0);
  }

  /**
   * Makes edaBits: numbers r that nobody knows, each the sum of a uniform number of ℓ + v bits of
   * each party.
   *
   * @param low number ℓ of low bits of r that are in TinyOT, at least one
   * @param high number v of further bits of each party's number
   * @param groups a 64th of the number of edaBits
   * @param carry whether the carry out of the low bits is in TinyOT, too
   * @return r of all, and blocks: bit 0 of all r, then bit 1, and so on, and the carry at last
   * @throws Refused if the field has no room for r or for the checks
   */
  public MixedBatch edaBits(int low, int high, int groups, boolean carry) throws MpcException {
    expect((long) groups * BlockAdder.ands(low, carry ? low : 0));
    return edaBits.make(low, high, groups, carry);
  }

  /**
   * Makes daBits: uniform bits that nobody knows.
   *
   * @param groups a 64th of the number of daBits
   * @return the bits over F_p, and blocks of them
   * @throws Refused if the field has no room for the checks
   */
  public MixedBatch daBits(int groups) throws MpcException {
    int sigma = material.bitSigma();
    expect((long) groups * MixedPlan.daBitLength(sigma, (long) groups * BITS));
    return daBits.make(groups);
  }

  /** Announces blocks of ANDs. */
  private void expect(long blocksOfAnds) {
    stock.expect(Map.of(blocks.material().andTriples(), blocksOfAnds));
  }

  @Override
  public String storeId() {
    return OWN_STORE;
  }

  @Override
  public String description() {
    return description(mascot.description());
  }

  private String description(String numbers) {
    return "%s; bits by TinyOT from %s".formatted(numbers, stock.origin().text());
  }

  @Override
  public Origin origin() {
    return origin(mascot.origin());
  }

  @Override
  public Origin origin(Demand demand) throws Refused {
    return origin(mascot.origin(new MixedPlan(material, demand).withGiven()));
  }

  private Origin origin(Origin numbers) {
    return Origin.own(description(numbers.text()), numbers.terms());
  }

  /**
   * Generates material of both domains; all kinds but SPDZ's own in one thread, besides TinyOT's
   * triples.
   */
  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    boolean done = false;
    try {
      make(demand, new BothKeys(sink));
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /** Adds Δ to the key of numbers, and leaves out what would continue it. */
  private final class BothKeys implements MaterialSink {
    private final MaterialSink to;

    BothKeys(MaterialSink to) {
      this.to = to;
    }

    @Override
    public void keys(String protocol, long[] alpha) throws MpcException {
      long[] delta = stock.delta();
      long[] both = Arrays.copyOf(alpha, alpha.length + delta.length);
      System.arraycopy(delta, 0, both, alpha.length, delta.length);
      try {
        to.keys(protocol, both);
      } finally {
        Secrets.wipe(delta);
        Secrets.wipe(both);
      }
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
      to.put(kind, data, offset, items);
    }
  }

  private void make(Demand demand, MaterialSink sink) throws MpcException {
    MixedPlan plan = new MixedPlan(material, demand);
    mascot.expect(plan.withGiven());
    mascot.prepare(plan.numbers(), sink);
    session.metrics().enter(Phase.PREPROCESSING);
    announce(plan);
    daBitStock.expect(plan.daBitPortions());
    for (MixedMaterial.Masks kind : plan.masks().keySet()) {
      masks.masks(kind, plan, sink);
    }
    masks.daBits(plan, sink);
    putAnds(plan.items(material.ands()), sink);
    putBits(material.randomBits(), -1, plan, sink);
    for (int owner = 0; owner < session.parties(); owner++) {
      putBits(material.bitInputs(owner), owner, plan, sink);
    }
  }

  private void announce(MixedPlan plan) {
    expect(plan.andBlocks());
    Map<MaterialKind, Long> bits = new HashMap<>();
    bits.put(blocks.material().randomBits(), MixedPlan.blocks(plan.items(material.randomBits())));
    for (int owner = 0; owner < session.parties(); owner++) {
      long known = MixedPlan.blocks(plan.items(material.bitInputs(owner)));
      bits.put(blocks.material().inputMask(owner), Math.addExact(plan.privateBlocks(), known));
    }
    stock.expect(bits);
  }

  private void putAnds(long items, MaterialSink sink) throws MpcException {
    MaterialKind kind = material.ands();
    int longs = kind.longsPerItem();
    long[] made = new long[PUT_BLOCKS * BITS * longs];
    try {
      for (long left = items; left > 0; ) {
        int now = (int) Math.min(left, (long) PUT_BLOCKS * BITS);
        int groups = (now + BITS - 1) / BITS;
        Leases triples = stock.triples(groups);
        for (int i = 0; i < groups; i++) {
          copyAnds(triples.data(i), triples.offset(i), made, i * BITS * longs, longs);
        }
        triples.release();
        sink.put(kind, made, 0, now);
        left -= now;
      }
    } finally {
      Secrets.wipe(made);
    }
  }

  /** Copies 64 triples to as many items. */
  private void copyAnds(long[] from, int block, long[] to, int first, int longs) {
    var bitMaterial = blocks.material();
    int words = material.bitsAt(0);
    for (int lane = 0; lane < BITS; lane++) {
      int at = first + lane * longs;
      to[at + words] = 0;
      for (int part = 0; part < 3; part++) {
        long share =
            from[block + org.schurmpc.tinyot.material.Material.tripleBits(part)] >>> lane & 1;
        to[at + words] |= share << part;
        for (int v = 0; v < material.macWords(); v++) {
          int plane = block + v * BITS + lane;
          to[at + material.macAt(0, 3, part) + v] = from[plane + bitMaterial.tripleMacs(part)];
          to[at + material.keyAt(0, 3, part) + v] = from[plane + bitMaterial.tripleKeys(part)];
        }
      }
    }
  }

  /**
   * Puts bits that nobody or one party knows.
   *
   * @param owner the party, or -1
   */
  private void putBits(MaterialKind kind, int owner, MixedPlan plan, MaterialSink sink)
      throws MpcException {
    for (long left = plan.items(kind); left > 0; ) {
      int now = (int) Math.min(left, (long) PUT_BLOCKS * BITS);
      int groups = (now + BITS - 1) / BITS;
      long[] taken = new long[groups * blocks.longs()];
      try {
        if (owner < 0) {
          stock.randomBits(taken, 0, groups);
        } else {
          stock.inputMasks(owner, taken, 0, groups);
        }
        masks.putBits(kind, taken, now, sink);
      } finally {
        Secrets.wipe(taken);
      }
      left -= now;
    }
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    mascot.close();
    daBitStock.wipe();
    stock.close();
    blocks.wipe();
    parities.wipe();
    privateDaBits.wipe();
    products.wipe();
    opening.wipe();
  }
}
