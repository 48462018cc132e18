package org.schurmpc.core.eval;

import java.util.Optional;
import org.schurmpc.core.abort.Refused;

/**
 * Defines the minimum security of a computation unless its caller asks for less: active, with a
 * statistical security of {@value #SIGMA} bits. Over the field {@value #FIELD} of the papers on
 * SPDZ, which cannot give more, {@value #FIELD_SIGMA} bits are enough if the caller named that
 * field.
 *
 * <p>Plans of computations and of stocks hold protocols to the floor; {@link
 * ProtocolOptions#insecure} lifts it for measurements.
 */
public final class SecurityFloor {
  /** Minimum statistical security in bits. */
  public static final int SIGMA = 40;

  /** Name of the field with its own floor. */
  public static final String FIELD = "gf2_40";

  /** Minimum statistical security in bits over {@link #FIELD}. */
  public static final int FIELD_SIGMA = 38;

  private SecurityFloor() {}

  /**
   * Returns the security of a protocol for reports: σ, or the word INSECURE and the reason, if the
   * protocol is below the floor.
   */
  public static String describe(ConfiguredProtocol protocol) {
    return lack(protocol)
        .map(lack -> "INSECURE: " + lack)
        .orElse("σ = %d bits".formatted(protocol.sigma()));
  }

  /**
   * Returns why a protocol with its options is below the floor; empty if the protocol meets the
   * floor. Reports print the reason after the word INSECURE.
   */
  public static Optional<String> lack(ConfiguredProtocol protocol) {
    if (!protocol.activelySecure()) {
      return Optional.of(
          "not actively secure: a party that deviates from the protocol is not found out");
    }
    boolean fieldIsNamed = protocol.namedField().equals(Optional.of(FIELD));
    if (protocol.sigma() >= (fieldIsNamed ? FIELD_SIGMA : SIGMA)) {
      return Optional.empty();
    }
    return Optional.of("of σ = %d bits only, below %d".formatted(protocol.sigma(), SIGMA));
  }

  /**
   * Refuses a protocol below the floor.
   *
   * @throws Refused naming the protocol, its security and the required security
   */
  public static void require(ConfiguredProtocol protocol) throws Refused {
    Optional<String> refusal = refusal(protocol);
    if (refusal.isPresent()) {
      throw new Refused(refusal.get());
    }
  }

  /**
   * Like {@link #require}, for constructors of records, which throw no checked exceptions.
   *
   * @throws IllegalArgumentException if the protocol is below the floor
   */
  public static void requireChecked(ConfiguredProtocol protocol) {
    refusal(protocol)
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal);
            });
  }

  private static Optional<String> refusal(ConfiguredProtocol protocol) {
    boolean naming = protocol.activelySecure() && protocol.sigma() >= FIELD_SIGMA;
    return lack(protocol)
        .map(
            lack ->
                "with these options %s is %s; needed are σ = %d bits against active adversaries%s"
                    .formatted(
                        protocol.protocol(),
                        lack,
                        SIGMA,
                        naming
                            ? " (or %d over %s, if that field is named)"
                                .formatted(FIELD_SIGMA, FIELD)
                            : ""));
  }
}
