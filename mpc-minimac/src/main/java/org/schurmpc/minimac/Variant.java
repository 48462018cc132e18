package org.schurmpc.minimac;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;

/**
 * A rung of the ladder of DLT14: the choices of which a protocol of this module is composed.
 *
 * @param protocol the name under which it was chosen
 * @param parties their number
 * @param simultaneous whether the AND gates of a layer share their exchanges
 * @param encoder how public words are encoded
 */
record Variant(
    String protocol,
    int parties,
    MiniMacCode code,
    Packing packing,
    ConversionMode conversion,
    boolean simultaneous,
    EncoderKind encoder,
    OpeningMode opening) {

  /** The part of {@link #material} that all protocols have. */
  private static final Pattern MATERIAL =
      Pattern.compile("(\\w+) (\\w+)(?: of ([0-9]{1,2}) parties)?(?: .*)?");

  /**
   * Refuses what cannot work together.
   *
   * @throws Refused saying which choices
   */
  Variant checked() throws Refused {
    if (packing == Packing.BYTES && conversion == ConversionMode.NONE) {
      throw new Refused(
          "conversion none needs packing bits: a product of bytes multiplies words of C, so it must"
              + " be brought back from C* to C");
    }
    if (!encoder.supports(code.c()) || !encoder.supports(code.star())) {
      throw new Refused(
          "encoder %s does not know code %s and its Schur square: choose another of either, as"
                  .formatted(encoder.optionName(), code.c().name())
              + " encoder mixed, which knows all codes");
    }
    return this;
  }

  /** MiniTrix: all improvements at once. */
  static Variant minitrix(int parties, MiniMacCode code, EncoderKind encoder, OpeningMode opening) {
    return new Variant(
        MiniTrixProtocol.NAME,
        parties,
        code,
        Packing.BITS,
        ConversionMode.NONE,
        true,
        encoder,
        opening);
  }

  /** The instances of the circuit in a word. */
  int lanes() {
    return packing.planes() * code.c().k();
  }

  /** Whether wires are over C* and not over C. */
  boolean starWires() {
    return conversion == ConversionMode.NONE;
  }

  /**
   * What material is made for: it fits no other protocol, code, number of parties, packing, or form
   * of wires. (Who re-encodes, how and when words are opened, is no matter of the material.)
   */
  String material() {
    String base =
        protocol + " " + code.c().name() + (parties == 2 ? "" : " of " + parties + " parties");
    if (protocol.equals(MiniTrixProtocol.NAME)) {
      return base;
    }
    return base + " " + name(packing) + (starWires() ? ", no conversion" : ", pairs");
  }

  /**
   * A variant of a protocol whose {@link #material} is this; others may share it.
   *
   * @throws Refused if there is none
   */
  static Variant ofMaterial(String protocol, String material) throws Refused {
    Matcher matcher = MATERIAL.matcher(material);
    if (matcher.matches() && matcher.group(1).equals(protocol)) {
      String among = matcher.group(3);
      int parties = MiniMacProtocol.parties(among == null ? 2 : Integer.parseInt(among));
      for (Variant variant : all(protocol, parties, MiniMacCode.named(matcher.group(2)))) {
        if (variant.material().equals(material)) {
          return variant.checked();
        }
      }
    }
    throw new Refused(protocol + " knows no material for '" + material + "'");
  }

  /** One for each material of a protocol. */
  private static List<Variant> all(String protocol, int parties, MiniMacCode code) {
    EncoderKind encoder = EncoderKind.MIXED; // which knows all codes
    OpeningMode opening = OpeningMode.BATCHED;
    if (protocol.equals(MiniTrixProtocol.NAME)) {
      return List.of(minitrix(parties, code, encoder, opening));
    }
    List<Variant> all = new ArrayList<>();
    for (Packing packing : Packing.values()) {
      for (ConversionMode conversion : ConversionMode.values()) {
        all.add(new Variant(protocol, parties, code, packing, conversion, true, encoder, opening));
      }
    }
    return all;
  }

  /** The kinds of material and how items lie in memory. */
  Material items() {
    return new Material(new AuthWord(parties));
  }

  /** The parameters that all parties share. */
  SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("code", code.c().name());
    terms.put("opening", name(opening));
    if (!protocol.equals(MiniTrixProtocol.NAME)) {
      terms.put("packing", name(packing));
      terms.put("conversion", name(conversion));
      terms.put("simultaneous", simultaneous ? "on" : "off");
      terms.put("encoder", encoder.optionName());
    } else if (encoder != MiniTrixProtocol.ENCODER) {
      terms.put("encoder", encoder.optionName());
    }
    return terms;
  }

  /**
   * The bytes that a party sends each peer for an AND gate of all {@link #lanes}, the comparison of
   * MACs and the framing apart: two openings over the wires' code, and with a down conversion one
   * over C* and the nominated player's sigma.
   */
  int bytesPerAnd(int party) {
    boolean batched = opening == OpeningMode.BATCHED;
    int n = code.c().n();
    int k = code.c().k();
    int overC = batched ? k : 2 * n;
    int overStar = batched ? code.star().k() : 2 * n;
    return switch (conversion) {
      case NONE -> 2 * overStar;
      case SYMMETRIC -> 2 * overC + overStar;
      case ONE -> 2 * overC + overStar + (party == NominatedReencoding.PLAYER ? sigmaSymbols() : 0);
    };
  }

  /** The symbols that the nominated player sends of a re-encoded word. */
  int sigmaSymbols() {
    return opening == OpeningMode.BATCHED ? code.c().k() : code.c().n();
  }

  /** How an option's value is written. */
  static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
