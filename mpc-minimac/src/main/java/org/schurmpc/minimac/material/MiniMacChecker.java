package org.schurmpc.minimac.material;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.kernel.EncodingKernels;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Verifies the relations of {@link Material}: every share is a word of its code, every MAC is that
 * of the share under the peer's keys, and the values satisfy the relations of their kind.
 * <b>Whoever runs this knows everything</b>, so words of secrets may be encoded by tables here.
 */
public final class MiniMacChecker implements MaterialChecker {
  private final Material material;
  private final AuthWord layout;
  private final int parties;
  private final int planes;
  private final long[][] alpha;
  private final CodewordKernels kernels;
  private final PublicEncoder c;
  private final PublicEncoder star;
  private final PublicEncoder wires;
  private final Map<MaterialKind, Relations> relations = new LinkedHashMap<>();

  /** Masks of the data positions, and of the code's positions, of a word. */
  private final long[] dataMask = new long[Codeword.LONGS];

  private final long[] codeMask = new long[Codeword.LONGS];

  /** The item under check: the parties' arrays, and its start in each. */
  private long[][] data;

  private int[] at;

  private final long[] first = new long[Codeword.LONGS];
  private final long[] second = new long[Codeword.LONGS];
  private final long[] third = new long[Codeword.LONGS];
  private final long[] expected = new long[Codeword.LONGS];

  /** The relations of one kind of material. */
  private interface Relations {
    /** Returns the first relation that does not hold, or null. */
    String broken();
  }

  /**
   * Creates a checker.
   *
   * @param alpha the parties' MAC keys, not copied
   * @throws Refused if the number of parties is out of range
   * @throws BadFile if a key is not a word of the code's length
   */
  public MiniMacChecker(MaterialParameters parameters, List<long[]> alpha, EncodingKernels kernels)
      throws Refused, BadFile {
    this.material = parameters.items();
    this.layout = material.word();
    this.parties = parameters.parties();
    this.planes = parameters.packing().planes();
    this.alpha = alpha.toArray(long[][]::new);
    this.kernels = kernels;
    this.c = new PublicEncoder(parameters.code().c(), kernels);
    this.star = new PublicEncoder(parameters.code().star(), kernels);
    this.wires = parameters.starWires() ? star : c;
    for (int i = 0; i < Codeword.LONGS; i++) {
      dataMask[i] = Codeword.positionMask(c.code().k(), i % Codeword.PLANE_LONGS);
      codeMask[i] = Codeword.positionMask(c.code().n(), i % Codeword.PLANE_LONGS);
    }
    requireKeys(parameters.storeName());
    switch (parameters.packing()) {
      case BYTES -> relations.put(material.triple(), this::triple);
      case BITS -> relations.put(material.and(), this::and);
    }
    if (parameters.starWires()) {
      relations.put(material.outputMask(), this::outputMask);
    } else {
      relations.put(material.pair(), this::pair);
    }
    for (int owner = 0; owner < parties; owner++) {
      int party = owner;
      relations.put(material.inputMask(owner), () -> inputMask(party));
    }
    relations.put(material.random(), this::random);
  }

