package org.schurmpc.garbled.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.ot.HashDomain;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.Material;

/**
 * Takes the gates of a circuit chunk by chunk: their masks, the openings of their products, their
 * tables. The openings of the first n chunks travel with the inputs; then, while the tables of
 * chunk i are made, sent and evaluated, the openings of chunk i + n are on their way. So the line
 * is busy while both parties compute, with a bounded number of chunks in memory. A circuit has
 * about {@value #PARTS} chunks, of which n are together as long as the longest chunk, and two at
 * least; long circuits have more chunks, of the greatest length. All this is of each run of layers
 * that are garbled; between such runs, {@link OpenedLayers} evaluates the others of the plan.
 *
 * <p>The garbler garbles a chunk after it has compared the proof of the chunk's openings, and the
 * evaluator evaluates it after it has. The evaluator judges the gates of a chunk at its end, before
 * it evaluates another one or sends outputs; openings, which depend on masks alone, may be on their
 * way before.
 */
final class TableStream {
  /** Number of chunks of a circuit that is no longer than as many of the longest chunks. */
  private static final int PARTS = 8;

  private static final int LEAST_AHEAD = 2;

  /** Number of chunks whose masks are in memory: those ahead, one garbled, one on the line. */
  private static final int RING = PARTS + 2; // of which long circuits use few

  /** Number of chunks whose tables are in memory: one made or evaluated, one on the line. */
  private static final int TABLES = 2;

  private static final int INITIAL_LOG_WORDS = 1 << 12;

  private final Session session;
  private final int lanes;
  private final Material material;
  private final boolean garbles;
  private final long[] delta;
  private final int longest;
  private final WireMasks wires;
  private final MaskedInputs inputs;
  private final Labels labels;
  private final MacProof proofs;
  private final MacLog macs = new MacLog(INITIAL_LOG_WORDS);
  private final MaskedProducts[] products = new MaskedProducts[RING];

  /** The garbler, or null at the evaluator. */
  private final Garbler garbler;

  /** The evaluator of gates, or null at the garbler. */
  private final GateEvaluator gates;

  private final OpenedLayers openedLayers;
  private final Exchange openings;
  private final Exchange[] messages = new Exchange[TABLES];

  /** The labels of masked inputs and the tables of a chunk, as they are sent. */
  private final long[][] words = new long[TABLES][0];

  private long[] inputLabels = new long[0];
  private LayeredCircuit circuit;
  private LayerPlan plan;

  /** Of the run of garbled layers in hand, with the number of its gates. */
  private ChunkWalk maskWalk;

  private ChunkWalk tableWalk;
  private int gatesOfRun;
  private int gatesOfChunk;
  private int ahead;
  private int chunks;

  /** Whether the labels of the inputs travel with the tables of the first chunk. */
  private boolean labelsFirst;

  TableStream(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      long[] delta,
      int longest,
      WireMasks wires,
      MaskedInputs inputs,
      Labels labels) {
    this.session = session;
    this.lanes = layout.lanes();
    this.material = material;
    this.garbles = session.party() == material.garbler();
    this.delta = delta;
    this.longest = longest;
    this.wires = wires;
    this.inputs = inputs;
    this.labels = labels;
    this.proofs = new MacProof(session);
    for (int i = 0; i < RING; i++) {
      products[i] = new MaskedProducts(session, store, layout, material, delta, proofs, macs);
    }
    for (int i = 0; i < TABLES; i++) {
      messages[i] = new Exchange(session);
    }
    this.openings = new Exchange(session);
    this.openedLayers =
        new OpenedLayers(
            session, store, layout, material, delta, longest, wires, labels, proofs, macs);
    this.garbler = garbles ? new Garbler(lanes, material, delta, labels) : null;
    this.gates = garbles ? null : new GateEvaluator(lanes, material, delta, labels);
  }

  private int gatesOf(int chunk) {
    long left = gatesOfRun - (long) chunk * gatesOfChunk;
    return (int) Math.min(left, gatesOfChunk);
  }

  private MaskedProducts products(int chunk) {
    return products[chunk % (ahead + 2)];
  }

  // ------------------------------------------------------------------ openings

  /** Exchanges masked inputs, and with them the first openings if the first layer is garbled. */
  void begin(LayeredCircuit of, LayerPlan planned) throws MpcException {
    circuit = of;
    plan = planned;
    labelsFirst = !isOpened(0);
    if (labelsFirst) {
      beginRun(0);
      exchangeFirst(true);
    } else {
      gatesOfRun = 0;
      chunks = 0;
      exchangeFirst(true);
      inputs.unmask(wires);
    }
  }

