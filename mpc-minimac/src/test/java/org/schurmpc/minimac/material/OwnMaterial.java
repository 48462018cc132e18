package org.schurmpc.minimac.material;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.minimac.Configurations;

/** Items of MiniTrix like those that two parties make, with shares as a test wants them. */
final class OwnMaterial {
  private final Random random = new Random(77);
  private final Kernels kernels = Configurations.kernels("plain");
  private final AuthWord layout = new AuthWord(2);
  private final Material material = new Material(layout);
  private final List<long[]> alpha;
  private final PublicEncoder c;
  private final PublicEncoder star;

  OwnMaterial(MiniMacCode code) {
    this.c = new PublicEncoder(code.c(), kernels);
    this.star = new PublicEncoder(code.star(), kernels);
    this.alpha = Stream.generate(() -> symbols(0, code.c().n())).limit(2).toList();
  }

  List<long[]> keys() {
    return alpha;
  }

  /** Uniform symbols in a range of positions, zero elsewhere. */
  private long[] symbols(int from, int to) {
    long[] word = new long[Codeword.LONGS];
    for (int position = from; position < to; position++) {
      Codeword.setSymbol(word, 0, position, random.nextInt());
    }
    return word;
  }

  /** A word of C with these data. */
  long[] word(long[] data) {
    long[] word = new long[Codeword.LONGS];
    c.encode(data, 0, word, 0);
    return word;
  }

  /** A word of C* with data 1 at position 0, zero in all others. */
  long[] unit() {
    long[] data = new long[Codeword.LONGS];
    Codeword.setSymbol(data, 0, 0, 1);
    star.encode(data, 0, data, 0);
    return data;
  }

  /** A uniform word of C* with zero data. */
  long[] zeroData() {
    long[] word = symbols(c.code().k(), star.code().k());
    star.encode(word, 0, word, 0);
    return word;
  }

  /** An item of one word, of these shares. */
  long[][] item(long[]... shares) {
    long[][] item = new long[2][layout.longs()];
    put(item, 0, shares);
    return item;
  }

  /** Puts the shares of a word and their tags into an item. */
  void put(long[][] item, int offset, long[]... shares) {
    for (int party = 0; party < 2; party++) {
      int peer = 1 - party;
      long[] mac = symbols(0, c.code().n());
      System.arraycopy(mac, 0, item[peer], offset + layout.key(peer, party), Codeword.LONGS);
      kernels.schurMulAdd(mac, 0, shares[party], 0, alpha.get(peer), 0, 1, 1);
      System.arraycopy(mac, 0, item[party], offset + layout.mac(party, peer), Codeword.LONGS);
      System.arraycopy(shares[party], 0, item[party], offset, Codeword.LONGS);
    }
  }

  /** Adds a word to both shares of a word of an item, so that the value stays. */
  void addToBoth(long[][] item, int offset, long[] word) {
    long[][] shares = new long[2][];
    for (int party = 0; party < 2; party++) {
      shares[party] = Arrays.copyOfRange(item[party], offset, offset + Codeword.LONGS);
      kernels.xorInto(shares[party], 0, word, 0, Codeword.LONGS);
    }
    put(item, offset, shares);
  }

  /** An AND gate whose words a and b have these shares of o* and o'*. */
  long[][] gate(long[][] ofA, long[][] ofB) {
    long[][] item = new long[2][material.and().longsPerItem()];
    long[] a = operand(item, material.a(), material.bitParts() + 8 * layout.longs(), ofA);
    long[] b = operand(item, material.b(), material.bitParts(), ofB);
    long[][] shares = {symbols(0, star.code().k()), symbols(0, star.code().k())};
    for (int i = 0; i < Codeword.LONGS; i++) {
      long data = Codeword.positionMask(c.code().k(), i % Codeword.PLANE_LONGS);
      shares[1][i] = (shares[1][i] & ~data) | (((a[i] & b[i]) ^ shares[0][i]) & data);
    }
    for (long[] share : shares) {
      star.encode(share, 0, share, 0);
    }
    put(item, material.c(), shares);
    return item;
  }

  /** Makes eight words and their sum plus o; returns the data of the sum of shares. */
  private long[] operand(long[][] item, int whole, int parts, long[][] o) {
    long[][] sums = {o[0].clone(), o[1].clone()};
    long[] data = new long[Codeword.LONGS];
    for (int i = 0; i < Codeword.PLANES; i++) {
      long[][] shares = new long[2][];
      for (int party = 0; party < 2; party++) {
        long[] bits = symbols(0, c.code().k());
        int plane = i * Codeword.PLANE_LONGS;
        Arrays.fill(bits, 0, plane, 0);
        Arrays.fill(bits, plane + Codeword.PLANE_LONGS, Codeword.LONGS, 0);
        kernels.xorInto(data, 0, bits, 0, Codeword.LONGS);
        shares[party] = word(bits);
        kernels.xorInto(sums[party], 0, shares[party], 0, Codeword.LONGS);
      }
      put(item, parts + i * layout.longs(), shares);
    }
    put(item, whole, sums);
    return data;
  }
}
