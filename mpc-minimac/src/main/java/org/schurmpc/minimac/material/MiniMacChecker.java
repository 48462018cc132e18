package org.schurmpc.minimac.material;

import java.util.ArrayList;
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
 * of the share under the peer's keys, and the values satisfy the relations of their kind. Material
 * without a dealer satisfies more of them at each party alone. The redundancy of words over C* is
 * tested to be uniform.
 *
 * <p><b>Whoever runs this knows everything</b>, so words of secrets may be encoded by tables here.
 */
public final class MiniMacChecker implements MaterialChecker {
  /** Number of uniform bytes that are all bits with a probability below 2^-128. */
  private static final int MIN_BYTES = 19;

  private final Material material;
  private final int parties;
  private final int planes;
  private final CodewordKernels kernels;
  private final PublicEncoder c;
  private final PublicEncoder star;
  private final PublicEncoder wires;
  private final SharedWords words;
  private final Map<MaterialKind, Relations> relations = new LinkedHashMap<>();
  private final Map<MaterialKind, Relations> alone = new LinkedHashMap<>();
  private final Map<MaterialKind, RedundancyCheck> redundancies = new LinkedHashMap<>();

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
    this.parties = parameters.parties();
    this.planes = parameters.packing().planes();
    this.kernels = kernels;
    this.c = new PublicEncoder(parameters.code().c(), kernels);
    this.star = new PublicEncoder(parameters.code().star(), kernels);
    this.wires = parameters.starWires() ? star : c;
    long[][] keys = alpha.toArray(long[][]::new);
    this.words = new SharedWords(material.word(), keys, c, kernels);
    requireKeys(parameters.storeName(), keys);
    addRelations(parameters);
    addRedundancies(parameters);
    if (parameters.sigma().isPresent()) {
      OwnShares own = new OwnShares(material, words, kernels);
      alone.put(material.and(), own::and);
      alone.put(material.pair(), own::pair);
      alone.put(material.outputMask(), own::outputMask);
    }
  }

  private void requireKeys(String name, long[][] alpha) throws Refused, BadFile {
    if (alpha.length != parties) {
      throw new Refused(
          "'%s' is for %d parties, and there are keys of %d"
              .formatted(name, parties, alpha.length));
    }
    for (int party = 0; party < parties; party++) {
      if (alpha[party].length != Codeword.LONGS || !words.isShort(alpha[party], 0)) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, name));
      }
    }
  }

  private void addRelations(MaterialParameters parameters) {
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

  private void addRedundancies(MaterialParameters parameters) {
    switch (parameters.packing()) {
      case BYTES -> addRedundancy(material.triple(), material.tripleC());
      case BITS -> {
        if (parameters.starWires()) {
          addRedundancy(material.and(), material.a(), material.b(), material.c());
        } else {
          addRedundancy(material.and(), material.c());
        }
      }
    }
    if (parameters.starWires()) {
      addRedundancy(material.outputMask(), 0);
      addRedundancy(material.random(), 0);
    } else {
      addRedundancy(material.pair(), material.star());
    }
  }

  private void addRedundancy(MaterialKind kind, int... offsets) {
    redundancies.put(kind, new RedundancyCheck(c, parties, kernels, offsets));
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
    words.item(items, offsets);
    String broken = of.broken();
    if (broken == null && alone.containsKey(kind)) {
      broken = alone.get(kind).broken();
    }
    if (broken == null && redundancies.containsKey(kind)) {
      broken = redundancies.get(kind).add(items, offsets);
    }
    return Optional.ofNullable(broken);
  }

  @Override
  public List<String> skipped() {
    List<String> skipped = new ArrayList<>();
    redundancies.forEach(
        (kind, test) ->
            test.skipped().ifPresent(why -> skipped.add("'" + kind.name() + "': " + why)));
    return skipped;
  }

  private String and() {
    String broken = words.open("a", material.a(), wires, first);
    broken = broken != null ? broken : words.open("b", material.b(), wires, second);
    broken = broken != null ? broken : words.open("c", material.c(), star, third);
    if (broken != null) {
      return broken;
    }
    for (int i = 0; i < Codeword.LONGS; i++) {
      expected[i] = first[i] & second[i];
    }
    if (!words.sameData(expected, third)) {
      return "c is not a and b";
    }
    int longs = material.word().longs();
    int aParts = material.bitParts() + Codeword.PLANES * longs;
    broken = bitParts("b", material.bitParts(), second);
    return broken != null ? broken : bitParts("a", aParts, first);
  }

  /** Checks that each bit of the symbols of a word is in a word of C of its own. */
  private String bitParts(String name, int offset, long[] whole) {
    for (int i = 0; i < Codeword.PLANES; i++) {
      int part = offset + i * material.word().longs();
      String broken = words.open(name + "_" + i, part, c, third);
      if (broken != null) {
        return broken;
      }
      Arrays.fill(expected, 0);
      int plane = i * Codeword.PLANE_LONGS;
      System.arraycopy(whole, plane, expected, plane, Codeword.PLANE_LONGS);
      if (!words.sameData(expected, third)) {
        return "%s_%d is not bit %d of %s".formatted(name, i, i, name);
      }
    }
    return null;
  }

  private String triple() {
    String broken = words.open("b", material.tripleB(), c, second);
    broken = broken != null ? broken : words.open("a", material.tripleA(), c, first);
    broken = broken != null ? broken : words.open("c", material.tripleC(), star, third);
    if (broken != null) {
      return broken;
    }
    Arrays.fill(expected, 0);
    kernels.schurMulAdd(expected, 0, first, 0, second, 0, 1, 1);
    if (!words.sameData(expected, third)) {
      return "c is not a * b";
    }
    return bitsAlone(first) || bitsAlone(second)
        ? "a or b has bits alone as data, which do not mask bytes"
        : null;
  }

  /** Whether all data of a word are bits; with {@link #MIN_BYTES} uniform bytes, hardly ever. */
  private boolean bitsAlone(long[] word) {
    long[] high = word.clone();
    Arrays.fill(high, 0, Codeword.PLANE_LONGS, 0);
    return c.code().k() >= MIN_BYTES && !words.hasData(high);
  }

  private String pair() {
    String broken = words.open("s", material.s(), c, first);
    broken = broken != null ? broken : words.open("s*", material.star(), star, second);
    if (broken != null) {
      return broken;
    }
    return words.sameData(first, second) ? null : "s* has other data than s";
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
    String broken = words.open("r", 0, code, first);
    if (broken != null) {
      return broken;
    }
    Arrays.fill(first, 0, planes * Codeword.PLANE_LONGS, 0);
    return words.hasData(first) ? "r has other data than bits" : null;
  }

  private String outputMask() {
    String broken = words.open("o", 0, star, first);
    if (broken != null) {
      return broken;
    }
    return words.hasData(first) ? "o has data" : null;
  }
}
