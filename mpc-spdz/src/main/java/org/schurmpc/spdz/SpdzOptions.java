package org.schurmpc.spdz;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * Parsed options, which SPDZ and MASCOT alone have in common.
 *
 * @param protocol the name that they chose
 * @param fieldNamed whether they chose the field, rather than leave it to the protocol
 * @param sigma the statistical security in bits
 * @param threads of the preprocessing
 * @param k of the OT extension
 * @param batch what the preprocessing makes at once, in triples
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
    OpeningMode opening) {

  /** Each has a line to every other. */
  private static final int MAX_PARTIES = 16;

  /**
   * @param otherwise the name of the field if none is chosen
   * @throws Refused if an option is unknown or out of range
   */
  static SpdzOptions of(String protocol, ProtocolOptions options, String otherwise) throws Refused {
    options.requireOnly(protocol, Set.of("field", "sigma", "threads", "ot-k", "batch", "opening"));
    if (options.parties() > MAX_PARTIES) {
      throw new Refused(
          "%s is for 2 to %d parties, not %d".formatted(protocol, MAX_PARTIES, options.parties()));
    }
    Field field = Fields.named(options.values().getOrDefault("field", otherwise));
    return new SpdzOptions(
        protocol,
        field,
        options.values().containsKey("field"),
        options.parties(),
        sigma(protocol, options, field),
        number(protocol, options, "threads", 1, MascotParameters.MAX_THREADS),
        oneOf(protocol, options, "ot-k", "4", Set.of("1", "2", "4", "8")),
        number(
            protocol, options, "batch", MascotParameters.DEFAULT_BATCH, MascotParameters.MAX_BATCH),
        opening(protocol, options));
  }

  /** Returns the parameters of the preprocessing from oblivious transfer. */
  MascotParameters preprocessing() {
    return new MascotParameters(field, sigma, k, threads, batch);
  }

  private static int sigma(String protocol, ProtocolOptions options, Field field) throws Refused {
    int most = Material.maxSigma(field);
    String value = options.values().getOrDefault("sigma", "");
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

  /** The floor, whether the field is named or not; over the field of the papers, all of its 38. */
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

  private static int oneOf(
      String protocol, ProtocolOptions options, String name, String otherwise, Set<String> values)
      throws Refused {
    String value = options.values().getOrDefault(name, otherwise);
    if (!values.contains(value)) {
      throw new Refused(
          "%s of %s is one of %s, not '%s'"
              .formatted(name, protocol, new TreeSet<>(values), value));
    }
    return Integer.parseInt(value);
  }

  private static int number(
      String protocol, ProtocolOptions options, String name, int otherwise, int most)
      throws Refused {
    String value = options.values().getOrDefault(name, Integer.toString(otherwise));
    int number = value.matches("[0-9]{1,8}") ? Integer.parseInt(value) : 0;
    if (number < 1 || number > most) {
      throw new Refused("%s of %s is 1 to %d, not '%s'".formatted(name, protocol, most, value));
    }
    return number;
  }

  private static OpeningMode opening(String protocol, ProtocolOptions options) throws Refused {
    String value = options.values().get("opening");
    if (value == null) {
      return OpeningMode.of(options.parties());
    }
    for (OpeningMode mode : OpeningMode.values()) {
      if (mode.text().equals(value.toLowerCase(Locale.ROOT))) {
        return mode;
      }
    }
    List<String> names = List.of(OpeningMode.ALL.text(), OpeningMode.KING.text());
    throw new Refused("opening of %s is one of %s, not '%s'".formatted(protocol, names, value));
  }
}
