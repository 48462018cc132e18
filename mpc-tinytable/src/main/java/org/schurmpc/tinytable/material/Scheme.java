package org.schurmpc.tinytable.material;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.Codeword;

/**
 * The MAC scheme by which a party proves that opened values are from its tables.
 *
 * @param form form of the MACs
 * @param k bits of a MAC; 0 if there are none. For codewords, the bits of an output mask's MAC;
 *     those of the words have more
 * @param code code of codewords
 */
public record Scheme(Form form, int k, Optional<TableCode> code) {
  /** The forms of DNNR17, sections 2, 3 and 6. */
  public enum Form {
    /** No MACs: a deviating peer is not detected. */
    PASSIVE,
    /** A code for each possible value of an entry; the verifier holds all of them (Figure 3). */
    LOOKUP,
    /** A tag that is linear in the value, under one global key (section 3). */
    LINEAR,
    /** Tables that are words of a code, with MACs in every coordinate (section 6). */
    CODEWORD
  }

  /** Name of tables as words of a code, without the code. */
  public static final String CODEWORD_NAME = "codeword";

  private static final List<Scheme> NAMED =
      List.of(
          new Scheme(Form.LINEAR, 64),
          new Scheme(Form.LOOKUP, 64),
          new Scheme(Form.LOOKUP, 32),
          new Scheme(Form.PASSIVE, 0));

  /** Names of the schemes, for {@link #named(String, Optional)}. */
  public static final List<String> NAMES =
      Stream.concat(NAMED.stream().map(Scheme::name), Stream.of(CODEWORD_NAME)).toList();

  /** Offset of the vector a in the keys. */
  public static final int VECTOR_KEY = 1;

  /**
   * Maximum number of output bits of a table under the lookup MAC, which has 2^m codes for each
   * entry.
   */
  public static final int MAX_LOOKUP_OUTPUT_BITS = 8;

  /**
   * Maximum number of input and output bits together of a table under the lookup MAC: 2^20 codes, 8
   * MB for each lane.
   */
  public static final int MAX_LOOKUP_BITS = 20;

  public Scheme {
    boolean fits =
        switch (form) {
          case PASSIVE -> k == 0;
          case LOOKUP -> k == 8 || k == 32 || k == 64;
          case LINEAR, CODEWORD -> k == 64;
        };
    if (!fits || code.isPresent() != (form == Form.CODEWORD)) {
      throw new IllegalArgumentException(form + " with MACs of " + k + " bits and code " + code);
    }
  }

  /** Creates a scheme without a code. */
  public Scheme(Form form, int k) {
    this(form, k, Optional.empty());
  }

  /** Returns the scheme of tables as words of a code. */
  public static Scheme of(TableCode code) {
    return new Scheme(Form.CODEWORD, 64, Optional.of(code));
  }

  /**
   * Returns the scheme with a name.
   *
   * @param code code of codewords; by default {@value TableCode#DEFAULT}
   * @throws Refused if there is no such scheme, or the scheme has no code
   */
  public static Scheme named(String name, Optional<String> code) throws Refused {
    if (name.equals(CODEWORD_NAME)) {
      return of(TableCode.named(code.orElse(TableCode.DEFAULT)));
    }
    for (Scheme scheme : NAMED) {
      if (scheme.name().equals(name)) {
        if (code.isPresent()) {
          throw new Refused("only mac codeword of tinytable has a code");
        }
        return scheme;
      }
    }
    throw new Refused(
        "mac of tinytable is one of %s or %s, not '%s'"
            .formatted(
                NAMED.stream().map(Scheme::name).collect(Collectors.joining(", ")),
                CODEWORD_NAME,
                name));
  }

  /** Returns the scheme with a name, with its default code. */
  public static Scheme named(String name) throws Refused {
    return named(name, Optional.empty());
  }

  /**
   * Returns the scheme of material by its {@link #name}.
   *
   * @throws Refused if there is no such scheme
   */
  public static Scheme ofMaterial(String name) throws Refused {
    String codewords = CODEWORD_NAME + " ";
    return name.startsWith(codewords)
        ? named(CODEWORD_NAME, Optional.of(name.substring(codewords.length())))
        : named(name);
  }

  /**
   * Returns the name for users: "linear", "lookup64", "lookup32", "passive", or that of codewords
   * with their code.
   */
  public String name() {
    return switch (form) {
      case PASSIVE -> "passive";
      case LOOKUP -> "lookup" + k;
      case LINEAR -> "linear";
      case CODEWORD -> CODEWORD_NAME + " " + code.orElseThrow().c().name();
    };
  }

  /**
   * Returns the number of longs of a party's global keys: Δ', the key of shared bits and linear
   * MACs, and for codewords the vector a after it.
   */
  public int keyLongs() {
    return switch (form) {
      case PASSIVE -> 0;
      case LOOKUP, LINEAR -> 1;
      case CODEWORD -> VECTOR_KEY + Codeword.LONGS;
    };
  }

  /** Whether a deviating peer is detected. */
  public boolean isActive() {
    return form != Form.PASSIVE;
  }
}
