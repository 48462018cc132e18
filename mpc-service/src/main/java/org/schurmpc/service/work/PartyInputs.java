package org.schurmpc.service.work;

import java.util.List;
import java.util.Optional;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.state.RequestKey;

/**
 * Supplies this party's own inputs of jobs. What it supplies for a request is kept before the first
 * attempt, and is the same in each: otherwise a peer could hang up and ask again with other inputs.
 */
public interface PartyInputs {
  /**
   * Returns the values of inputs, for each of them bit i being bit i mod 8 of byte i/8, as many as
   * the port has and the padding zero; empty if this party has none for the request.
   *
   * @param job the job's name
   * @param ports all inputs of this party, in order
   */
  Optional<List<byte[]>> supply(String job, List<Artifact.Port> ports, RequestKey request);

  /** Supplies nothing. */
  static PartyInputs none() {
    return (job, ports, request) -> Optional.empty();
  }
}
