package org.schurmpc.minimac.online;

import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;

/**
 * A choice of the parts of which the evaluator is composed: MiniTrix, or an intermediate variant.
 */
public sealed interface Variant {
  /** Returns the parameters of the material that the variant consumes. */
  MaterialParameters material();

  /** Returns the way in which products, which are over C*, become wires. */
  ConversionMode conversion();

  /** Whether the AND gates of a layer share their exchanges. */
  boolean simultaneous();

  /** Returns the encoder of public words. */
  EncoderKind encoder();

  /** Returns the way in which representations are opened. */
  OpeningMode opening();

  /** Returns the parameters on which all parties must agree. */
  SortedMap<String, String> terms();

  /**
   * MiniTrix: all improvements of DLT14, section 4, at once.
   *
   * @param parties number of parties
   * @param encoder encoder of public words
   */
  record MiniTrix(int parties, MiniMacCode code, EncoderKind encoder, OpeningMode opening)
      implements Variant {
    /** The default encoder, which {@link #terms} omits. */
    public static final EncoderKind DEFAULT_ENCODER = EncoderKind.MIXED;

    @Override
    public MaterialParameters material() {
      return MaterialParameters.minitrix(parties, code);
    }

    @Override
    public ConversionMode conversion() {
      return ConversionMode.NONE;
    }

    @Override
    public boolean simultaneous() {
      return true;
    }

    @Override
    public SortedMap<String, String> terms() {
      TreeMap<String, String> terms = new TreeMap<>();
      terms.put("code", code.c().name());
      terms.put("opening", opening.optionName());
      if (encoder != DEFAULT_ENCODER) {
        terms.put("encoder", encoder.optionName());
      }
      return terms;
    }
  }

  /**
   * An intermediate variant between MiniMac and MiniTrix (DLT14, section 4): each improvement is
   * chosen separately.
   *
   * @param parties number of parties
   * @param packing placement of instances of the circuit in a word
   * @param simultaneous whether the AND gates of a layer share their exchanges
   * @param encoder encoder of public words
   */
  record Rung(
      int parties,
      MiniMacCode code,
      Packing packing,
      ConversionMode conversion,
      boolean simultaneous,
      EncoderKind encoder,
      OpeningMode opening)
      implements Variant {

    @Override
    public MaterialParameters material() {
      return MaterialParameters.minimac(parties, code, packing, conversion == ConversionMode.NONE);
    }

    @Override
    public SortedMap<String, String> terms() {
      TreeMap<String, String> terms = new TreeMap<>();
      terms.put("code", code.c().name());
      terms.put("opening", opening.optionName());
      terms.put("packing", packing.optionName());
      terms.put("conversion", conversion.optionName());
      terms.put("simultaneous", simultaneous ? "on" : "off");
      terms.put("encoder", encoder.optionName());
      return terms;
    }
  }

  /**
   * A variant with material that two parties prepare without a dealer.
   *
   * @param sigma statistical security of the preprocessing
   */
  record Prepared(Variant of, int sigma) implements Variant {
    @Override
    public MaterialParameters material() {
      return of.material().prepared(sigma);
    }

    @Override
    public ConversionMode conversion() {
      return of.conversion();
    }

    @Override
    public boolean simultaneous() {
      return of.simultaneous();
    }

    @Override
    public EncoderKind encoder() {
      return of.encoder();
    }

    @Override
    public OpeningMode opening() {
      return of.opening();
    }

    @Override
    public SortedMap<String, String> terms() {
      return of.terms();
    }
  }

  /** Returns the protocol's name for users. */
  default String protocol() {
    return material().family().protocol();
  }

  /** Returns the number of parties. */
  default int parties() {
    return material().parties();
  }

  /** Returns the code C. */
  default MiniMacCode code() {
    return material().code();
  }

  /** Returns the placement of instances of the circuit in a word. */
  default Packing packing() {
    return material().packing();
  }

  /** Whether wires are over C* rather than C. */
  default boolean starWires() {
    return material().starWires();
  }

  /**
   * Returns this variant after refusing choices that cannot be combined.
   *
   * @throws Refused naming these choices
   */
  default Variant checked() throws Refused {
    material().checked();
    if (!encoder().supports(code().c()) || !encoder().supports(code().star())) {
      throw new Refused(
          "encoder %s does not know code %s and its Schur square: choose another of either, as"
                  .formatted(encoder().optionName(), code().c().name())
              + " encoder mixed, which knows all codes");
    }
    return this;
  }

  /**
   * Returns the number of bytes that a party sends each peer for an AND gate of all lanes, without
   * the comparison of MACs and the framing: two openings over the wires' code. A down conversion
   * adds one opening over C* and the nominated player's sigma.
   */
  default int bytesPerAnd(int party) {
    boolean batched = opening() == OpeningMode.BATCHED;
    int n = code().c().n();
    int k = code().c().k();
    int overC = batched ? k : 2 * n;
    int overStar = batched ? code().star().k() : 2 * n;
    return switch (conversion()) {
      case NONE -> 2 * overStar;
      case SYMMETRIC -> 2 * overC + overStar;
      case ONE -> 2 * overC + overStar + (party == NominatedReencoding.PLAYER ? sigmaSymbols() : 0);
    };
  }

  /** Returns the number of symbols of a re-encoded word that the nominated player sends. */
  default int sigmaSymbols() {
    return opening() == OpeningMode.BATCHED ? code().c().k() : code().c().n();
  }
}
