package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Random shared bits ⟨b⟩ that their owner knows alone. With them it inputs bits x, which are bits
 * whatever it sends: e = x + b modulo 2 is one bit on the wire, from which all compute ⟨x⟩.
 *
 * <p>Over a prime field the owner has proven in the preprocessing that they are bits, and nothing
 * is sent. In characteristic 2 nobody knows the bits of the material: all parties open ⟨b⟩ + ⟨r⟩,
 * where the owner knows r, and check these openings; one opening and one check for all bits.
 */
final class OwnersBits implements AutoCloseable {
  private final Session session;
  private final Field field;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final OwnedValues proven; // over a prime field; else null
  private final LeasedValues bits;
  private final OwnedValues masks;
  private Shares shares;
  private int[] starts;

  /** This party's own bits, 0 or 1. */
  private byte[] own = {};

  OwnersBits(
      Session session,
      PrepStore store,
      Material material,
      GlobalMacCheck macs,
      Opening opening,
      OwnedValues masks) {
    this.session = session;
    this.field = material.field();
    this.macs = macs;
    this.opening = opening;
    this.proven = field.isBinary() ? null : OwnedValues.bits(store, material, session.parties());
    this.bits = new LeasedValues(store, material, material.bits());
    this.masks = masks;
    this.shares = new Shares(field, 0);
  }

  /**
   * Takes new bits for all parties, in place of those taken before.
   *
   * @param counts number of bits of each party
   */
  void take(int[] counts) throws MpcException {
    close();
    starts = new int[counts.length + 1];
    for (int party = 0; party < counts.length; party++) {
      starts[party + 1] = Math.addExact(starts[party], counts[party]);
    }
    shares = new Shares(field, starts[counts.length]);
    long[] mine = proven == null ? reveal() : lease();
    try {
      read(mine, counts[session.party()]);
    } finally {
      Secrets.wipe(mine);
    }
  }

  /** Returns the shares of all bits: the first party's, followed by the second's, and so on. */
  Shares shares() {
    return shares;
  }

  /** Returns the number of a party's first bit among all. */
  int start(int party) {
    return starts[party];
  }

  /** Returns one of this party's own bits. */
  int own(int i) {
    return own[i];
  }

  /** Takes proven bits, and returns this party's own. */
  private long[] lease() throws MpcException {
    for (int party = 0; party < session.parties(); party++) {
      int count = starts[party + 1] - starts[party];
      proven.of(party).lease(count);
      proven.of(party).copy(0, count, 0, shares, starts[party]);
    }
    long[] mine = new long[longs(session.party())];
    proven.of(session.party()).copyClear(0, mine.length / field.limbs(), mine, 0);
    proven.release();
    return mine;
  }

  private int longs(int party) {
    return (starts[party + 1] - starts[party]) * field.limbs();
  }

  /**
   * Takes bits that nobody knows, and returns this party's own. Without the check, an owner with a
   * wrong value would send its input under a bit other than b, and reveal how the bit depends on
   * the input.
   */
  private long[] reveal() throws MpcException {
    long[] mine = open();
    macs.check();
    long[] r = new long[mine.length];
    masks.of(session.party()).copyClear(0, r.length / field.limbs(), r, 0);
    field.subtract(mine, 0, r, 0, mine, 0, r.length / field.limbs());
    Secrets.wipe(r);
    masks.release();
    return mine;
  }

  /** Opens all bits under their masks and returns the values of this party's own. */
  private long[] open() throws MpcException {
    int n = shares.count();
    bits.lease(n);
    bits.copy(0, n, 0, shares, 0);
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
      field.add(shares.values(), 0, mask.values(), 0, opening.values(), at, n);
      field.add(shares.macs(), 0, mask.macs(), 0, opening.macs(), at, n);
    } finally {
      mask.wipe();
    }
    opening.openWritten();
    int from = opening.at(starts[session.party()]);
    return Arrays.copyOfRange(opening.values(), from, from + longs(session.party()));
  }

  private void read(long[] bits, int n) throws MpcException {
    own = new byte[n];
    BitReader reader = new BitReader(field);
    for (int i = 0; i < n; i++) {
      own[i] = (byte) reader.bit(bits, i * field.limbs());
    }
    session.require(reader.all(), Check.MAC, "a random bit is neither 0 nor 1");
  }

  /** Wipes the bits that were taken. */
  @Override
  public void close() {
    shares.wipe();
    Secrets.wipe(own);
  }
}
