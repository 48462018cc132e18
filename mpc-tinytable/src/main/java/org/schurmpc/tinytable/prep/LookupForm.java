package org.schurmpc.tinytable.prep;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.ot.HashDomain;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinytable.material.Material;

/**
 * Tables with the lookup MAC (DNNR17, Figures 3 and 8). For its share t of an entry a party holds
 * the code F(M). For the peer's share it holds the codes of all values, which it can compute from
 * K, since M = K + t Δ. A code is the first k bits of a hash.
 *
 * <p>The codes of the values 0 and 1 of a bit are H(K, i) and H(K + Δ, i), with a separate tweak i
 * for each bit. The code of a wider entry is the sum of the codes of its bits: only the sum of the
 * codes of all openings is ever compared, so the scheme is that for bits. It takes 2 m hashes for
 * the 2^m codes of m bits.
 *
 * <p>The verifier's other codes are then unpredictable to the prover: for each bit in which they
 * differ from its own they have a term H(M + Δ, i) in the place of H(M, i), for a known M. For
 * this, no tweak may be used for two bits under one Δ, whatever M the prover arranged. A tweak
 * consists of the purpose (gates or bigger tables, separate from all other uses of the hash), the
 * party whose Δ is used, the connection, the number of this writer on the connection ({@link
 * HashDomain}), and a counter that only increases, by the number of bits; a new preprocessing draws
 * a new Δ. H is keyed by the session in which the tables are made. Its hashes are stored, so that
 * the online phase does not evaluate H.
 */
final class LookupForm implements TableForm {
  /** Number of rows hashed at once. */
  private static final int ROWS = 1024;

  private static final int GATE_ROWS = Material.AND_ENTRIES * Material.BITS;
  private static final int MAX_VALUES = 256;

  private final BitBlocks blocks;
  private final int party;
  private final Material material;
  private final long[] delta;

  /**
   * Hashes for the values whose MACs this party holds, and for those whose keys it holds: gates,
   * then bigger tables.
   */
  private final TweakedHash[] ownHashes;

  private final TweakedHash[] peerHashes;
  private final int k;
  private final int perLongLog;
  private final long codeMask;

  /** A one at the position of each code of a long. */
  private final long everywhere;

  private long gateTweaks;
  private long tableTweaks;

  private final long[] rows = new long[2 * ROWS];

  /** Hashes, of which the lower longs are used; of the peer's zeros and ones. */
  private final long[] codes = new long[2 * ROWS];

  private final long[] ones = new long[2 * ROWS];
  private final long[] values = new long[MAX_VALUES];

  LookupForm(Session session, BitBlocks blocks, Material material) {
    this.blocks = blocks;
    this.party = session.party();
    this.material = material;
    this.delta = blocks.delta();
    this.k = material.scheme().k();
    this.perLongLog = Integer.numberOfTrailingZeros(Long.SIZE / k);
    this.codeMask = material.codeMask();
    this.everywhere = Long.divideUnsigned(-1L, codeMask);
    long user = session.nextNumber("table codes");
    this.ownHashes = hashes(session, session.peer(), user);
    this.peerHashes = hashes(session, session.party(), user);
  }

  private static TweakedHash[] hashes(Session session, int holder, long user) {
    int line = session.channelNumber();
    long gates = HashDomain.of(HashDomain.GATE_CODE, line, holder, user);
    long tables = HashDomain.of(HashDomain.TABLE_CODE, line, holder, user);
    return new TweakedHash[] {
      new TweakedHash(session.sid(), gates), new TweakedHash(session.sid(), tables)
    };
  }

  @Override
  public void ands(long[] data, int product, int left, int right, long[] item, int at) {
    PassiveForm.gateShares(data[product], data[left], data[right], party == 0, item, at);
    long first = gateTweaks;
    gateTweaks = Math.addExact(first, GATE_ROWS);
    int macs = blocks.macs();
    gateRows(data, product + macs, left + macs, right + macs);
    ownHashes[0].hash(rows, 0, first, GATE_ROWS, codes, 0);
    put(GATE_ROWS, item, at + Material.ownCodes(), 0, 1);
    int keys = blocks.keys();
    gateRows(data, product + keys, left + keys, right + keys);
    if (party == 1) {
      // The public value is added to the first party's share of the last entry.
      addDelta(Material.AND_ENTRIES - 1, Material.AND_ENTRIES, GATE_ROWS);
    }
    int peers = at + material.peerCodes();
    peerHashes[0].hash(rows, 0, first, GATE_ROWS, codes, 0);
    put(GATE_ROWS, item, peers, 0, 2);
    addDelta(0, 1, GATE_ROWS);
    peerHashes[0].hash(rows, 0, first, GATE_ROWS, codes, 0);
    put(GATE_ROWS, item, peers, 1, 2);
  }

