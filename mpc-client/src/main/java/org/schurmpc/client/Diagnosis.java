package org.schurmpc.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a client finds out about the parties without asking for anything ({@link
 * MpcClient#diagnose}).
 *
 * @param parties a finding for each party, in their order
 * @param jobs for each job of the configuration what the parties offer, in the configuration's
 *     order; empty if a party does not offer it. Without jobs if a party did not answer.
 */
public record Diagnosis(List<PartyFinding> parties, Map<String, Optional<JobOffer>> jobs) {
  /**
   * What a call of one party showed.
   *
   * @param party the number of the party, counted from 1
   * @param url its address
   * @param failure why there is no answer, or why it is not the one of this party
   * @param clock how far the party's clock is ahead of this one, to a second or the time of the
   *     call; empty if it did not say
   */
  public record PartyFinding(
      int party, String url, Optional<ClientException> failure, Optional<Duration> clock) {}

  public Diagnosis {
    parties = List.copyOf(parties);
  }
}
