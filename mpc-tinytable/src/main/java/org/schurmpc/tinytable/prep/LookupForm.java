package org.schurmpc.tinytable.prep;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.ot.HashDomain;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinytable.Material;

/**
 * Tables with the lookup MAC (DNNR17, Figures 3 and 8): of the share t that a party has of an entry
 * it holds the code F(M), and of the peer's share it holds the codes of all values, which it can
 * compute since it holds K, M = K + t Δ. A code is the first k bits of a hash.
 *
 * <ul>
 *   <li>One bit: the codes of 0 and 1 are H(K, i) and H(K + Δ, i), under a tweak i of the entry.
 *   <li>m bits: with the MACs of the bits M = Σ X^b M_b = K + t(X) Δ in GF(2^128), the code of v is
 *       H(K + v(X) Δ, i_v), under a tweak i_v of entry and value.
 * </ul>
 *
 * <p>The verifier's other codes are then unpredictable to the prover: they are H(M + c Δ, i) for
 * known M and c ≠ 0, where c Δ has all of Δ's entropy, since multiplication by c is one to one. For
 * that no tweak may be used for two entries under one Δ, whatever M the prover arranged. A tweak is
 * made of the purpose (gates or bigger tables, apart from all other uses of the hash), the party
 * whose Δ it is, the connection, the number of this writer on it ({@link HashDomain}), and a
 * counter that goes up by the number of entries, or of entries and values, and never back; a new
 * preprocessing draws a new Δ. H is keyed by the session in which the tables are made, and its
 * hashes are stored, so that nothing of it is needed online.
 */
final class LookupForm implements TableForm {
  /** Hashed at once. */
  private static final int ROWS = 1024;

  private static final int GATE_ROWS = Material.AND_ENTRIES * Material.BITS;
  private static final int MAX_VALUES = 256;

  /** X^128 in GF(2^128), as in {@link TableEntries}. */
  private static final long REDUCTION = 0x87;

  private final BitBlocks blocks;
  private final int party;
  private final Material material;
  private final TweakedHash hash;
  private final long[] delta;

  /** Of what this party holds MACs, and of what it holds keys: gates, then bigger tables. */
  private final long[] ownDomains;

  private final long[] peerDomains;
  private final int perLongLog;
  private long gateTweaks;
  private long tableTweaks;

  /** v(X) Δ for all v. */
  private final long[] multiples = new long[2 * MAX_VALUES];

  private final long[] rows = new long[2 * ROWS];
  private final long[] codes = new long[2 * ROWS];
  private final long[] tweaks = new long[ROWS];

  LookupForm(Session session, BitBlocks blocks, Material material) {
    this.blocks = blocks;
    this.party = session.party();
    this.material = material;
    this.hash = new TweakedHash(session.sid());
    this.delta = blocks.delta();
    this.perLongLog = Integer.numberOfTrailingZeros(Long.SIZE / material.scheme().k());
    long user = session.nextNumber("table codes");
    this.ownDomains = domains(session, session.peer(), user);
    this.peerDomains = domains(session, session.party(), user);
    fillMultiples();
  }

  private static long[] domains(Session session, int holder, long user) {
    int line = session.channelNumber();
    return new long[] {
      HashDomain.of(HashDomain.GATE_CODE, line, holder, user),
      HashDomain.of(HashDomain.TABLE_CODE, line, holder, user)
    };
  }

  private void fillMultiples() {
    long low = delta[0];
    long high = delta[1];
    for (int bit = 1; bit < MAX_VALUES; bit <<= 1) {
      for (int v = bit; v < 2 * bit; v++) {
        multiples[2 * v] = multiples[2 * (v - bit)] ^ low;
        multiples[2 * v + 1] = multiples[2 * (v - bit) + 1] ^ high;
      }
      long carry = -(high >>> 63);
      high = high << 1 | low >>> 63;
      low = low << 1 ^ (carry & REDUCTION);
    }
  }

  @Override
  public void ands(long[] data, int product, int left, int right, long[] item, int at) {
    PassiveForm.gateShares(data[product], data[left], data[right], party == 0, item, at);
    long first = gateTweaks;
    gateTweaks = Math.addExact(first, GATE_ROWS);
    int macs = blocks.macs();
    gateRows(data, product + macs, left + macs, right + macs);
    hash.hash(rows, 0, ownDomains[0], first, GATE_ROWS, codes, 0);
    put(GATE_ROWS, item, at + Material.ownCodes(), 0, 1);
    int keys = blocks.keys();
    gateRows(data, product + keys, left + keys, right + keys);
    if (party == 1) {
      // The first party's share of the last entry has the public one added.
      addDelta(Material.AND_ENTRIES - 1, Material.AND_ENTRIES);
    }
    int peers = at + material.peerCodes();
    hash.hash(rows, 0, peerDomains[0], first, GATE_ROWS, codes, 0);
    put(GATE_ROWS, item, peers, 0, 2);
    addDelta(0, 1);
    hash.hash(rows, 0, peerDomains[0], first, GATE_ROWS, codes, 0);
    put(GATE_ROWS, item, peers, 1, 2);
  }

