package org.schurmpc.core.eval;

import java.util.List;

/** Options that protocols with a preprocessing of their own have in common. */
public final class PreprocessingOptions {
  /** The depth of the trees of the OT extension: more of it sends less and computes more. */
  public static final ProtocolOption OT_K =
      ProtocolOption.choice(
          "ot-k",
          List.of("1", "2", "4", "8"),
          "4",
          "k of the OT extension in the own preprocessing: larger sends less and computes more");

  private PreprocessingOptions() {}

  /** The number of threads that generate material. */
  public static ProtocolOption threads(int most) {
    return ProtocolOption.number(
        "threads", 1, most, 1, "threads that generate material in the own preprocessing");
  }
}
