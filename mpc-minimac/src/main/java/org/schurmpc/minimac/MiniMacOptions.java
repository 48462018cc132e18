package org.schurmpc.minimac;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;

/** Parses options whose value is one of a few words. */
final class MiniMacOptions {
  private MiniMacOptions() {}

  /** Returns the value of {@code encoder}, or a default. */
  static EncoderKind encoder(ProtocolOptions options, EncoderKind otherwise) throws Refused {
    return oneOf("encoder", options, EncoderKind.values(), EncoderKind::optionName, otherwise);
  }

  /** Returns the value of {@code packing}, or a default. */
  static Packing packing(ProtocolOptions options, Packing otherwise) throws Refused {
    return oneOf("packing", options, Packing.values(), Packing::optionName, otherwise);
  }

  /** Returns the value of {@code conversion}, or a default. */
  static ConversionMode conversion(ProtocolOptions options, ConversionMode otherwise)
      throws Refused {
    return oneOf(
        "conversion", options, ConversionMode.values(), ConversionMode::optionName, otherwise);
  }

  /** Returns the value of {@code opening}, or a default. */
  static OpeningMode opening(ProtocolOptions options, OpeningMode otherwise) throws Refused {
    return oneOf("opening", options, OpeningMode.values(), OpeningMode::optionName, otherwise);
  }

  /** Returns whether {@code simultaneous} is on rather than off, the default. */
  static boolean simultaneous(ProtocolOptions options) throws Refused {
    Boolean[] values = {false, true};
    return oneOf("simultaneous", options, values, on -> on ? "on" : "off", false);
  }

  private static <E> E oneOf(
      String option, ProtocolOptions options, E[] values, Function<E, String> name, E otherwise)
      throws Refused {
    List<String> names = Arrays.stream(values).map(name).toList();
    String value = options.values().getOrDefault(option, name.apply(otherwise));
    if (!names.contains(value)) {
      throw new Refused("%s is one of %s, not '%s'".formatted(option, names, value));
    }
    return values[names.indexOf(value)];
  }
}
