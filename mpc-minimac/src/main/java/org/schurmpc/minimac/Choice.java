package org.schurmpc.minimac;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.eval.ProtocolOptions;

/** Options that are one of a few words. */
final class Choice {
  private Choice() {}

  /** The option's value, or a default. */
  static String of(String option, ProtocolOptions options, List<String> allowed, String otherwise)
      throws Refused {
    String value = options.values().getOrDefault(option, otherwise);
    if (!allowed.contains(value)) {
      throw new Refused("%s is one of %s, not '%s'".formatted(option, allowed, value));
    }
    return value;
  }

  /** The same for an encoder. */
  static EncoderKind encoder(ProtocolOptions options, EncoderKind otherwise) throws Refused {
    List<String> allowed =
        Arrays.stream(EncoderKind.values()).map(EncoderKind::optionName).toList();
    return EncoderKind.named(of("encoder", options, allowed, otherwise.optionName()));
  }

  /** The same for the constants of an enum, written in small letters. */
  static <E extends Enum<E>> E of(
      String option, ProtocolOptions options, Class<E> type, E otherwise) throws Refused {
    List<String> allowed = Arrays.stream(type.getEnumConstants()).map(Variant::name).toList();
    String value = of(option, options, allowed, Variant.name(otherwise));
    return Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
  }
}
