package org.schurmpc.core.eval;

import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Link;

/** Defines the option of protocols that choose how they evaluate a circuit by the line. */
public final class LineOption {
  /** The line between the parties: a text of {@link Link#parse}. */
  public static final ProtocolOption FOR_LINE =
      ProtocolOption.text(
          "for-line",
          "LINE",
          Optional.of("none"),
          "open layers of AND gates that are wide for the line between the parties, as tinyot does:"
              + " 1gbit, 2gbit, wan, or rate and delay each way, as 100mbit,5ms");

  private LineOption() {}

  /**
   * Returns the line that a caller chose, if any.
   *
   * @param protocol named in messages
   * @throws Refused if the text is neither {@code none} nor a line
   */
  public static Optional<Link> of(String protocol, ProtocolOptions options) throws Refused {
    String text = FOR_LINE.of(protocol, options);
    return Optional.of(text).equals(FOR_LINE.otherwise())
        ? Optional.empty()
        : Optional.of(Link.parse(text));
  }
}
