package org.schurmpc.tinytable.material;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.Codeword;

/**
 * How a party proves that what it opens is from its tables.
 *
 * @param form of the MACs
 * @param k bits of a MAC; 0 if there are none. Of codewords, the bits of an output mask's MAC;
 *     those of the words have more
 * @param code of codewords
 */
public record Scheme(Form form, int k, Optional<TableCode> code) {
  /** The forms of DNNR17, sections 2, 3 and 6. */
  public enum Form {
    /** None: a peer that deviates is not found out. */
    PASSIVE,
    /** A code for each value that an entry may have; the verifier holds all of them (Figure 3). */
    LOOKUP,
    /** A tag that is linear in the value, under one global key (section 3). */
    LINEAR,
    /** The tables are words of a code, with MACs in every coordinate (section 6). */
    CODEWORD
  }

  /** The name of tables as words of a code, without the code. */
  public static final String CODEWORD_NAME = "codeword";

  private static final List<Scheme> NAMED =
      List.of(
          new Scheme(Form.LINEAR, 64),
          new Scheme(Form.LOOKUP, 64),
          new Scheme(Form.LOOKUP, 32),
          new Scheme(Form.PASSIVE, 0));

  /** The names of the schemes, for {@link #named(String, Optional)}. */
  public static final List<String> NAMES =
      Stream.concat(NAMED.stream().map(Scheme::name), Stream.of(CODEWORD_NAME)).toList();

  /** Where in the keys the vector a starts. */
  public static final int VECTOR_KEY = 1;

  /** The widest output of a table under the lookup MAC, for which there are 2^m codes an entry. */
  public static final int MAX_LOOKUP_OUTPUT_BITS = 8;

  /** The most input and output bits of such a table together: 2^20 codes, 8 MB a lane. */
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

  /** A scheme without a code. */
  public Scheme(Form form, int k) {
    this(form, k, Optional.empty());
  }

  /** Tables as words of a code. */
  public static Scheme of(TableCode code) {
    return new Scheme(Form.CODEWORD, 64, Optional.of(code));
  }

  /**
   * The scheme that users call so.
   *
   * @param code of codewords; by default {@value TableCode#DEFAULT}
   * @throws Refused if there is none, or it has no code
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

  /** The scheme that users call so, with the code that it has by default. */
  public static Scheme named(String name) throws Refused {
    return named(name, Optional.empty());
  }

  /** As users call it, "linear", "lookup64", "lookup32", "passive"; codewords with their code. */
  public String name() {
    return switch (form) {
      case PASSIVE -> "passive";
      case LOOKUP -> "lookup" + k;
      case LINEAR -> "linear";
      case CODEWORD -> CODEWORD_NAME + " " + code.orElseThrow().c().name();
    };
  }

  /**
   * The longs of a party's global keys: Δ', which shared bits and linear MACs are under, and for
   * codewords the vector a behind it.
   */
  public int keyLongs() {
    return switch (form) {
      case PASSIVE -> 0;
      case LOOKUP, LINEAR -> 1;
      case CODEWORD -> VECTOR_KEY + Codeword.LONGS;
    };
  }

  /** Whether a peer that deviates is found out. */
  public boolean isActive() {
    return form != Form.PASSIVE;
  }
}
