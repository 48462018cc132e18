package org.schurmpc.spdz;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.cipher.CipherMethod;
import org.schurmpc.spdz.cipher.CipherMethods;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.mixed.MixedPreprocessor;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotParameters.Correlations;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * Parsed options of SPDZ and of MASCOT alone.
 *
 * @param protocol name of the chosen protocol
 * @param fieldNamed whether the field was named rather than left to the protocol
 * @param sigma statistical security in bits
 * @param threads number of threads of the preprocessing
 * @param k parameter of the OT extension
 * @param batch number of triples that the preprocessing makes at once
 * @param correlations the source of products with the key in the preprocessing
 * @param bitSigma statistical security of bits in TinyOT beside numbers; empty if there are none
 * @param cots how the preprocessing of bits makes correlated OTs
 * @param method evaluates circuits in place of their gates; empty for the gates
 */
record SpdzOptions(
    String protocol,
    Field field,
    boolean fieldNamed,
    int parties,
    int sigma,
    int threads,
    int k,
    int batch,
    Correlations correlations,
    OpeningMode opening,
    OptionalInt bitSigma,
    CotKind cots,
    Optional<CipherMethod> method) {

  /** Maximum number of parties, each of which is connected to every other. */
  private static final int MAX_PARTIES = 16;

  private static final ProtocolOption SIGMA =
      ProtocolOption.text(
          "sigma",
          "BITS",
          Optional.empty(),
          "statistical security in bits; 64, or as much as the field gives, by default");
  private static final ProtocolOption THREADS =
      PreprocessingOptions.threads(MascotParameters.MAX_THREADS);
  private static final ProtocolOption BATCH =
      ProtocolOption.number(
          "batch",
          1,
          MascotParameters.MAX_BATCH,
          MascotParameters.DEFAULT_BATCH,
          "triples that the own preprocessing makes at once");
  private static final ProtocolOption CORRELATIONS =
      ProtocolOption.choice(
          "correlations",
          Arrays.stream(Correlations.values()).map(SpdzOptions::text).toList(),
          text(Correlations.AUTO),
          "where products with the key over prime fields come from in the own preprocessing: for"
              + " many values from LPN, which sends less, or from OT alone");
  private static final ProtocolOption OPENING =
      ProtocolOption.choice(
          "opening",
          Arrays.stream(OpeningMode.values()).map(OpeningMode::text).toList(),
          "how values are opened: all send to all, or by the first party; by the number of parties"
              + " by default");

  private static final String NO_BITS = "none";

  private static final ProtocolOption TINYOT_BITS =
      ProtocolOption.choice(
          "tinyot-bits",
          List.of(NO_BITS, "40", "64", "80"),
          NO_BITS,
          "the statistical security in bits of bits in TinyOT beside numbers over a prime field,"
              + " between two parties");

  /** Unlike {@link PreprocessingOptions#COT} of no use for circuits. */
  private static final ProtocolOption COT =
      ProtocolOption.choice(
          PreprocessingOptions.COT.name(),
          PreprocessingOptions.COT.words(),
          CotKind.SOFTSPOKEN.text(),
          "how the own preprocessing makes correlated OTs for bits in TinyOT: by extension, or from"
              + " LPN, which sends less and computes more");

  private static final String GATES = "gates";

  /** How circuits are evaluated. */
  static final ProtocolOption METHOD =
      ProtocolOption.choice(
          "method",
          Stream.concat(Stream.of(GATES), CipherMethods.names().stream()).toList(),
          GATES,
          "how a circuit is evaluated: by its gates, or, if it encrypts by AES-128 or triple DES, by"
              + " a method of KORSVV17");

  private static String text(Correlations source) {
    return source.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the option that names the field. */
  static ProtocolOption field(String otherwise) {
    return ProtocolOption.text(
        "field",
        "NAME",
        Optional.of(otherwise),
        "the field: gf2_40, gf2_42, gf2_64, gf2_128, p128, p192, p256 or a prime of 42 to 256 bits"
            + " in decimal; circuits take those of characteristic 2");
  }

  /** Returns the options of either protocol. */
  static List<ProtocolOption> all(ProtocolOption field) {
    return List.of(
        field,
        SIGMA,
        OPENING,
        THREADS,
        PreprocessingOptions.OT_K,
        BATCH,
        CORRELATIONS,
        TINYOT_BITS,
        COT);
  }

  /**
   * Parses options.
   *
   * @param fieldOption the field option of the protocol
   * @throws Refused if an option is unknown or out of range
   */
  static SpdzOptions of(Protocol chosen, ProtocolOption fieldOption, ProtocolOptions options)
      throws Refused {
    String protocol = chosen.name();
    options.requireOnly(chosen);
    if (options.parties() > MAX_PARTIES) {
      throw new Refused(
          "%s is for 2 to %d parties, not %d".formatted(protocol, MAX_PARTIES, options.parties()));
    }
    Field field = Fields.named(fieldOption.of(protocol, options));
    return new SpdzOptions(
        protocol,
        field,
        options.values().containsKey(fieldOption.name()),
        options.parties(),
        sigma(protocol, options, field),
        THREADS.numberOf(protocol, options),
        PreprocessingOptions.OT_K.numberOf(protocol, options),
        BATCH.numberOf(protocol, options),
        Correlations.valueOf(CORRELATIONS.of(protocol, options).toUpperCase(Locale.ROOT)),
        opening(protocol, options),
        bitSigma(protocol, options, field),
        CotKind.named(COT.of(protocol, options)),
        CipherMethods.named(METHOD.of(protocol, options)));
  }

  private static OptionalInt bitSigma(String protocol, ProtocolOptions options, Field field)
      throws Refused {
    String level = TINYOT_BITS.of(protocol, options);
    if (level.equals(NO_BITS)) {
      return OptionalInt.empty();
    }
    if (options.parties() != 2 || field.isBinary()) {
      throw new Refused(
          "bits in TinyOT are for two parties and numbers over a prime field, not for %d over %s"
              .formatted(options.parties(), field.name()));
    }
    int sigma = Integer.parseInt(level);
    MixedPreprocessor.requireRoom(field, sigma);
    return OptionalInt.of(sigma);
  }

  /** Returns the material of bits in TinyOT beside numbers, if there are any. */
  Optional<MixedMaterial> mixed() {
    return bitSigma.isEmpty()
        ? Optional.empty()
        : Optional.of(new MixedMaterial(new Material(field, sigma), bitSigma.getAsInt()));
  }

  /** Returns the parameters of the preprocessing from oblivious transfer. */
  MascotParameters preprocessing() {
    return new MascotParameters(field, sigma, k, threads, batch, correlations);
  }

  private static int sigma(String protocol, ProtocolOptions options, Field field) throws Refused {
    int most = Material.maxSigma(field);
    String value = SIGMA.chosen(protocol, options).orElse("");
    if (value.isEmpty()) {
      return requireSecure(protocol, field, Material.usualSigma(field));
    }
    int sigma = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
    if (sigma > most) {
      throw new Refused(
          "sigma of %s over %s is at most %d, not %d"
              .formatted(protocol, field.name(), most, sigma));
    }
    if (sigma == 0) {
      throw new Refused("sigma of %s is a number, not '%s'".formatted(protocol, value));
    }
    return requireSecure(protocol, field, sigma);
  }

  /**
   * Returns sigma after requiring the security floor, whether the field is named or not; over the
   * field of the papers, the floor is all of its 38 bits.
   */
  private static int requireSecure(String protocol, Field field, int sigma) throws Refused {
    int least =
        field.name().equals(SecurityFloor.FIELD) ? Material.maxSigma(field) : SecurityFloor.SIGMA;
    if (sigma < least) {
      throw new Refused(
          "sigma of %s over %s is at least %d, not %d"
              .formatted(protocol, field.name(), least, sigma));
    }
    return sigma;
  }

  private static OpeningMode opening(String protocol, ProtocolOptions options) throws Refused {
    Optional<String> chosen = OPENING.chosen(protocol, options);
    return chosen.isEmpty()
        ? OpeningMode.of(options.parties())
        : OpeningMode.valueOf(chosen.get().toUpperCase(Locale.ROOT));
  }
}
