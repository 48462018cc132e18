package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;

/**
 * The AND gates of a layer at one party (DNNR17, Figure 5). Looks up this party's shares in the
 * tables at the masked inputs, which are public, and logs MACs: first this party's, and after the
 * peer's message those that the peer must have.
 */
final class AndTables {
  private final Material material;
  private final Leases items;
  private final OpenedTags tags;
  private final BitMacKernels kernels;
  private final boolean second;
  private final long[] delta;
  private long[] differences = new long[0];
  private int expectedAt;

  /** With the linear MAC, at the second party: products of the masked inputs, which are public. */
  private long[] products = new long[0];

  private final long[] tagged = new long[Material.BITS];

  /** Contributions of the peer's shares to the expected tags. */
  private final MacLog theirTags = new MacLog(0);

  private final TagSums theirSums = new TagSums(theirTags);

  /**
   * Creates the gates.
   *
   * @param delta this party's global key; empty if passive
   */
  AndTables(
      Session session,
      PrepStore store,
      Material material,
      long[] delta,
      OpenedTags tags,
      BitMacKernels kernels) {
    this.material = material;
    this.items = new Leases(store, material.andTables());
    this.tags = tags;
    this.kernels = kernels;
    this.second = session.party() == 1;
    this.delta = delta;
  }

  /**
   * Looks up this party's shares.
   *
   * @param instances number of instances of the layer, {@link Material#BITS} in a word
   * @param left masked inputs c, a word for each item
   * @param right masked inputs d
   * @param shares receives a word for each item
   */
  void open(int instances, long[] left, long[] right, long[] shares) throws MpcException {
    int words = (instances - 1) / Material.BITS + 1;
    items.lease(words);
    expectedAt = tags.expected().size();
    if (material.scheme().form() == Scheme.Form.LOOKUP
        && differences.length < words * Material.BITS) {
      differences = new long[words * Material.BITS];
    }
    if (material.scheme().form() == Scheme.Form.LINEAR) {
      tags.heldSums().begin(Material.BITS);
      tags.expectedSums().begin(Material.BITS);
      if (products.length < words) {
        products = new long[words];
      }
    }
    for (int w = 0; w < words; w++) {
      int n = Math.min(Material.BITS, instances - w * Material.BITS);
      long[] item = items.data(w);
      int at = items.offset(w);
      switch (material.scheme().form()) {
        case PASSIVE -> shares[w] = entry(item, at, left[w], right[w]);
        case CODEWORD -> throw new IllegalStateException("tables that are codewords");
        case LOOKUP -> {
          shares[w] = entry(item, at, left[w], right[w]);
          addCodes(item, at, left[w], right[w], n, w * Material.BITS);
        }
        case LINEAR -> {
          shares[w] = linearShare(item, at, left[w], right[w]);
          logTags(item, at, left[w], right[w], n);
          products[w] = second ? left[w] & right[w] : 0;
        }
      }
    }
  }

  private static long entry(long[] item, int at, long c, long d) {
    return (~c & ~d & item[at])
        ^ (~c & d & item[at + 1])
        ^ (c & ~d & item[at + 2])
        ^ (c & d & item[at + 3]);
  }

  private long linearShare(long[] item, int at, long c, long d) {
    long share = item[at] ^ (d & item[at + 1]) ^ (c & item[at + 2]);
    return second ? share : share ^ (c & d);
  }

  private void addCodes(long[] item, int at, long c, long d, int n, int first) {
    int own = at + Material.ownCodes();
    int theirs = at + material.peerCodes();
    long held = 0;
    long expected = 0;
    if (material.scheme().k() == Long.SIZE) {
      for (int t = 0; t < n; t++) {
        int entry = entryNumber(t, c, d);
        held ^= item[own + entry];
        long zero = item[theirs + 2 * entry];
        expected ^= zero;
        differences[first + t] = zero ^ item[theirs + 2 * entry + 1];
      }
    } else {
      for (int t = 0; t < n; t++) {
        int entry = entryNumber(t, c, d);
        held ^= material.code(item, own, entry);
        long zero = material.code(item, theirs, 2 * entry);
        expected ^= zero;
        differences[first + t] = zero ^ material.code(item, theirs, 2 * entry + 1);
      }
    }
    tags.addHeld(held);
    tags.addExpected(expected);
  }

  private static int entryNumber(int t, long c, long d) {
    return Material.AND_ENTRIES * t + (int) ((c >>> t & 1) << 1 | (d >>> t & 1));
  }

  /** Logs the tags of entry (c, d), p + c r_v + d r_u + cd, where {@link #receive} handles cd. */
  private void logTags(long[] item, int at, long c, long d, int n) {
    int to = tags.heldSums().next(1);
    combine(item, at + Material.linearMacs(0), c, d, tags.held(), to, n);
    to = tags.expectedSums().next(1);
    combine(item, at + Material.linearKeys(0), c, d, tags.expected(), to, n);
  }

  private void combine(long[] item, int parts, long c, long d, MacLog log, int to, int n) {
    int u = parts + Material.BITS;
    int v = u + Material.BITS;
    kernels.xorSelected(item, parts, v, c, u, d, tagged, 0, n);
    long[] words = log.words();
    for (int t = 0; t < n; t++) {
      words[to + t] ^= tagged[t];
    }
  }

  /**
   * Logs the MACs that the peer must have for its opened shares.
   *
   * @param theirs the peer's shares, a word for each item
   */
  void receive(int instances, long[] theirs) {
    int words = (instances - 1) / Material.BITS + 1;
    switch (material.scheme().form()) {
      case PASSIVE, CODEWORD -> {}
      case LOOKUP -> tags.addExpected(selected(instances, theirs));
      case LINEAR -> {
        theirSums.begin(Material.BITS);
        for (int w = 0; w < words; w++) {
          int n = Math.min(Material.BITS, instances - w * Material.BITS);
          int to = theirSums.next(1);
          kernels.xorConstant(theirTags.words(), to, theirs[w] ^ products[w], delta[0], n);
        }
        tags.addExpected(expectedAt, theirTags);
        theirTags.clear();
      }
    }
    items.release();
  }

  private long selected(int instances, long[] theirs) {
    long sum = 0;
    for (int t = 0; t < instances; t++) {
      sum ^= differences[t] & -(theirs[t / Material.BITS] >>> t & 1);
    }
    return sum;
  }

  void wipe() {
    items.release();
    Arrays.fill(differences, 0);
    Arrays.fill(products, 0);
    Secrets.wipe(tagged);
    theirTags.wipe();
  }
}