  private void requireKeys(String name) throws Refused, BadFile {
    if (alpha.length != parties) {
      throw new Refused(
          "'%s' is for %d parties, and there are keys of %d"
              .formatted(name, parties, alpha.length));
    }
    for (int party = 0; party < parties; party++) {
      if (alpha[party].length != Codeword.LONGS || !isShort(alpha[party], 0)) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, name));
      }
    }
  }

  @Override
  public List<MaterialKind> kinds() {
    return List.copyOf(relations.keySet());
  }

  @Override
  public Optional<String> check(MaterialKind kind, long[][] items, int[] offsets) {
    Relations of = relations.get(kind);
    if (of == null) {
      throw new IllegalArgumentException("there is no material '" + kind.name() + "'");
    }
    data = items;
    at = offsets;
    return Optional.ofNullable(of.broken());
  }

  private String and() {
    String broken = open("a", material.a(), wires, first);
    broken = broken != null ? broken : open("b", material.b(), wires, second);
    broken = broken != null ? broken : open("c", material.c(), star, third);
    if (broken != null) {
      return broken;
    }
    for (int i = 0; i < Codeword.LONGS; i++) {
      expected[i] = first[i] & second[i];
    }
    if (!sameData(expected, third)) {
      return "c is not a and b";
    }
    int aParts = material.bitParts() + Codeword.PLANES * layout.longs();
    broken = bitParts("b", material.bitParts(), second);
    return broken != null ? broken : bitParts("a", aParts, first);
  }

  /** Checks that each bit of the symbols of a word is in a word of C of its own. */
  private String bitParts(String name, int offset, long[] whole) {
    for (int i = 0; i < Codeword.PLANES; i++) {
      String broken = open(name + "_" + i, offset + i * layout.longs(), c, third);
      if (broken != null) {
        return broken;
      }
      Arrays.fill(expected, 0);
      int plane = i * Codeword.PLANE_LONGS;
      System.arraycopy(whole, plane, expected, plane, Codeword.PLANE_LONGS);
      if (!sameData(expected, third)) {
        return "%s_%d is not bit %d of %s".formatted(name, i, i, name);
      }
    }
    return null;
  }

  private String triple() {
    String broken = open("b", material.tripleB(), c, second);
    broken = broken != null ? broken : open("a", material.tripleA(), c, first);
    broken = broken != null ? broken : open("c", material.tripleC(), star, third);
    if (broken != null) {
      return broken;
    }
    Arrays.fill(expected, 0);
    kernels.schurMulAdd(expected, 0, first, 0, second, 0, 1, 1);
    return sameData(expected, third) ? null : "c is not a * b";
  }

  private String pair() {
    String broken = open("s", material.s(), c, first);
    broken = broken != null ? broken : open("s*", material.star(), star, second);
    if (broken != null) {
      return broken;
    }
    return sameData(first, second) ? null : "s* has other data than s";
  }

  private String inputMask(int owner) {
    for (int party = 0; party < parties; party++) {
      if (party != owner && !Codeword.isZero(data[party], at[party] + AuthWord.SHARE)) {
        return "the share of party %d, which does not own the mask, is not zero"
            .formatted(party + 1);
      }
    }
    return lanesOnly(c);
  }

  private String random() {
    return lanesOnly(wires);
  }

  /** Reads a word and checks that its data contain only lanes. */
  private String lanesOnly(PublicEncoder code) {
    String broken = open("r", 0, code, first);
    if (broken != null) {
      return broken;
    }
    Arrays.fill(first, 0, planes * Codeword.PLANE_LONGS, 0);
    return hasData(first) ? "r has other data than bits" : null;
  }

  private String outputMask() {
    String broken = open("o", 0, star, first);
    if (broken != null) {
      return broken;
    }
    return hasData(first) ? "o has data" : null;
  }

  /**
   * Adds up the shares of a word, after checking them and all their MACs.
   *
   * @param offset offset of the word in the item
   * @param value receives the word
   * @return the relation that does not hold, or null
   */
  private String open(String name, int offset, PublicEncoder code, long[] value) {
    Arrays.fill(value, 0);
    for (int party = 0; party < parties; party++) {
      int share = at[party] + offset + AuthWord.SHARE;
      if (!code.isCodeword(data[party], share)) {
        return "the share of party %d of %s is no word of %s"
            .formatted(party + 1, name, code == c ? "C" : "C*");
      }
      kernels.xorInto(value, 0, data[party], share, Codeword.LONGS);
      for (int peer = 0; peer < parties; peer++) {
        if (peer != party) {
          String broken = authentic(name, offset, party, peer);
          if (broken != null) {
            return broken;
          }
        }
      }
    }
    return null;
  }

  /** Checks mac = alpha(peer) * share + key(peer). */
  private String authentic(String name, int offset, int party, int peer) {
    int key = at[peer] + offset + layout.key(/* party= */ peer, /* peer= */ party);
    int mac = at[party] + offset + layout.mac(party, peer);
    int share = at[party] + offset + AuthWord.SHARE;
    System.arraycopy(data[peer], key, expected, 0, Codeword.LONGS);
    kernels.schurMulAdd(expected, 0, data[party], share, alpha[peer], 0, 1, 1);
    if (!Arrays.equals(expected, 0, Codeword.LONGS, data[party], mac, mac + Codeword.LONGS)) {
      return "the MAC of party %d on its share of %s is wrong under the keys of party %d"
          .formatted(party + 1, name, peer + 1);
    }
    if (!isShort(data[peer], key)) {
      return "the key of party %d to the share of party %d of %s is longer than the code"
          .formatted(peer + 1, party + 1, name);
    }
    return null;
  }

  /** Whether a word is zero beyond the code's length. */
  private boolean isShort(long[] word, int offset) {
    long rest = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      rest |= word[offset + i] & ~codeMask[i];
    }
    return rest == 0;
  }

  private boolean sameData(long[] one, long[] other) {
    long difference = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      difference |= (one[i] ^ other[i]) & dataMask[i];
    }
    return difference == 0;
  }

  private boolean hasData(long[] word) {
    long any = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      any |= word[i] & dataMask[i];
    }
    return any != 0;
  }
}
