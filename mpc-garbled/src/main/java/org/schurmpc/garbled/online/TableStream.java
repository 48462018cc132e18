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
 * tables. The openings of the first two chunks travel with the inputs; then, while the tables of
 * chunk i are made, sent and evaluated, the openings of chunk i + 2 are on their way. So a circuit
 * of up to two chunks takes two messages, and a longer one keeps the line busy with a bounded
 * number of chunks in memory.
 *
 * <p>The garbler garbles a chunk after it has compared the proof of the chunk's openings, and the
 * evaluator evaluates it after it has. The evaluator judges the gates of a chunk at its end, before
 * it sends or evaluates anything else.
 */
final class TableStream {
  /** Number of chunks whose openings are ahead of the tables. */
  private static final int AHEAD = 2;

  /** Number of chunks whose masks are in memory: two ahead, one garbled, one on the line. */
  private static final int RING = AHEAD + 2;

  private static final int INITIAL_LOG_WORDS = 1 << 12;
  private static final int PARTIES = 2;

  private final Session session;
  private final int lanes;
  private final Material material;
  private final boolean garbles;
  private final long[] delta;
  private final int gatesOfChunk;
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

  private final Exchange[] openings = new Exchange[AHEAD];
  private final Exchange[] messages = new Exchange[AHEAD];

  /** The labels of masked inputs and the tables of a chunk, as they are sent. */
  private final long[][] words = new long[AHEAD][0];

  private long[] inputLabels = new long[0];
  private LayeredCircuit circuit;
  private ChunkWalk maskWalk;
  private ChunkWalk tableWalk;
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
      int gateLanes,
      WireMasks wires,
      MaskedInputs inputs,
      Labels labels) {
    this.session = session;
    this.lanes = layout.lanes();
    this.material = material;
    this.garbles = session.party() == material.garbler();
    this.delta = delta;
    this.gatesOfChunk = ChunkWalk.gates(gateLanes, lanes);
    this.wires = wires;
    this.inputs = inputs;
    this.labels = labels;
    this.proofs = new MacProof(session);
    for (int i = 0; i < RING; i++) {
      products[i] = new MaskedProducts(session, store, layout, material, delta, proofs, macs);
    }
    for (int i = 0; i < AHEAD; i++) {
      openings[i] = new Exchange();
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
    chunks = Math.max(1, (int) (((long) of.andCount() + gatesOfChunk - 1) / gatesOfChunk));
    int first = Math.min(AHEAD, chunks);
    int bytes = 0;
    for (int chunk = 0; chunk < first; chunk++) {
      mask(chunk);
      bytes += products(chunk).bytes();
    }
    Exchange all = openings[0];
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
        boolean more = chunk + AHEAD < chunks;
        if (more) {
          startOpenings(chunk + AHEAD);
        }
        startTables(chunk);
        if (chunk > 0) {
          finishTables(chunk - 1);
        }
        if (more) {
          finishOpenings(chunk + AHEAD);
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
    Exchange exchange = openings[chunk % AHEAD];
    exchange.size(bytes, bytes);
    products(chunk).open(exchange.out(), 0);
    exchange.start();
  }

  private void finishOpenings(int chunk) throws MpcException {
    openings[chunk % AHEAD].finish();
    products(chunk).finish(openings[chunk % AHEAD].in(), 0);
  }

  /** The garbler garbles a chunk and begins to send it; the evaluator is ready for it. */
  private void startTables(int chunk) throws MpcException {
    int ofLabels = chunk == 0 ? Math.multiplyExact(inputs.count() * Material.WIDE_WORDS, lanes) : 0;
    int ofTables = gatesOf(chunk) * lanes * Garbler.tableLongs(material.macWords());
    int bytes = Math.multiplyExact(Math.addExact(ofLabels, ofTables), Long.BYTES);
    Exchange exchange = messages[chunk % AHEAD];
    exchange.size(garbles ? bytes : 0, garbles ? 0 : bytes);
    if (words[chunk % AHEAD].length < ofTables) {
      Secrets.wipe(words[chunk % AHEAD]);
      words[chunk % AHEAD] = new long[ofTables];
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
      Words.toBytes(words[chunk % AHEAD], 0, ofTables, exchange.out(), ofLabels * Long.BYTES);
    }
    exchange.start();
  }

  /** The garbler sends the rest of a chunk; the evaluator evaluates and checks it. */
  private void finishTables(int chunk) throws MpcException {
    Exchange exchange = messages[chunk % AHEAD];
    exchange.finish();
    if (!garbles) {
      int ofLabels = 0;
      if (chunk == 0) {
        ofLabels = inputs.count() * Material.WIDE_WORDS * lanes;
        Words.fromBytes(exchange.in(), 0, inputLabels, 0, ofLabels);
        takeLabels();
      }
      int ofTables = gatesOf(chunk) * lanes * Garbler.tableLongs(material.macWords());
      Words.fromBytes(exchange.in(), ofLabels * Long.BYTES, words[chunk % AHEAD], 0, ofTables);
      process(chunk);
      session.require(gates.passed(), Check.GATE, "a bit of the garbler's has a wrong MAC");
    }
  }

  private void process(int chunk) {
    block().begin(products(chunk).masks(), words[chunk % AHEAD]);
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
    for (int i = 0; i < AHEAD; i++) {
      openings[i].wipe();
      messages[i].wipe();
      Secrets.wipe(words[i]);
    }
    Secrets.wipe(inputLabels);
    block().wipe();
    macs.wipe();
    proofs.wipe();
  }
}
