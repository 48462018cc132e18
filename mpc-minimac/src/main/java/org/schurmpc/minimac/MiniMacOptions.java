package org.schurmpc.minimac;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;
import org.schurmpc.minimac.prep.OtParameters;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** The options of MiniMac and MiniTrix, whose defaults differ. */
final class MiniMacOptions {
  static final String ON = "on";

  static final ProtocolOption PACKING =
      choice(
          "packing",
          Packing.values(),
          Packing::optionName,
          Packing.BYTES,
          "one lane in each symbol of a word, or eight");
  static final ProtocolOption CONVERSION =
      choice(
          "conversion",
          ConversionMode.values(),
          ConversionMode::optionName,
          ConversionMode.ONE,
          "who re-encodes products, if they are re-encoded");
  static final ProtocolOption SIMULTANEOUS =
      ProtocolOption.choice(
          "simultaneous",
          List.of("off", ON),
          "off",
          "the AND gates of a layer in one exchange, or gate by gate");

  static final ProtocolOption SIGMA =
      ProtocolOption.choice(
          "sigma",
          SecurityLevel.NAMES,
          "statistical security in bits of material without a dealer, 64 by default; stores of"
              + " such material need it");
  static final ProtocolOption THREADS = PreprocessingOptions.threads(OtPreprocessing.MAX_THREADS);

  private static final String DEFAULT_SIGMA = "64";

  private MiniMacOptions() {}

  /** Returns the protocol of a variant, with material without a dealer if sigma was chosen. */
  static MiniMac configured(Variant variant, ProtocolOptions options) throws Refused {
    String name = variant.protocol();
    Optional<String> sigma = SIGMA.chosen(name, options);
    OtParameters preprocessing =
        new OtParameters(
            SecurityLevel.named(sigma.orElse(DEFAULT_SIGMA)),
            PreprocessingOptions.OT_K.numberOf(name, options),
            THREADS.numberOf(name, options),
            CotKind.named(PreprocessingOptions.COT.of(name, options)));
    MiniMac protocol =
        new MiniMac(variant.checked(), preprocessing, () -> KernelProvider.choose().kernels());
    return sigma.isPresent() ? protocol.withOwnMaterial() : protocol;
  }

  /** Returns the option for the code C, by its length and dimension. */
  static ProtocolOption code(String otherwise) {
    return ProtocolOption.text(
        "code", "NxK", Optional.of(otherwise), "Reed-Solomon code, such as 255x85 or 256x120");
  }

  /** Returns the option for encoding public words. */
  static ProtocolOption encoder(EncoderKind otherwise) {
    return choice(
        "encoder",
        EncoderKind.values(),
        EncoderKind::optionName,
        otherwise,
        "how public words are encoded");
  }

  /** Returns the option for opening words. */
  static ProtocolOption opening(OpeningMode otherwise) {
    return choice(
        "opening",
        OpeningMode.values(),
        OpeningMode::optionName,
        otherwise,
        "how words are opened: one by one as in the paper, or a layer at once");
  }

  private static <E> ProtocolOption choice(
      String name, E[] values, Function<E, String> text, E otherwise, String help) {
    return ProtocolOption.choice(
        name, Arrays.stream(values).map(text).toList(), text.apply(otherwise), help);
  }

  /** Returns the packing with a name. */
  static Packing packing(String name) throws Refused {
    return named(Packing.values(), Packing::optionName, name);
  }

  /** Returns the conversion with a name. */
  static ConversionMode conversion(String name) throws Refused {
    return named(ConversionMode.values(), ConversionMode::optionName, name);
  }

  /** Returns the opening with a name. */
  static OpeningMode opening(String name) throws Refused {
    return named(OpeningMode.values(), OpeningMode::optionName, name);
  }

  private static <E> E named(E[] values, Function<E, String> text, String name) throws Refused {
    for (E value : values) {
      if (text.apply(value).equals(name)) {
        return value;
      }
    }
    throw new Refused(
        "'%s' is none of %s".formatted(name, Arrays.stream(values).map(text).toList()));
  }
}
