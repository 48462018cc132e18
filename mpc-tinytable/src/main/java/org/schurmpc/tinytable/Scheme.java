package org.schurmpc.tinytable;

import java.util.List;
import org.schurmpc.core.abort.Refused;

/**
 * How a party proves that what it opens is from its tables.
 *
 * @param form of the MACs
 * @param k bits of a MAC; 0 if there are none
 */
public record Scheme(Form form, int k) {
  /** The forms of DNNR17, sections 2 and 3. */
  public enum Form {
    /** None: a peer that deviates is not found out. */
    PASSIVE,
    /** A code for each value that an entry may have; the verifier holds all of them (Figure 3). */
    LOOKUP,
    /** A tag that is linear in the value, under one global key (section 3). */
    LINEAR
  }

  private static final List<Scheme> NAMED =
      List.of(
          new Scheme(Form.LINEAR, 64),
          new Scheme(Form.LOOKUP, 64),
          new Scheme(Form.LOOKUP, 32),
          new Scheme(Form.PASSIVE, 0));

  /** The widest output of a table under the lookup MAC, for which there are 2^m codes an entry. */
  static final int MAX_LOOKUP_OUTPUT_BITS = 8;

  /** The most input and output bits of such a table together: 2^20 codes, 8 MB a lane. */
  static final int MAX_LOOKUP_BITS = 20;

  public Scheme {
    boolean fits =
        switch (form) {
          case PASSIVE -> k == 0;
          case LOOKUP -> k == 8 || k == 32 || k == 64;
          case LINEAR -> k == 64;
        };
    if (!fits) {
      throw new IllegalArgumentException(form + " with MACs of " + k + " bits");
    }
  }

  /**
   * The scheme that users call so.
   *
   * @throws Refused if there is none
   */
  static Scheme named(String name) throws Refused {
    for (Scheme scheme : NAMED) {
      if (scheme.name().equals(name)) {
        return scheme;
      }
    }
    throw new Refused(
        "mac of tinytable is one of %s, not '%s'"
            .formatted(NAMED.stream().map(Scheme::name).toList(), name));
  }

  /** As users call it: "linear", "lookup64", "lookup32", "passive". */
  public String name() {
    return switch (form) {
      case PASSIVE -> "passive";
      case LOOKUP -> "lookup" + k;
      case LINEAR -> "linear";
    };
  }

  /** Whether a peer that deviates is found out. */
  public boolean isActive() {
    return form != Form.PASSIVE;
  }
}