  /** Entry 2c + d is p + c r_v + d r_u: the rows of lane after lane, entry after entry. */
  private void gateRows(long[] data, int product, int left, int right) {
    for (int half = 0; half < 2; half++) {
      int plane = half * Material.BITS;
      for (int lane = 0; lane < Material.BITS; lane++) {
        long p = data[product + plane + lane];
        long u = data[left + plane + lane];
        long v = data[right + plane + lane];
        int to = 2 * Material.AND_ENTRIES * lane + half;
        rows[to] = p;
        rows[to + 2] = p ^ u;
        rows[to + 4] = p ^ v;
        rows[to + 6] = p ^ u ^ v;
      }
    }
  }

  /** Adds Δ to some rows of the gates, in steps. */
  private void addDelta(int first, int step) {
    for (int row = first; row < GATE_ROWS; row += step) {
      rows[2 * row] ^= delta[0];
      rows[2 * row + 1] ^= delta[1];
    }
  }

  @Override
  public void table(TableEntries entries, int lane, LookupTable table, long[] item, int at) {
    PassiveForm.values(entries, lane, table, item, at);
    long first = tableTweaks;
    int outputBits = table.outputBits();
    tableTweaks = Math.addExact(first, (long) table.entries() << outputBits);
    int own = at + Material.valueLongs(table.inputBits(), outputBits);
    for (int from = 0; from < table.entries(); from += ROWS) {
      ownCodes(entries, lane, first, from, outputBits);
      put(Math.min(ROWS, table.entries() - from), item, own, from, 1);
    }
    int peers = at + material.peerCodes(table.inputBits(), outputBits);
    int step = ROWS >> outputBits;
    for (int from = 0; from < table.entries(); from += step) {
      int n = Math.min(step, table.entries() - from) << outputBits;
      keyRows(entries, lane, from, n, outputBits);
      long tweak = first + ((long) from << outputBits);
      hash.hash(rows, 0, peerDomains[1], tweak, n, codes, 0);
      put(n, item, peers, from << outputBits, 1);
    }
  }

  /** The value, secret, is in the tweak. */
  private void ownCodes(TableEntries entries, int lane, long first, int from, int outputBits) {
    int n = Math.min(ROWS, entries.entries() - from);
    for (int i = 0; i < n; i++) {
      int row = entries.row(from + i, lane);
      rows[2 * i] = entries.macs()[row];
      rows[2 * i + 1] = entries.macs()[row + entries.stride()];
      tweaks[i] = first + ((long) (from + i) << outputBits) + entries.share(from + i, lane);
    }
    hash.hash(rows, 0, ownDomains[1], tweaks, n, codes, 0);
  }

  private void keyRows(TableEntries entries, int lane, int from, int n, int outputBits) {
    int values = 1 << outputBits;
    for (int done = 0; done < n; done += values) {
      int row = entries.row(from + (done >> outputBits), lane);
      long low = entries.keys()[row];
      long high = entries.keys()[row + entries.stride()];
      for (int v = 0; v < values; v++) {
        rows[2 * (done + v)] = low ^ multiples[2 * v];
        rows[2 * (done + v) + 1] = high ^ multiples[2 * v + 1];
      }
    }
  }

  /** Writes the codes of {@code n} hashes, the first with a number, the others in steps. */
  private void put(int n, long[] item, int start, int number, int step) {
    int k = material.scheme().k();
    if (k == Long.SIZE) {
      for (int i = 0; i < n; i++) {
        item[start + number + i * step] = codes[2 * i];
      }
      return;
    }
    long mask = material.codeMask();
    int inLong = (1 << perLongLog) - 1;
    for (int i = 0; i < n; i++) {
      int code = number + i * step;
      item[start + (code >> perLongLog)] |= (codes[2 * i] & mask) << ((code & inLong) * k);
    }
  }

  @Override
  public void wipe() {
    hash.wipe();
    for (long[] secret : new long[][] {delta, multiples, rows, codes, tweaks}) {
      Secrets.wipe(secret);
    }
  }
}
