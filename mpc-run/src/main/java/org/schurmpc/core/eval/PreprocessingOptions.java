package org.schurmpc.core.eval;

import java.util.List;

/** Defines options that all protocols with their own preprocessing share. */
public final class PreprocessingOptions {
  /** Depth of the trees of the OT extension. Larger values send less and compute more. */
  public static final ProtocolOption OT_K =
      ProtocolOption.choice(
          "ot-k",
          List.of("1", "2", "4", "8"),
          "4",
          "k of the OT extension in the own preprocessing: larger sends less and computes more");

  /** How correlated OTs are made. */
  public static final ProtocolOption COT =
      ProtocolOption.choice(
          "cot",
          List.of("softspoken", "silent"),
          "softspoken",
          "how the own preprocessing makes correlated OTs: by extension, or from LPN, which sends"
              + " less and computes more");

  private PreprocessingOptions() {}

  /** Returns the option for the number of threads that generate material. */
  public static ProtocolOption threads(int most) {
    return ProtocolOption.number(
        "threads", 1, most, 1, "threads that generate material in the own preprocessing");
  }
}
