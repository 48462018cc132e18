package org.schurmpc.client;

import java.util.Set;

/**
 * Indicates that a party refused a request, or that all parties ended it without a result. The code
 * is stable; the detail is for people and comes from a party.
 */
public final class RequestFailed extends ClientException {
  /** The code of a party that has given a number's masks to another request. */
  public static final String NUMBER_TAKEN = "number-taken";

  /** Codes of requests that ended at all parties before anybody learnt an output. */
  private static final Set<String> BEFORE_COMMIT =
      Set.of("attempts", "expired", "no-stock", "inputs-differ");

  private final String code;
  private final String detail;
  private final boolean ended;

  RequestFailed(String code, String detail, boolean ended, String message) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.ended = ended;
  }

  /** Creates the exception of a call that one party refuses. */
  static RequestFailed refused(int party, String code, String detail) {
    return new RequestFailed(
        code,
        detail,
        false,
        "party %d refuses the request (%s)%s".formatted(party, code, behind(detail)));
  }

  /** Creates the exception of a request that has ended at all parties. */
  static RequestFailed ended(String code, String detail) {
    return new RequestFailed(
        code,
        detail,
        true,
        "the request failed at the parties (%s)%s".formatted(code, behind(detail)));
  }

  private static String behind(String detail) {
    return detail.isEmpty() ? "" : ": " + detail;
  }

  /** Returns the reason as a stable word, such as "not-allowed" or "attempts". */
  public String code() {
    return code;
  }

  /** Returns the reason for people; empty if the parties give none. */
  public String detail() {
    return detail;
  }

  /** Returns whether the request was accepted and has ended at all parties. */
  public boolean ended() {
    return ended;
  }

  /**
   * Returns whether the same inputs may be submitted again without showing anybody a second answer.
   */
  boolean mayRepeat() {
    return ended && BEFORE_COMMIT.contains(code);
  }
}
