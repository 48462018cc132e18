package org.schurmpc.core.eval;

import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.StockPlan;

/**
 * The least security that a computation has unless its caller asks for less: active, with a
 * statistical security of {@value #SIGMA} bits. Over the field {@value #FIELD} of the papers on
 * SPDZ, which has no more to give, {@value #FIELD_SIGMA} bits are enough if the caller named that
 * field.
 *
 * <p>{@link Computation#plan} and {@link StockPlan} hold protocols to the floor; {@link
 * ProtocolOptions#insecure} lifts it for measurements.
 */
public final class SecurityFloor {
  /** Least statistical security in bits. */
  public static final int SIGMA = 40;

  /** The field with a floor of its own. */
  public static final String FIELD = "gf2_40";

  /** Least statistical security in bits over {@link #FIELD}. */
  public static final int FIELD_SIGMA = 38;

  private SecurityFloor() {}

  /**
   * Returns why a protocol with its options is below the floor; empty if it is not. Reports print
   * the reason behind the word INSECURE.
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
   * @throws Refused naming the protocol, what it gives and what is needed
   */
  public static void require(ConfiguredProtocol protocol) throws Refused {
    Optional<String> refusal = refusal(protocol);
    if (refusal.isPresent()) {
      throw new Refused(refusal.get());
    }
  }

  /** Does the same for constructors of records, which throw no checked exceptions. */
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
