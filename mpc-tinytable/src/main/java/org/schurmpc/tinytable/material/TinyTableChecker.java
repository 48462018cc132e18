package org.schurmpc.tinytable.material;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Verifies the relations of {@link Material} between both parties' parts: AND tables are those of
 * some masks, each party's MACs and codes are those that the other has for its shares, and input
 * masks are one-sided. Without the circuit the checker cannot verify the function of a bigger
 * table, the consistency of tables with each other, nor which words of C* are words of C or have
 * zero data. <b>Whoever runs this knows everything</b>.
 */
public final class TinyTableChecker implements MaterialChecker {
  private static final Pattern TABLES =
      Pattern.compile("tables of (\\d{1,2}) to (\\d{1,2}) bits .*");

  private static final String[] PARTS = {"r_u r_v + r_o", "r_u", "r_v"};

  private final Scheme scheme;
  private final long[] delta = new long[2];
  private final Multiples[] multiples = new Multiples[2];

  /** The vectors a of codewords, and scratch space. */
  private final long[][] vectors = new long[2][];

  private final long[] expected = new long[Codeword.LONGS];
  private final Kernels kernels = KernelProvider.choose(Preference.PLAIN).kernels();

  /** Encoder of C* of codewords; null for other schemes. */
  private final PublicEncoder star;

  /** The item under check: both parties' arrays, and its start in each. */
  private long[][] data;

  private int[] at;

  /**
   * Creates a checker.
   *
   * @param keys each party's global keys, empty if there are no MACs
   * @throws Refused if there are not two parties
   * @throws BadFile if the keys do not fit this scheme
   */
  public TinyTableChecker(Scheme scheme, List<long[]> keys) throws Refused, BadFile {
    this.scheme = scheme;
    this.star = scheme.code().map(code -> new PublicEncoder(code.star(), kernels)).orElse(null);
    if (keys.size() != 2) {
      throw new Refused("tinytable is for two parties, and there are keys of " + keys.size());
    }
    for (int party = 0; party < 2; party++) {
      long[] key = keys.get(party);
      if (key.length != scheme.keyLongs()) {
        throw new BadFile("the key of party %d is of another length".formatted(party + 1));
      }
      delta[party] = scheme.isActive() ? key[0] : 0;
      multiples[party] = new Multiples(delta[party]);
      if (scheme.form() == Scheme.Form.CODEWORD) {
        vectors[party] = Arrays.copyOfRange(key, Scheme.VECTOR_KEY, key.length);
      }
    }
  }

  /** Returns no kinds: all kinds are for one circuit. */
  @Override
  public List<MaterialKind> kinds() {
    return List.of();
  }

  @Override
  public boolean knows(MaterialKind kind) {
    Optional<Material> material = Material.ofKind(scheme, kind);
    if (material.isEmpty()) {
      return false;
    }
    Matcher tables = TABLES.matcher(kind.name());
    return tables.matches()
        ? isShape(inputBits(tables), outputBits(tables))
            && kind.equals(material.get().tables(inputBits(tables), outputBits(tables)))
        : isOfGates(kind, material.get());
  }

  private static boolean isOfGates(MaterialKind kind, Material material) {
    return kind.equals(material.inputMask(0))
        || kind.equals(material.inputMask(1))
        || kind.equals(material.andTables())
        || kind.equals(material.outputMasks());
  }

  private static int inputBits(Matcher tables) {
    return Integer.parseInt(tables.group(1));
  }

  private static int outputBits(Matcher tables) {
    return Integer.parseInt(tables.group(2));
  }

  private boolean isShape(int inputBits, int outputBits) {
    boolean small =
        outputBits <= Scheme.MAX_LOOKUP_OUTPUT_BITS
            && inputBits + outputBits <= Scheme.MAX_LOOKUP_BITS;
    return inputBits >= 1
        && inputBits <= LookupTable.MAX_BITS
        && outputBits >= 1
        && outputBits <= LookupTable.MAX_BITS
        && (small || scheme.form() != Scheme.Form.LOOKUP);
  }

  @Override
  public Optional<String> check(MaterialKind kind, long[][] items, int[] offsets) {
    if (!knows(kind)) {
      throw new IllegalArgumentException("TinyTable has no material '" + kind.name() + "'");
    }
    data = items;
    at = offsets;
    Material material = Material.ofKind(scheme, kind).orElseThrow();
    Matcher tables = TABLES.matcher(kind.name());
    if (tables.matches()) {
      return Optional.ofNullable(table(material, inputBits(tables), outputBits(tables)));
    }
    if (kind.equals(material.andTables())) {
      return Optional.ofNullable(ands(material));
    }
    if (kind.equals(material.outputMasks())) {
      return Optional.ofNullable(outputMasks());
    }
    return Optional.ofNullable(inputMask(kind.equals(material.inputMask(0)) ? 0 : 1));
  }

  private String inputMask(int owner) {
    return word(1 - owner, 0) == 0
        ? null
        : "the mask at party %d, which does not own it, is not zero".formatted(2 - owner);
  }

  private String outputMasks() {
    return scheme.isActive() ? authentic("r_o", 0, 1, 1 + Material.BITS) : null;
  }

  /** Checks both parties' MACs of 64 bits: mac = key(peer) + share Δ(peer). */
  private String authentic(String name, int shares, int macs, int keys) {
    for (int party = 0; party < 2; party++) {
      for (int i = 0; i < Material.BITS; i++) {
        long mask = -(word(party, shares) >>> i & 1);
        long expected = word(1 - party, keys + i) ^ (mask & delta[1 - party]);
        if (word(party, macs + i) != expected) {
          return "bit %d: the MAC of party %d on its share of %s is wrong"
              .formatted(i, party + 1, name);
        }
      }
    }
    return null;
  }