  /** Computes the rows of entries 2c + d, p + c r_v + d r_u: lane after lane, entry after entry. */
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

  /** Adds Δ to some of {@code n} rows, in steps. */
  private void addDelta(int first, int step, int n) {
    for (int row = first; row < n; row += step) {
      rows[2 * row] ^= delta[0];
      rows[2 * row + 1] ^= delta[1];
    }
  }

  @Override
  public void table(TableEntries entries, int lane, LookupTable table, long[] item, int at) {
    PassiveForm.values(entries, lane, table, item, at);
    long first = tableTweaks;
    int m = table.outputBits();
    tableTweaks = Math.addExact(first, (long) m * table.entries());
    int own = at + Material.valueLongs(table.inputBits(), m);
    int peers = at + material.peerCodes(table.inputBits(), m);
    int step = Math.min(ROWS >> 3, table.entries()); // rows of up to 8 bits
    for (int from = 0; from < table.entries(); from += step) {
      int n = step * m;
      long tweak = first + (long) m * from;
      gather(entries, entries.macs(), lane, from, step, m);
      ownHashes[1].hash(rows, 0, tweak, n, codes, 0);
      ownCodes(step, m, item, own, from);
      gather(entries, entries.keys(), lane, from, step, m);
      peerHashes[1].hash(rows, 0, tweak, n, codes, 0);
      addDelta(0, 1, n);
      peerHashes[1].hash(rows, 0, tweak, n, ones, 0);
      peerCodes(step, m, item, peers, from);
    }
  }

  /** Gathers the rows of the bits of entry after entry. */
  private void gather(TableEntries entries, long[] from, int lane, int entry, int count, int m) {
    for (int bit = 0; bit < m; bit++) {
      for (int i = 0; i < count; i++) {
        int row = entries.row(bit * entries.entries() + entry + i, lane);
        int to = 2 * (i * m + bit);
        rows[to] = from[row];
        rows[to + 1] = from[row + entries.stride()];
      }
    }
  }

  private void ownCodes(int count, int m, long[] item, int start, int number) {
    for (int i = 0; i < count; i++) {
      long sum = 0;
      for (int bit = 0; bit < m; bit++) {
        sum ^= codes[2 * (i * m + bit)];
      }
      codes[2 * i] = sum; // the old content has been read
    }
    put(count, item, start, number, 1);
  }

  /**
   * Computes the codes of all values of each entry, doubled bit by bit: first within a long, then
   * longs.
   */
  private void peerCodes(int count, int m, long[] item, int start, int number) {
    int longs = Math.max(1, (1 << m) >> perLongLog);
    for (int i = 0; i < count; i++) {
      long zero = 0;
      for (int bit = 0; bit < m; bit++) {
        zero ^= codes[2 * (i * m + bit)];
      }
      values[0] = zero & codeMask;
      for (int bit = 0; bit < m; bit++) {
        int row = 2 * (i * m + bit);
        add(((codes[row] ^ ones[row]) & codeMask) * everywhere, bit);
      }
      int code = (number + i) << m;
      int shift = (code & ((1 << perLongLog) - 1)) * k;
      int to = start + (code >> perLongLog);
      values[0] = shift == 0 ? values[0] : item[to] | values[0] << shift;
      System.arraycopy(values, 0, item, to, longs);
    }
  }

  /**
   * Appends, at each position, the codes of the values with bit {@code bit} set: those of the 2^bit
   * values without this bit, plus {@code difference}.
   */
  private void add(long difference, int bit) {
    if (bit < perLongLog) {
      int width = k << bit;
      values[0] |= (values[0] ^ (difference & ((1L << width) - 1))) << width;
      return;
    }
    int half = 1 << (bit - perLongLog);
    for (int v = 0; v < half; v++) {
      values[half + v] = values[v] ^ difference;
    }
  }

  /** Writes the codes of {@code n} hashes from code {@code number} on, in steps. */
  private void put(int n, long[] item, int start, int number, int step) {
    for (int i = 0; i < n; i++) {
      putCode(codes[2 * i], item, start, number + i * step);
    }
  }

  /**
   * Writes a code like {@link Material#putCode}, without a division: the first code of a long
   * clears the long.
   */
  private void putCode(long code, long[] item, int start, int number) {
    int inLong = number & ((1 << perLongLog) - 1);
    int at = start + (number >> perLongLog);
    long kept = inLong == 0 ? 0 : item[at];
    item[at] = kept | (code & codeMask) << (inLong * k);
  }

  @Override
  public void wipe() {
    for (int purpose = 0; purpose < ownHashes.length; purpose++) {
      ownHashes[purpose].wipe();
      peerHashes[purpose].wipe();
    }
    for (long[] secret : new long[][] {delta, rows, codes, ones, values}) {
      Secrets.wipe(secret);
    }
  }
}
