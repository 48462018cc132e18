package org.schurmpc.garbled.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.Material;

/**
 * Evaluates layers of AND gates on values, as TinyOT does (NNOB12): with a triple and a round for
 * each layer, in place of a table. Wires that were garbled have a value for nothing. An output's
 * value is then used as its mask, with the public Λ = 0 and the label 0, so that garbled gates can
 * follow for nothing, too: a mask need not be random where Λ is public.
 *
 * <p>A layer goes in pieces, a few of which are on the line at once. A piece's openings come with
 * the proof of their MACs, which is compared before anything depends on them.
 */
final class OpenedLayers {
  /** Number of pieces whose openings are on the line at once. */
  private static final int AHEAD = 3;

  private final int lanes;
  private final int gatesOfPiece;
  private final WireMasks wires;
  private final Labels labels;
  private final MaskedProducts[] products = new MaskedProducts[AHEAD];
  private final Exchange[] openings = new Exchange[AHEAD];

  /**
   * Creates an evaluator of layers.
   *
   * @param longest number of gate-lanes of a piece, about
   * @param proofs makes the proofs of all pieces
   * @param macs holds the MACs of one proof
   */
  OpenedLayers(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      long[] delta,
      int longest,
      WireMasks wires,
      Labels labels,
      MacProof proofs,
      MacLog macs) {
    this.lanes = layout.lanes();
    this.gatesOfPiece = ChunkWalk.gates(longest, lanes);
    this.wires = wires;
    this.labels = labels;
    for (int i = 0; i < AHEAD; i++) {
      products[i] = new MaskedProducts(session, store, layout, material, delta, proofs, macs);
      openings[i] = new Exchange(session);
    }
  }

  /** Evaluates the gates of a layer. */
  void evaluate(MulBatch batch) throws MpcException {
    int pieces = (batch.size() + gatesOfPiece - 1) / gatesOfPiece;
    for (int piece = 0; piece < pieces + AHEAD; piece++) {
      if (piece >= AHEAD && piece - AHEAD < pieces) {
        finish(batch, piece - AHEAD);
      }
      if (piece < pieces) {
        start(batch, piece);
      }
    }
  }

  private int from(int piece) {
    return piece * gatesOfPiece;
  }

  private int to(MulBatch batch, int piece) {
    return Math.min(batch.size(), from(piece) + gatesOfPiece);
  }

  private void start(MulBatch batch, int piece) throws MpcException {
    MaskedProducts of = products[piece % AHEAD];
    int to = to(batch, piece);
    of.beginValues(to - from(piece));
    of.recordValues(batch, from(piece), to, wires, labels);
    Exchange exchange = openings[piece % AHEAD];
    exchange.size(of.bytes(), of.bytes());
    of.open(exchange.out(), 0);
    exchange.start();
  }

  private void finish(MulBatch batch, int piece) throws MpcException {
    MaskedProducts of = products[piece % AHEAD];
    Exchange exchange = openings[piece % AHEAD];
    exchange.finish();
    of.finish(exchange.in(), 0);
    of.giveValues(batch, from(piece), to(batch, piece), wires, labels);
  }

  void wipe() {
    for (int i = 0; i < AHEAD; i++) {
      products[i].wipe();
      openings[i].wipe();
    }
  }
}
