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
import org.schurmpc.core.session.PendingRound;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.Material;

/**
 * Takes the gates of a circuit chunk by chunk: their masks, the openings of their products, their
 * tables. The openings of the first n chunks travel with the inputs; then, while the tables of
 * chunk i are made, sent and evaluated, the openings of chunk i + n are on their way. So the line
 * is busy while both parties compute, with a bounded number of chunks in memory. A circuit has
 * about {@value #PARTS} chunks, of which n are together as long as the longest chunk, and two at
 * least; long circuits have more chunks, of the greatest length.
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
  private static final int RING = PARTS + 2;

  /** Number of chunks whose tables are in memory: one made or evaluated, one on the line. */
  private static final int TABLES = 2;

  private static final int INITIAL_LOG_WORDS = 1 << 12;
  private static final int PARTIES = 2;

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

  private final Exchange openings = new Exchange();
  private final Exchange[] messages = new Exchange[TABLES];

  /** The labels of masked inputs and the tables of a chunk, as they are sent. */
  private final long[][] words = new long[TABLES][0];

  private long[] inputLabels = new long[0];
  private LayeredCircuit circuit;
  private ChunkWalk maskWalk;
  private ChunkWalk tableWalk;
  private int gatesOfChunk;
  private int ahead;
  private int chunks;

  /** A message to the peer and one from it, in arrays that grow. */
  private final class Exchange {
    private final byte[][] out = new byte[PARTIES][0];
    private final byte[][] in = new byte[PARTIES][0];
    private final int[] outLengths = new int[PARTIES];
    private final int[] inLengths = new int[PARTIES];
    private PendingRound round;

    void size(int toSend, int toReceive) {
      int peer = session.peer();
      if (out[peer].length < toSend) {
        Secrets.wipe(out[peer]);
        out[peer] = new byte[toSend];
      }
      if (in[peer].length < toReceive) {
        Secrets.wipe(in[peer]);
        in[peer] = new byte[toReceive];
      }
      outLengths[peer] = toSend;
      inLengths[peer] = toReceive;
    }

    byte[] out() {
      return out[session.peer()];
    }

    byte[] in() {
      return in[session.peer()];
    }

    void start() throws MpcException {
      round = session.start(out, outLengths, in, inLengths);
    }

    void finish() throws MpcException {
      round.finish();
    }

    void wipe() {
      Secrets.wipe(out());
      Secrets.wipe(in());
    }
  }

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
      messages[i] = new Exchange();
    }
    this.garbler = garbles ? new Garbler(lanes, material, delta, labels) : null;
    this.gates = garbles ? null : new GateEvaluator(lanes, material, delta, labels);
  }

  private int gatesOf(int chunk) {
    long left = circuit.andCount() - (long) chunk * gatesOfChunk;
    return (int) Math.min(left, gatesOfChunk);
  }

  private MaskedProducts products(int chunk) {
    return products[chunk % RING];
  }

  // ------------------------------------------------------------------ openings

  /** Sets the masks of the first chunks, and exchanges masked inputs and these chunks' openings. */
  void begin(LayeredCircuit of) throws MpcException {
    circuit = of;
    maskWalk = new ChunkWalk(of);
    tableWalk = new ChunkWalk(of);
    long part = ((long) of.andCount() * lanes - 1) / PARTS + 1;
    int gateLanes = (int) Math.min(longest, Math.max(part, longest / PARTS));
    gatesOfChunk = ChunkWalk.gates(gateLanes, lanes);
    ahead = Math.min(PARTS, Math.max(LEAST_AHEAD, longest / gateLanes));
    chunks = Math.max(1, (of.andCount() - 1) / gatesOfChunk + 1);
    int first = Math.min(ahead, chunks);
    int bytes = 0;
    for (int chunk = 0; chunk < first; chunk++) {
      mask(chunk);
      bytes += products(chunk).bytes();
    }
    Exchange all = openings;
    all.size(Math.addExact(inputs.bytes(), bytes), Math.addExact(inputs.theirBytes(), bytes));
    inputs.write(all.out());
    int at = inputs.bytes();
    for (int chunk = 0; chunk < first; chunk++) {
      products(chunk).open(all.out(), at);
      at += products(chunk).bytes();
    }
    all.start();
    all.finish();
    inputs.read(all.in());
    at = inputs.theirBytes();
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

  /** Garbles, or evaluates and checks, all gates. */
  void compute() throws MpcException {
    long evaluation = session.nextNumber("garbling");
    TweakedHash hash =
        new TweakedHash(
            session.sid(),
            HashDomain.of(
                HashDomain.GATE, session.channelNumber(), material.garbler(), evaluation));
    try {
      block().begin(hash);
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
    } finally {
      hash.wipe();
    }
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
    int ofLabels = chunk == 0 ? Math.multiplyExact(inputs.count() * Material.WIDE_WORDS, lanes) : 0;
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
      if (chunk == 0) {
        drawLabels(ofLabels);
        Words.toBytes(inputLabels, 0, ofLabels, exchange.out(), 0);
      }
      process(chunk);
      Words.toBytes(words[chunk % TABLES], 0, ofTables, exchange.out(), ofLabels * Long.BYTES);
    }
    exchange.start();
  }

  /** The garbler sends the rest of a chunk; the evaluator evaluates and checks it. */
  private void finishTables(int chunk) throws MpcException {
    Exchange exchange = messages[chunk % TABLES];
    exchange.finish();
    if (!garbles) {
      int ofLabels = 0;
      if (chunk == 0) {
        ofLabels = inputs.count() * Material.WIDE_WORDS * lanes;
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