  private boolean isOpened(int layer) {
    return layer < circuit.depth() && plan.isOpened(layer);
  }

  /** Begins a run of garbled layers. */
  private void beginRun(int first) {
    int end = end(first);
    maskWalk = new ChunkWalk(circuit, first, end);
    tableWalk = new ChunkWalk(circuit, first, end);
    gatesOfRun = plan.gates(first, end);
    long part = ((long) gatesOfRun * lanes - 1) / PARTS + 1;
    int gateLanes = (int) Math.min(longest, Math.max(part, longest / PARTS));
    gatesOfChunk = ChunkWalk.gates(gateLanes, lanes);
    ahead = Math.min(PARTS, Math.max(LEAST_AHEAD, longest / gateLanes));
    chunks = Math.max(1, (gatesOfRun - 1) / gatesOfChunk + 1);
  }

  private int end(int first) {
    return Math.min(circuit.depth(), plan.end(first));
  }

  /** Sets the masks of a run's first chunks, and exchanges their openings. */
  private void exchangeFirst(boolean withInputs) throws MpcException {
    int first = Math.min(ahead, chunks);
    int bytes = 0;
    for (int chunk = 0; chunk < first; chunk++) {
      mask(chunk);
      bytes += products(chunk).bytes();
    }
    int mine = withInputs ? inputs.bytes() : 0;
    int theirs = withInputs ? inputs.theirBytes() : 0;
    Exchange all = openings;
    all.size(Math.addExact(mine, bytes), Math.addExact(theirs, bytes));
    if (withInputs) {
      inputs.write(all.out());
    }
    int at = mine;
    for (int chunk = 0; chunk < first; chunk++) {
      products(chunk).open(all.out(), at);
      at += products(chunk).bytes();
    }
    all.start();
    all.finish();
    if (withInputs) {
      inputs.read(all.in());
    }
    at = theirs;
    for (int chunk = 0; chunk < first; chunk++) {
      products(chunk).finish(all.in(), at);
      at += products(chunk).bytes();
    }
  }

  /** Sets the masks of a chunk's wires, and records those of its gates. */
  private void mask(int chunk) throws MpcException {
    MaskedProducts to = products(chunk);
    to.begin(gatesOf(chunk));
    maskWalk.next(
        gatesOf(chunk),
        new ChunkWalk.Steps() {
          @Override
          public void linear(LinearBatch batch) {
            wires.linear(batch);
          }

          @Override
          public void gates(MulBatch batch, int from, int end) {
            to.record(batch, from, end, wires);
          }
        });
  }

  // -------------------------------------------------------------------- tables

  /** Garbles, or evaluates and checks, all gates; and opens those of layers that are opened. */
  void compute() throws MpcException {
    long evaluation = session.nextNumber("garbling");
    TweakedHash hash =
        new TweakedHash(
            session.sid(),
            HashDomain.of(
                HashDomain.GATE, session.channelNumber(), material.garbler(), evaluation));
    try {
      block().begin(hash);
      int first = 0;
      do {
        computeRun(first);
        first = end(first);
      } while (first < circuit.depth());
    } finally {
      hash.wipe();
    }
  }

  private void computeRun(int first) throws MpcException {
    if (isOpened(first)) {
      openLayers(first, end(first));
      return;
    }
    if (first > 0) {
      beginRun(first);
      exchangeFirst(false);
    }
    for (int chunk = 0; chunk < chunks; chunk++) {
      boolean more = chunk + ahead < chunks;
      if (more) {
        startOpenings(chunk + ahead);
      }
      startTables(chunk);
      if (chunk > 0) {
        finishTables(chunk - 1);
      }
      if (more) {
        finishOpenings(chunk + ahead);
      }
    }
    finishTables(chunks - 1);
    labelsFirst = false;
  }

  private void openLayers(int first, int end) throws MpcException {
    for (int layer = first; layer < end; layer++) {
      linear(circuit.linear(layer));
      openedLayers.evaluate(circuit.multiply(layer));
    }
    if (end == circuit.depth()) {
      linear(circuit.linear(end));
    }
  }

  private void linear(LinearBatch batch) {
    wires.linear(batch);
    labels.linear(batch);
  }

  private GateBlock block() {
    return garbles ? garbler : gates;
  }

