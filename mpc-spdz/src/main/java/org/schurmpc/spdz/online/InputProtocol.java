package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Inputs of bits, which are bits whatever a peer sends: each input uses a random shared bit ⟨b⟩
 * that is revealed to its owner only. All parties open ⟨b⟩ + ⟨r⟩, where the owner knows r, and
 * check these openings. The owner sends e = x + b, one bit, and all set ⟨x⟩ = ⟨b⟩ + e. A shared
 * input is the sum of one input of each party; a public input is x + ⟨0⟩.
 *
 * <p>All inputs of a circuit take one opening, one check and one more round.
 */
final class InputProtocol {
  private final Session session;
  private final Field field;
  private final int lanes;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final LeasedValues bits;
  private final InputMasks masks;

  InputProtocol(
      Session session,
      PrepStore store,
      Material material,
      int lanes,
      GlobalMacCheck macs,
      Opening opening,
      InputMasks masks) {
    this.session = session;
    this.field = material.field();
    this.lanes = lanes;
    this.macs = macs;
    this.opening = opening;
    this.bits = new LeasedValues(store, material, material.bits());
    this.masks = masks;
  }

  void input(InputBatch batch, BitMatrix mine, Wires wires) throws MpcException {
    int parties = session.parties();
    int[] counts = new int[parties];
    int[] starts = new int[parties + 1];
    for (int party = 0; party < parties; party++) {
      counts[party] = Math.multiplyExact(contributions(batch, party), lanes);
      starts[party + 1] = Math.addExact(starts[party], counts[party]);
    }
    for (int wire = 0; wire < batch.size(); wire++) {
      wires.clear(batch.slot(wire));
      if (batch.source(wire) instanceof InputSource.Public) {
        wires.addPublic(batch.slot(wire), mine.words(), mine.offset(wire));
      }
    }
    if (starts[parties] == 0) {
      return;
    }
    Shares random = new Shares(field, starts[parties]);
    try {
      long[] opened = openMasked(random, starts);
      byte[][] messages = new byte[parties][];
      Arrays.setAll(messages, party -> new byte[(counts[party] + 7) / 8]);
      mask(batch, mine, opened, starts[session.party()], messages[session.party()]);
      Broadcasts.exchange(session, macs.broadcasts(), messages);
      for (int party = 0; party < parties; party++) {
        add(batch, party, random, starts[party], messages[party], wires);
      }
    } finally {
      random.wipe();
    }
    masks.release();
  }

  private static int contributions(InputBatch batch, int party) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += batch.source(wire).contributes(party) ? 1 : 0;
    }
    return count;
  }

  /**
   * Opens b + r for all bits and parties, and checks the opened values. Without the check, an owner
   * with a wrong value would send its input under a bit other than b, and reveal how the bit
   * depends on the input.
   *
   * @param random receives ⟨b⟩
   */
  private long[] openMasked(Shares random, int[] starts) throws MpcException {
    int n = random.count();
    bits.lease(n);
    bits.copy(0, n, 0, random, 0);
    bits.release();
    opening.begin(n);
    int at = opening.at(0);
    Shares mask = new Shares(field, n);
    try {
      for (int party = 0; party < session.parties(); party++) {
        int count = starts[party + 1] - starts[party];
        masks.of(party).lease(count);
        masks.of(party).copy(0, count, 0, mask, starts[party]);
      }
      field.add(random.values(), 0, mask.values(), 0, opening.values(), at, n);
      field.add(random.macs(), 0, mask.macs(), 0, opening.macs(), at, n);
    } finally {
      mask.wipe();
    }
    opening.openWritten();
    int longs = n * field.limbs();
    long[] opened = Arrays.copyOfRange(opening.values(), at, at + longs);
    macs.check();
    return opened;
  }

  /** Computes this party's inputs e = x + b, which are public. */
  private void mask(InputBatch batch, BitMatrix mine, long[] opened, int start, byte[] message)
      throws MpcException {
    int limbs = field.limbs();
    int party = session.party();
    int n = contributions(batch, party) * lanes;
    long[] b = new long[n * limbs];
    masks.of(party).copyClear(0, n, b, 0);
    field.subtract(opened, start * limbs, b, 0, b, 0, n);
    BitReader reader = new BitReader(field);
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(party)) {
        for (int lane = 0; lane < lanes; lane++, number++) {
          long x = mine.words()[mine.offset(wire) + lane / Long.SIZE] >>> lane & 1;
          long e = x ^ reader.bit(b, number * limbs);
          message[number / 8] |= (byte) (e << number % 8);
        }
      }
    }
    Secrets.wipe(b);
    session.require(reader.all(), Check.MAC, "a random bit is neither 0 nor 1");
  }

  /** Adds the contribution of one party to each wire: ⟨b⟩ + e. */
  private void add(
      InputBatch batch, int party, Shares random, int start, byte[] message, Wires wires) {
    long[] words = new long[BitMatrix.wordsFor(lanes)];
    int number = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire).contributes(party)) {
        wires.add(batch.slot(wire), random, start + number);
        Arrays.fill(words, 0);
        for (int lane = 0; lane < lanes; lane++, number++) {
          long bits = message[number / 8];
          words[lane / Long.SIZE] |= (bits >>> number % 8 & 1) << lane;
        }
        wires.addPublic(batch.slot(wire), words, 0);
      }
    }
  }
}
