package org.schurmpc.cli.compute;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;

/**
 * Who takes part, as the configuration says.
 *
 * @param parties by index
 * @param dealer who makes the preprocessing, if not the parties
 */
public record Roster(List<Participant> parties, Optional<Participant> dealer) {
  /** Where parties listen, in their order: all but the last, who calls the others. */
  public List<Endpoint> meetings() throws Refused {
    List<Endpoint> meetings = new ArrayList<>();
    for (int i = 0; i < parties.size() - 1; i++) {
      String place = i == 0 ? "the first" : "its";
      int number = i + 1;
      meetings.add(
          parties
              .get(i)
              .address()
              .orElseThrow(
                  () ->
                      new Refused(
                          "where does party %d listen? Say address = \"host:port\" under %s"
                                  .formatted(number, place)
                              + " [[party]] of the configuration, or --peers")));
    }
    return meetings;
  }

  /** The dealer's address, if there is a dealer. */
  public Optional<Endpoint> dealerAddress() throws Refused {
    if (dealer.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        dealer
            .get()
            .address()
            .orElseThrow(
                () ->
                    new Refused(
                        "where does the dealer listen? Say address = \"host:port\" under"
                            + " [dealer] of the configuration, or --dealer")));
  }

  /** The dealer's certificate. */
  public Fingerprint dealerPin() throws Refused {
    return dealer
        .flatMap(Participant::fingerprint)
        .orElseThrow(
            () ->
                new Refused(
                    "which certificate has the dealer? Say fingerprint = \"SHA256:...\" under"
                        + " [dealer] of the configuration, or --dealer-fingerprint"));
  }

  /**
   * The certificates of all parties, by index.
   *
   * @throws Refused if one is missing or two are the same
   */
  public List<Fingerprint> partyPins() throws Refused {
    List<Fingerprint> pins = new ArrayList<>();
    for (int i = 0; i < parties.size(); i++) {
      int number = i + 1;
      pins.add(
          parties
              .get(i)
              .fingerprint()
              .orElseThrow(
                  () ->
                      new Refused(
                          "which certificate has party %d? Say fingerprint = \"SHA256:...\" under"
                                  .formatted(number)
                              + " each [[party]] of the configuration, or --fingerprints")));
    }
    if (new HashSet<>(pins).size() < pins.size()) {
      throw new Refused(
          (pins.size() == 2 ? "both" : "two")
              + " parties have the same fingerprint: each needs a key of its own");
    }
    Optional<Fingerprint> dealing = dealer.flatMap(Participant::fingerprint);
    if (dealing.isPresent() && pins.contains(dealing.get())) {
      throw new Refused(
          "the dealer has the fingerprint of party %d, who would know all masks of the other"
              .formatted(pins.indexOf(dealing.get()) + 1));
    }
    return pins;
  }
}