  private void startOpenings(int chunk) throws MpcException {
    mask(chunk);
    int bytes = products(chunk).bytes();
    Exchange exchange = openings;
    exchange.size(bytes, bytes);
    products(chunk).open(exchange.out(), 0);
    exchange.start();
  }

  private void finishOpenings(int chunk) throws MpcException {
    openings.finish();
    products(chunk).finish(openings.in(), 0);
  }

  /** The garbler garbles a chunk and begins to send it; the evaluator is ready for it. */
  private void startTables(int chunk) throws MpcException {
    int ofLabels = longsOfLabels(chunk);
    int ofTables = gatesOf(chunk) * lanes * Garbler.tableLongs(material.macWords());
    int bytes = Math.multiplyExact(Math.addExact(ofLabels, ofTables), Long.BYTES);
    Exchange exchange = messages[chunk % TABLES];
    exchange.size(garbles ? bytes : 0, garbles ? 0 : bytes);
    if (words[chunk % TABLES].length < ofTables) {
      Secrets.wipe(words[chunk % TABLES]);
      words[chunk % TABLES] = new long[ofTables];
    }
    if (inputLabels.length < ofLabels) {
      Secrets.wipe(inputLabels);
      inputLabels = new long[ofLabels];
    }
    if (garbles) {
      if (ofLabels > 0) {
        drawLabels(ofLabels);
        Words.toBytes(inputLabels, 0, ofLabels, exchange.out(), 0);
      }
      process(chunk);
      Words.toBytes(words[chunk % TABLES], 0, ofTables, exchange.out(), ofLabels * Long.BYTES);
    }
    exchange.start();
  }

  private int longsOfLabels(int chunk) {
    return chunk == 0 && labelsFirst
        ? Math.multiplyExact(inputs.count() * Material.WIDE_WORDS, lanes)
        : 0;
  }

  /** The garbler sends the rest of a chunk; the evaluator evaluates and checks it. */
  private void finishTables(int chunk) throws MpcException {
    Exchange exchange = messages[chunk % TABLES];
    exchange.finish();
    if (!garbles) {
      int ofLabels = longsOfLabels(chunk);
      if (ofLabels > 0) {
        Words.fromBytes(exchange.in(), 0, inputLabels, 0, ofLabels);
        takeLabels();
      }
      int ofTables = gatesOf(chunk) * lanes * Garbler.tableLongs(material.macWords());
      Words.fromBytes(exchange.in(), ofLabels * Long.BYTES, words[chunk % TABLES], 0, ofTables);
      process(chunk);
      session.require(gates.passed(), Check.GATE, "a bit of the garbler's has a wrong MAC");
    }
  }

  private void process(int chunk) {
    block().begin(products(chunk).masks(), words[chunk % TABLES]);
    tableWalk.next(gatesOf(chunk), block());
  }

  /** Draws the labels L_0 of all inputs, and writes those of their masked values, L_Λ. */
  private void drawLabels(int longs) {
    Prg prg = Prg.seededFrom(session.random());
    prg.nextLongs(inputLabels, 0, longs);
    prg.wipe();
    int at = 0;
    for (int wire = 0; wire < inputs.batch().size(); wire++) {
      int slot = inputs.batch().slot(wire);
      for (int lane = 0; inputs.isMasked(wire) && lane < lanes; lane++) {
        long masked = inputs.masked(wire, lane);
        int to = labels.at(slot, lane);
        for (int v = 0; v < Material.WIDE_WORDS; v++) {
          labels.data()[to + v] = inputLabels[at];
          inputLabels[at++] ^= masked & delta[v];
        }
      }
    }
  }

  private void takeLabels() {
    int at = 0;
    for (int wire = 0; wire < inputs.batch().size(); wire++) {
      int slot = inputs.batch().slot(wire);
      for (int lane = 0; inputs.isMasked(wire) && lane < lanes; lane++) {
        int to = labels.at(slot, lane);
        for (int v = 0; v < Material.WIDE_WORDS; v++) {
          labels.data()[to + v] = inputLabels[at++];
        }
        labels.data()[to + Labels.MASKED] = inputs.masked(wire, lane);
      }
    }
  }

  void wipe() {
    for (MaskedProducts each : products) {
      each.wipe();
    }
    openedLayers.wipe();
    openings.wipe();
    for (int i = 0; i < TABLES; i++) {
      messages[i].wipe();
      Secrets.wipe(words[i]);
    }
    Secrets.wipe(inputLabels);
    block().wipe();
    macs.wipe();
    proofs.wipe();
  }
}
