package org.schurmpc.cli.compute;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Pin;

/**
 * Lists the participants of a computation, as configured.
 *
 * @param parties the parties, by index
 * @param dealer the dealer of the preprocessing; empty if the parties generate it
 */
public record Roster(List<Participant> parties, Optional<Participant> dealer) {
  /**
   * Returns the addresses at which parties listen, by index: all but the last party, which connects
   * to the others.
   *
   * @throws Refused if an address is missing
   */
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

  /**
   * Returns the dealer's address, if there is a dealer.
   *
   * @throws Refused if the dealer has no address
   */
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

  /**
   * Returns the certificates that the dealer may show.
   *
   * @throws Refused if the fingerprint is missing
   */
  public Pin dealerPin() throws Refused {
    return dealer
        .flatMap(Participant::pin)
        .orElseThrow(
            () ->
                new Refused(
                    "which certificate has the dealer? Say fingerprint = \"SHA256:...\" under"
                        + " [dealer] of the configuration, or --dealer-fingerprint"));
  }

  /**
   * Returns the certificates that each party may show, by index.
   *
   * @throws Refused if a fingerprint is missing, or two participants, the dealer included, share
   *     one
   */
  public List<Pin> partyPins() throws Refused {
    List<Pin> pins = new ArrayList<>();
    for (int i = 0; i < parties.size(); i++) {
      int number = i + 1;
      pins.add(
          parties
              .get(i)
              .pin()
              .orElseThrow(
                  () ->
                      new Refused(
                          "which certificate has party %d? Say fingerprint = \"SHA256:...\" under"
                                  .formatted(number)
                              + " each [[party]] of the configuration, or --fingerprints")));
    }
    if (!Pin.allDiffer(pins)) {
      throw new Refused(
          (pins.size() == 2 ? "both" : "two")
              + " parties have the same fingerprint: each needs a key of its own");
    }
    Optional<Pin> dealing = dealer.flatMap(Participant::pin);
    for (int i = 0; dealing.isPresent() && i < pins.size(); i++) {
      if (pins.get(i).overlaps(dealing.get())) {
        throw new Refused(
            "the dealer has the fingerprint of party %d, who would know all masks of the others"
                .formatted(i + 1));
      }
    }
    return pins;
  }
}
