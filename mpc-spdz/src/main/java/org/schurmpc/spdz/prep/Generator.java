package org.schurmpc.spdz.prep;

import java.util.Optional;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;

/** One thread's generator of all kinds of material, with its own connection to each peer. */
final class Generator implements AutoCloseable {
  /** Number of elements that are authenticated at a time. */
  private static final int BLOCK = 512;

  final Session session;
  private final Material material;
  private final PairOts[] ots;
  private final Cope[] copes;

  /** By peer; none until values come from VOLE. */
  private SilentProducts[] silent = {};

  private final Products products;
  private final Authentication authentication;
  final GlobalMacCheck check;
  final Opening opening;
  private final Triples triples;
  private final Derived derived;
  private final KnownValues known;

  /** Over a prime field; else null. */
  final KnownBits knownBits;

  /** In characteristic 2; else null. */
  private final RandomBits bits;

  /** In characteristic 2; else null. */
  private final TableMaker tables;

  /** Between two parties over a prime field; else null, and squares are made from triples. */
  private final RandomSquares squares;

  /** Creates a generator of parts that are set up already. */
  Generator(
      Session session,
      MascotParameters parameters,
      long[] alpha,
      PairOts[] ots,
      Cope[] copes,
      Products products,
      Authentication authentication,
      GlobalMacCheck check,
      Opening opening,
      KnownValues known,
      RandomBits bits,
      int tau) {
    Field field = parameters.field();
    this.session = session;
    this.material = new Material(field);
    this.ots = ots;
    this.copes = copes;
    this.products = products;
    this.authentication = authentication;
    this.check = check;
    this.opening = opening;
    this.triples = new Triples(session, field, products, authentication, check, opening, tau);
    this.derived = new Derived(session, field, alpha, check, opening);
    this.known = known;
    this.bits = bits;
    this.tables =
        bits == null ? null : TableMaker.of(session, field, alpha, triples, bits, check, opening);
    this.squares =
        RandomSquares.serve(session.parties(), field)
            ? new RandomSquares(session, field, alpha, products, authentication, check, tau)
            : null;
    this.knownBits =
        KnownBits.serve(field)
            ? new KnownBits(
                session, field, authentication, known, new BitProof(session, field, alpha, check))
            : null;
  }

  /**
   * Sets up a generator.
   *
   * @param keys of base OTs, by peer
   * @param seeds seeds of the products, by peer
   * @param alpha this party's share of the key; not copied
   */
  static Generator begin(
      Session session,
      MascotParameters parameters,
      CotKeys[] keys,
      CopeSeeds[] seeds,
      long[] alpha,
      CotKernels kernels)
      throws MpcException {
    Field field = parameters.field();
    PairOts[] ots = new PairOts[session.parties()];
    Cope[] copes = new Cope[session.parties()];
    GlobalMacCheck check = null;
    Products products = null;
    Authentication authentication = null;
    RandomBits bits = null;
    boolean done = false;
    try {
      for (int peer : session.peers()) {
        Session pair = session.pair(peer);
        ots[peer] = PairOts.begin(pair, keys[peer], parameters.k(), field.uniformWords(), kernels);
        copes[peer] = seeds[peer].on(pair, field, alpha, parameters.k(), BLOCK);
      }
      check = new GlobalMacCheck(session, field, alpha, new BroadcastCheck(session));
      int tau = MascotParameters.products(field, parameters.sigma());
      Opening opening = new Opening(session, field, check, OpeningMode.ALL);
      products = new Products(session, field, ots, tau);
      authentication = new Authentication(session, field, alpha, copes, check);
      if (RandomBits.serve(field)) {
        bits = RandomBits.begin(session, parameters, seeds, alpha, check, kernels);
      }
      KnownValues known = KnownValues.begin(session, field, authentication);
      done = true;
      return new Generator(
          session,
          parameters,
          alpha,
          ots,
          copes,
          products,
          authentication,
          check,
          opening,
          known,
          bits,
          tau);
    } finally {
      if (!done) {
        closeAll(ots, copes, products, authentication, bits, check);
      }
    }
  }

  /**
   * Takes the products with α from VOLE from here on.
   *
   * @param keys of base OTs, by peer
   * @param k parameter of SoftSpokenOT
   * @param alpha this party's share of the key
   * @param first the generator whose values begin those of all; itself the first time
   * @param left what an earlier session left for the first generator, if anything
   */
  void takeVoles(
      CotKeys[] keys,
      int k,
      long[] alpha,
      CotKernels kernels,
      Generator first,
      Optional<long[]> left)
      throws MpcException {
    Field field = material.field();
    SilentProducts[] begun = new SilentProducts[session.parties()];
    silent = begun;
    int at = 0;
    for (int peer : session.peers()) {
      begun[peer] = SilentProducts.begin(session.pair(peer), field, alpha, keys[peer], k, kernels);
      if (first != this) {
        begun[peer].startFrom(first.silent[peer]);
      } else if (left.isPresent()) {
        begun[peer].startFrom(left.get(), at);
        at += left.get().length / session.peers().length;
      } else {
        begun[peer].startFrom(copes[peer]);
      }
    }
    authentication.use(begun);
  }

  /** Puts values of VOLE that a later session begins with. */
  void leave(Sequencer.Turn turn, MaterialSink sink) throws MpcException {
    MaterialKind kind = material.voleStarts(session.parties());
    long[] item = new long[kind.longsPerItem()];
    int at = 0;
    try {
      turn.await();
      for (int peer : session.peers()) {
        silent[peer].leave(item, at);
        at += item.length / session.peers().length;
      }
      sink.put(kind, item, 0, 1);
    } finally {
      Secrets.wipe(item);
    }
  }

