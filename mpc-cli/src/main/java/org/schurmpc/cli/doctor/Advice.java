package org.schurmpc.cli.doctor;

import java.time.InstantSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;

/** Says what to do about a peer with which no connection came about. */
final class Advice {
  private static final String START = "start doctor at all parties at the same time";
  private static final String ASK =
      "ask for the fingerprint over a line on which you recognise each other, and correct the"
          + " configuration at all parties";

  private Advice() {}

  /** Returns the sentence about a listener that this party called and that does other things. */
  static String difference(Disagreement failure) {
    return failure.getMessage().endsWith("is a party and no service.")
        ? "name, port and certificate are right, but another command than doctor runs there, such as"
            + " eval: "
            + START
        : failure.getMessage().replaceAll("\\.$", "");
  }

  /** Returns the advice for a listener that this party called in vain; empty if there is none. */
  static String called(MpcException failure, InstantSource clock) {
    String sentence = String.valueOf(failure.getMessage());
    if (sentence.startsWith("Nobody answers")) {
      return "check address and firewall, and " + START;
    }
    if (sentence.contains(" that expired at ") || sentence.contains(" that is not valid before ")) {
      return "it needs a new certificate, or a clock is wrong; here it is " + clock.instant();
    }
    return sentence.contains("fingerprint") ? ASK : "";
  }

  /** Reports a party that did not call, with what is known of the callers turned away. */
  static void absent(String topic, MpcException failure, Findings findings) {
    String sentence = String.valueOf(failure.getMessage());
    if (sentence.contains("it called as a party")) {
      findings.problem(
          topic,
          ExitCode.DISAGREEMENT,
          "a party called, but by another command than doctor, such as eval: " + START);
    } else if (sentence.contains("that is not pinned")) {
      findings.problem(topic, failure, ASK);
    } else {
      findings.problem(topic, failure, "check whether it got through, and " + START);
    }
  }
}
