package org.schurmpc.service.state;

import java.time.Duration;
import java.util.Optional;

/** Refuses a call of a client, with a code, a sentence, and when to try again. */
public final class Refusal extends Exception {
  private final Code code;
  private final transient Optional<Duration> retryAfter;

  public Refusal(Code code, String detail) {
    this(code, detail, Optional.empty());
  }

  /** Creates a refusal of a call that may be made again later. */
  public Refusal(Code code, String detail, Duration retryAfter) {
    this(code, detail, Optional.of(retryAfter));
  }

  private Refusal(Code code, String detail, Optional<Duration> retryAfter) {
    super(
        detail, /* cause= */ null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Returns the code. */
  public Code code() {
    return code;
  }

  /** Returns how long to wait before the next try; empty if waiting does not help. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
