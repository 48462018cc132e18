package org.schurmpc.core.net;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Refused;

/**
 * Names the certificates that are accepted for one participant: one, or two while the participant
 * renews its certificate. Two participants never share a certificate.
 *
 * @param accepted the fingerprints, one or two different ones
 */
public record Pin(List<Fingerprint> accepted) {
  /** Maximum number of certificates of one participant. */
  public static final int MOST = 2;

  private static final String BETWEEN = "/";

  public Pin {
    accepted = List.copyOf(accepted);
    if (accepted.isEmpty()
        || accepted.size() > MOST
        || accepted.stream().distinct().count() < accepted.size()) {
      throw new IllegalArgumentException("a pin is one or two different fingerprints");
    }
  }

  /** Returns the pin of one certificate. */
  public static Pin of(Fingerprint only) {
    return new Pin(List.of(only));
  }

  /** Returns the pins of participants that have one certificate each. */
  public static List<Pin> each(List<Fingerprint> fingerprints) {
    return fingerprints.stream().map(Pin::of).toList();
  }

  /**
   * Parses one fingerprint, or two with a slash between them, each as {@link Fingerprint#parse}
   * reads it.
   *
   * @throws Refused if the text is not a pin
   */
  public static Pin parse(String text) throws Refused {
    return parse(List.of(text.split(BETWEEN, -1)));
  }

  /**
   * Parses the fingerprints of one participant.
   *
   * @throws Refused if a text is not a fingerprint, or there are not one or two different ones
   */
  public static Pin parse(List<String> texts) throws Refused {
    if (texts.isEmpty() || texts.size() > MOST) {
      throw new Refused(
          "a participant has one fingerprint, or two while it renews its certificate, not "
              + texts.size());
    }
    List<Fingerprint> all = new ArrayList<>();
    for (String text : texts) {
      Fingerprint next = Fingerprint.parse(text);
      if (all.contains(next)) {
        throw new Refused("the two fingerprints of a participant are the same: one is enough");
      }
      all.add(next);
    }
    return new Pin(all);
  }

  /** Returns whether a certificate is accepted; false for null. */
  public boolean accepts(Fingerprint shown) {
    return shown != null && accepted.contains(shown);
  }

  /** Returns whether both pins accept one certificate. */
  public boolean overlaps(Pin other) {
    return accepted.stream().anyMatch(other::accepts);
  }

  /** Returns whether no certificate is accepted for two of these participants. */
  public static boolean allDiffer(List<Pin> pins) {
    List<Fingerprint> all = pins.stream().flatMap(pin -> pin.accepted().stream()).toList();
    return all.stream().distinct().count() == all.size();
  }

  /** Returns the fingerprints in words: "A", or "A or B". */
  @Override
  public String toString() {
    return accepted.stream().map(Fingerprint::toString).collect(Collectors.joining(" or "));
  }
}
