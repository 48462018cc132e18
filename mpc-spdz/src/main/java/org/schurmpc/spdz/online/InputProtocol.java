package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;

/**
 * Inputs of bits, which are bits whatever a peer sends: each input uses a bit ⟨b⟩ of its owner
 * ({@link OwnersBits}). The owner sends e = x + b, one bit, and all set ⟨x⟩ = ⟨b⟩ + e. A shared
 * input is the sum of one input of each party; a public input is x + ⟨0⟩.
 *
 * <p>All inputs of a circuit take one opening, one check and one more round.
 */
final class InputProtocol {
  private final Session session;
  private final int lanes;
  private final GlobalMacCheck macs;
  private final OwnersBits bits;

  InputProtocol(Session session, int lanes, GlobalMacCheck macs, OwnersBits bits) {
    this.session = session;
    this.lanes = lanes;
    this.macs = macs;
    this.bits = bits;
  }

  void input(InputBatch batch, BitMatrix mine, Wires wires) throws MpcException {
    int parties = session.parties();
    int[] counts = new int[parties];
    int all = 0;
    for (int party = 0; party < parties; party++) {
      counts[party] = Math.multiplyExact(contributions(batch, party), lanes);
      all = Math.addExact(all, counts[party]);
    }
    for (int wire = 0; wire < batch.size(); wire++) {
      wires.clear(batch.slot(wire));
      if (batch.source(wire) instanceof InputSource.Public) {
        wires.addPublic(batch.slot(wire), mine.words(), mine.offset(wire));
      }
    }
    if (all == 0) {
      return;
    }
    try (bits) {
      bits.take(counts);
      byte[][] messages = new byte[parties][];
      Arrays.setAll(messages, party -> new byte[(counts[party] + 7) / 8]);
      mask(batch, mine, messages[session.party()]);
      Broadcasts.exchange(session, macs.broadcasts(), messages);
      Broadcasts.requirePadding(session, messages, counts);
      for (int party = 0; party < parties; party++) {
        add(batch, party, messages[party], wires);
      }
    }
  }

  private static int contributions(InputBatch batch, int party) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.source(wire).contributes(party) ? 1 : 0;
    }
    return count;
  }

  /** Computes this party's inputs e = x + b, which are public. */
  private void mask(InputBatch batch, BitMatrix mine, byte[] message) {
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(session.party())) {
        for (int lane = 0; lane < lanes; lane++, number++) {
          long x = mine.words()[mine.offset(wire) + lane / Long.SIZE] >>> lane & 1;
          long e = x ^ bits.own(number);
          message[number / 8] |= (byte) (e << number % 8);
        }
      }
    }
  }

  /** Adds the contribution of one party to each wire: ⟨b⟩ + e. */
  private void add(InputBatch batch, int party, byte[] message, Wires wires) {
    long[] words = new long[BitMatrix.wordsFor(lanes)];
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(party)) {
        wires.add(batch.slot(wire), bits.shares(), bits.start(party) + number);
        Arrays.fill(words, 0);
        for (int lane = 0; lane < lanes; lane++, number++) {
          long eight = message[number / 8];
          words[lane / Long.SIZE] |= (eight >>> number % 8 & 1) << lane;
        }
        wires.addPublic(batch.slot(wire), words, 0);
      }
    }
  }
}
