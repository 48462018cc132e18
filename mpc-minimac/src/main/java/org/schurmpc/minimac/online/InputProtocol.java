package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.Packing;

/**
 * Inputs (F_MPC of DLT14, Fig. 1): with [[r]] such that only the owner knows r, the owner sends the
 * k data symbols of x + r to all parties, and they set [[x]] = C(x + r) + [[r]]. A shared input is
 * the sum of one input of each party; a public input is C(x) + [[0]]. All inputs of a circuit take
 * one exchange. With more than two parties they take one more exchange, in which the parties
 * compare the messages sent to all.
 *
 * <p>A peer can only change its own inputs, and they are bits whatever the peer sends. With one
 * lane for each symbol this requires a check: x + r must be a word of symbols 0 and 1; since the
 * data of r are such symbols, so are those of x. Without the check a peer could input any element
 * of F_256. Over this field the circuit is another function, which may reveal more about this
 * party's inputs than the circuit does.
 */
final class InputProtocol {
  private final Session session;
  private final Material material;
  private final PrepStore store;
  private final Encoder encoder;
  private final PublicWords publicWords;
  private final XorKernels kernels;
  private final int k;
  private final Packing packing;
  private final Lanes lanes;

  private final long[] word = new long[Codeword.LONGS];

  /**
   * Creates the protocol.
   *
   * @param encoder encoder of C
   */
  InputProtocol(
      Session session,
      Material material,
      PrepStore store,
      Encoder encoder,
      Packing packing,
      Lanes lanes,
      PublicWords publicWords,
      XorKernels kernels) {
    this.session = session;
    this.material = material;
    this.store = store;
    this.encoder = encoder;
    this.publicWords = publicWords;
    this.kernels = kernels;
    this.k = encoder.code().k();
    this.packing = packing;
    this.lanes = lanes;
  }

  void input(InputBatch batch, BitMatrix mine, Wires wires) throws MpcException {
    int parties = session.parties();
    int party = session.party();
    byte[][] messages = new byte[parties][];
    int[] lengths = new int[parties];
    for (int i = 0; i < parties; i++) {
      lengths[i] = Math.multiplyExact(contributions(batch, i), k);
      messages[i] = new byte[lengths[i]];
    }
    for (int wire = 0; wire < batch.size(); wire++) {
      wires.clear(batch.slot(wire));
      if (batch.source(wire) instanceof InputSource.Public) {
        lanes.pack(mine, wire, word, 0);
        addEncoded(wires, batch.slot(wire));
      }
    }
    addMasked(batch, party, mine, messages[party], wires);
    byte[][] out = new byte[parties][];
    int[] outLengths = new int[parties];
    Arrays.fill(out, messages[party]);
    Arrays.fill(outLengths, lengths[party]);
    session.exchangeAll(out, outLengths, messages, lengths);
    BroadcastCheck broadcast = new BroadcastCheck(session);
    for (int i = 0; i < parties; i++) {
      broadcast.log(i, messages[i], lengths[i]);
    }
    broadcast.check();
    for (int peer : session.peers()) {
      addMasked(batch, peer, null, messages[peer], wires);
    }
    Arrays.fill(word, 0);
  }

  private static int contributions(InputBatch batch, int party) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.source(wire).contributes(party) ? 1 : 0;
    }
    return count;
  }

  /**
   * Adds the contribution of one party to each wire: [[r]] + C(x + r).
   *
   * @param values the inputs if the party is this one: their masked form is written to {@code
   *     messages}; {@code null} if the party is the peer: the masked form is read from {@code
   *     messages}
   */
  private void addMasked(
      InputBatch batch, int party, BitMatrix values, byte[] messages, Wires wires)
      throws MpcException {
    int at = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(party)) {
        Lease mask = store.lease(material.inputMask(party), 1);
        if (values == null) {
          SymbolCodec.unpack(messages, at, k, word, 0);
          requireLanesOnly();
        } else {
          lanes.pack(values, wire, word, 0);
          kernels.xorInto(word, 0, mask.data(), mask.offset() + AuthWord.SHARE, Codeword.LONGS);
          SymbolCodec.pack(word, 0, k, messages, at);
        }
        at += k;
        int slot = wires.offset(batch.slot(wire));
        kernels.xorInto(wires.words(), slot, mask.data(), mask.offset(), material.word().longs());
        addEncoded(wires, batch.slot(wire));
      }
    }
  }

  /** Refuses a masked input, in {@link #word}, with bits set outside the lanes. */
  private void requireLanesOnly() throws MpcException {
    long others = 0;
    for (int j = packing.planes() * Codeword.PLANE_LONGS; j < Codeword.LONGS; j++) {
      others |= word[j];
    }
    session.require(others == 0, Check.MALFORMED, "a masked input is not a vector of bits");
  }

  /** Adds the codeword of the data symbols in {@link #word}, which are public now. */
  private void addEncoded(Wires wires, int slot) {
    encoder.encode(word, 0, word, 0);
    publicWords.add(wires.words(), wires.offset(slot), word, 0);
  }
}
