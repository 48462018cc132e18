package org.schurmpc.bench.job;

import java.util.Optional;
import org.schurmpc.core.eval.ConfiguredProtocol;

/** Which protocols are there to be measured and not to be trusted with anybody's inputs. */
public final class Security {
  /** The least statistical security that protects inputs, in bits. */
  public static final int LEAST_SIGMA = 40;

  private Security() {}

  /** Why a protocol is insecure with the options that it has; empty if it is not. */
  public static Optional<String> lack(ConfiguredProtocol protocol) {
    int sigma = protocol.sigma();
    if (sigma >= LEAST_SIGMA) {
      return Optional.empty();
    }
    return Optional.of(
        sigma == 0
            ? "not actively secure: a party that deviates from the protocol is not found out"
            : "of σ = %d bits only, below %d: for reproducing published figures, not for secrets"
                .formatted(sigma, LEAST_SIGMA));
  }
}