  private String ands(Material material) {
    if (scheme.form() == Scheme.Form.CODEWORD) {
      return codeword();
    }
    if (scheme.form() == Scheme.Form.LINEAR) {
      String broken = null;
      for (int part = 0; part < PARTS.length && broken == null; part++) {
        int macs = Material.linearMacs(part);
        broken = authentic(PARTS[part], part, macs, Material.linearKeys(part));
      }
      return broken;
    }
    long sum = 0;
    for (int entry = 0; entry < Material.AND_ENTRIES; entry++) {
      sum ^= word(0, entry) ^ word(1, entry);
    }
    // ((c + r_u) (d + r_v)) + r_o sums to one over c and d, and every table with this sum has this
    // form.
    if (sum != -1L) {
      return "bit %d: the table is not that of an AND gate"
          .formatted(Long.numberOfTrailingZeros(~sum));
    }
    return scheme.form() == Scheme.Form.LOOKUP ? gateCodes(material) : null;
  }

  private String gateCodes(Material material) {
    for (int number = 0; number < Material.AND_ENTRIES * Material.BITS; number++) {
      int entry = number % Material.AND_ENTRIES;
      int instance = number / Material.AND_ENTRIES;
      for (int party = 0; party < 2; party++) {
        int value = (int) (word(party, entry) >>> instance & 1);
        int start = material.peerCodes();
        String broken = code(material, party, Material.ownCodes(), number, start, 1, value);
        if (broken != null) {
          return "bit %d, entry %d: %s".formatted(instance, entry, broken);
        }
      }
    }
    return null;
  }

  /**
   * Checks that a party's code is the one that the other has for its value, and that those of other
   * values are different. (The latter holds for all honest material except with probability 2^-k,
   * so it is not required of short codes.)
   */
  private String code(
      Material material, int party, int own, int number, int peers, int valueBits, int value) {
    int peer = 1 - party;
    long code = material.code(data[party], at[party] + own, number);
    for (int v = 0; v < 1 << valueBits; v++) {
      int of = (number << valueBits) + v;
      boolean same = code == material.code(data[peer], at[peer] + peers, of);
      if (v == value && !same) {
        return "the code of party %d is not that of its share".formatted(party + 1);
      }
      if (v != value && same && scheme.k() == Long.SIZE) {
        return "the code of party %d is that of another value, too".formatted(party + 1);
      }
    }
    return null;
  }

  private String table(Material material, int inputBits, int outputBits) {
    if (scheme.form() == Scheme.Form.CODEWORD) {
      return codeword();
    }
    for (int entry = 0; entry < 1 << inputBits; entry++) {
      for (int party = 0; party < 2; party++) {
        String broken = entry(material, inputBits, outputBits, entry, party);
        if (broken != null) {
          return "entry %d: %s".formatted(entry, broken);
        }
      }
    }
    return null;
  }

  private String entry(Material material, int inputBits, int outputBits, int entry, int party) {
    long share = share(outputBits, entry, party);
    if (share >>> outputBits != 0) {
      return "the share of party %d has more than %d bits".formatted(party + 1, outputBits);
    }
    int value = (int) share;
    return switch (scheme.form()) {
      case PASSIVE -> null;
      case LOOKUP -> {
        int own = Material.valueLongs(inputBits, outputBits);
        int peers = material.peerCodes(inputBits, outputBits);
        yield code(material, party, own, entry, peers, outputBits, value);
      }
      case LINEAR -> tag(entry, party, value);
      case CODEWORD -> throw new IllegalStateException("words are checked as such");
    };
  }

  private long share(int outputBits, int entry, int party) {
    if (scheme.form() == Scheme.Form.LINEAR) {
      return word(party, Material.LINEAR_ENTRY * entry + Material.LINEAR_SHARE);
    }
    int width = Material.valueBytes(outputBits) * Byte.SIZE;
    long word = word(party, entry * width / Long.SIZE) >>> (entry * width % Long.SIZE);
    return word & ((1L << width) - 1);
  }

  /** Checks tag = key(peer) + value Δ(peer). */
  private String tag(int entry, int party, int value) {
    int peer = 1 - party;
    int to = Material.LINEAR_ENTRY * entry;
    long expected = word(peer, to + Material.LINEAR_KEY) ^ multiples[peer].of(value);
    return word(party, to) == expected
        ? null
        : "the tag of party %d is not that of its share".formatted(party + 1);
  }

  /** Checks that words are in C*, and MAC = a(peer) * word + key(peer) in every coordinate. */
  private String codeword() {
    int length = scheme.code().orElseThrow().c().n();
    for (int party = 0; party < 2; party++) {
      int peer = 1 - party;
      for (int i = 0; i < Material.WORD; i++) {
        if ((word(party, i) & ~Codeword.positionMask(length, i % Codeword.PLANE_LONGS)) != 0) {
          return "a word of party %d has more than %d symbols".formatted(party + 1, length);
        }
      }
      if (!star.isCodeword(data[party], at[party])) {
        return "the word of party %d is no word of C*".formatted(party + 1);
      }
      System.arraycopy(data[peer], at[peer] + Material.WORD_KEY, expected, 0, expected.length);
      kernels.schurMulAdd(expected, 0, vectors[peer], 0, data[party], at[party], 1, 1);
      for (int i = 0; i < expected.length; i++) {
        if (word(party, Material.WORD_MAC + i) != expected[i]) {
          return "the MAC of party %d on its word is wrong".formatted(party + 1);
        }
      }
    }
    return null;
  }

  private long word(int party, int offset) {
    return data[party][at[party] + offset];
  }
}