  /** Returns the number of which batches of a kind are multiples. */
  int grain(MaterialKind kind) {
    return fromSquares(kind) ? squares.grain() : triples.grain();
  }

  /**
   * Returns the number of items of a unit of work.
   *
   * @param batch number of triples of a batch
   */
  int unit(MaterialKind kind, int batch) {
    if (fromRandomBits(kind)) {
      return RandomBits.UNIT;
    }
    if (isKnownBits(kind)) {
      return KnownBits.UNIT;
    }
    int grain = grain(kind);
    return Math.max(1, batch / grain) * grain;
  }

  /** Returns what makes random bits within a unit of work; null unless the field is binary. */
  RandomBits bits() {
    return bits;
  }

  /** Returns what makes masked tables; null unless the field is binary. */
  TableMaker tables() {
    return tables;
  }

  private boolean fromRandomBits(MaterialKind kind) {
    return bits != null && kind.equals(material.bits());
  }

  private boolean isKnownBits(MaterialKind kind) {
    IntStream owners = IntStream.range(0, knownBits == null ? 0 : session.parties());
    return owners.anyMatch(owner -> kind.equals(material.ownBits(owner)));
  }

  private boolean fromSquares(MaterialKind kind) {
    return squares != null && (kind.equals(material.bits()) || kind.equals(material.squares()));
  }

  /**
   * Makes items and puts them; all of them are checked.
   *
   * @param kind one of the field's kinds of material
   * @param owner owner of the kind, if the kind is of inputs or of a party's bits
   */
  void make(MaterialKind kind, int owner, int count, Sequencer.Turn turn, MaterialSink sink)
      throws MpcException {
    if (kind.equals(material.triples())) {
      Batch batch = triples.make(rounded(count, kind), turn);
      put(kind, batch, 3, count, sink);
    } else if (fromSquares(kind)) {
      makeFromSquares(kind, count, turn, sink);
    } else if (isKnownBits(kind)) {
      put(kind, knownBits.make(owner, count, turn), count, sink);
    } else if (owner >= 0) {
      put(kind, known.inputs(owner, count, turn), count, sink);
    } else if (fromRandomBits(kind)) {
      put(kind, bits.make(count, turn), 1, count, sink);
    } else {
      fromTriples(kind, count, turn, sink);
    }
  }

  /**
   * Makes material from triples. Some items may be missing, so the batch is repeated as often as
   * necessary.
   */
  private void fromTriples(MaterialKind kind, int count, Sequencer.Turn turn, MaterialSink sink)
      throws MpcException {
    for (int done = 0; done < count; ) {
      Batch batch = triples.make(rounded(count - done, kind), turn);
      try {
        Batch made = derived(kind, batch);
        int now = Math.min(count - done, made.n);
        put(kind, made, kind.equals(material.bits()) ? 1 : 2, now, sink);
        done += now;
      } finally {
        batch.wipe();
      }
    }
  }

  /** Makes squares, or bits of squares; a square that is zero gives no bit. */
  private void makeFromSquares(MaterialKind kind, int count, Sequencer.Turn turn, MaterialSink sink)
      throws MpcException {
    if (kind.equals(material.squares())) {
      put(kind, squares.squares(rounded(count, kind), turn), 2, count, sink);
      return;
    }
    for (int done = 0; done < count; ) {
      int n = rounded(count - done, kind);
      long[] opened = new long[n * material.field().limbs()];
      Batch roots = squares.roots(n, opened, turn);
      try {
        Batch made = derived.bits(roots, opened);
        int now = Math.min(count - done, made.n);
        put(kind, made, 1, now, sink);
        done += now;
      } finally {
        roots.wipe();
      }
    }
  }

  private Batch derived(MaterialKind kind, Batch triples) throws MpcException {
    if (kind.equals(material.inverses())) {
      return derived.inverses(triples);
    }
    Batch squares = derived.squares(triples);
    if (!kind.equals(material.bits())) {
      return squares;
    }
    try {
      return derived.bits(squares);
    } finally {
      squares.wipe();
    }
  }

  /** Puts the first tuples, and wipes the batch. */
  private static void put(MaterialKind kind, Batch batch, int tuple, int count, MaterialSink sink)
      throws MpcException {
    try {
      if (count > 0) {
        put(kind, batch.items(tuple, count), count, sink);
      }
    } finally {
      batch.wipe();
    }
  }

  /** Puts items and wipes the array; the sink copies items. */
  private static void put(MaterialKind kind, long[] items, int count, MaterialSink sink)
      throws MpcException {
    try {
      sink.put(kind, items, 0, count);
    } finally {
      Secrets.wipe(items);
    }
  }

  private int rounded(int count, MaterialKind kind) {
    return Math.multiplyExact((count - 1) / grain(kind) + 1, grain(kind));
  }

  /** Closes the parts that exist; each is set up only if those before it are. */
  private static void closeAll(
      PairOts[] ots,
      Cope[] copes,
      Products products,
      Authentication authentication,
      RandomBits bits,
      GlobalMacCheck check) {
    for (int peer = 0; peer < ots.length; peer++) {
      if (ots[peer] != null) {
        ots[peer].close();
      }
      if (copes[peer] != null) {
        copes[peer].wipe();
      }
    }
    if (check != null) {
      check.wipe();
    }
    if (products != null) {
      products.wipe();
    }
    if (authentication != null) {
      authentication.wipe();
    }
    if (bits != null) {
      bits.wipe();
    }
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    closeAll(ots, copes, products, authentication, bits, check);
    for (SilentProducts each : silent) {
      if (each != null) {
        each.wipe();
      }
    }
    opening.wipe();
    known.close();
    if (squares != null) {
      squares.wipe();
    }
  }
}
