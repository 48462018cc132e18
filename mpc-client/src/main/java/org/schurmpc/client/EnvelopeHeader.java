package org.schurmpc.client;

import java.util.List;
import java.util.UUID;

/**
 * Says what a delivery is: equal in the envelopes of all parties.
 *
 * @param kind {@link #INPUT_MASKS} or {@link #OUTPUT}
 * @param number the delivery's number, 64 bits, never used twice
 * @param sid the identifier of the session that made the delivery, 64 hex digits
 * @param parties the certificates of the parties, in their order
 * @param client the certificate of the client
 * @param request the identifier of the request
 * @param job the name of the job
 * @param digest the digest of what the job runs, 64 hex digits
 * @param attempt the attempt of the run, counted from 1; 0 for input masks
 * @param domain "bits", or the name of the field
 * @param packed the number of bits of a packed element; 0 if an element is one value, 1 for bits
 * @param elements the number of elements, without masks
 * @param combinations the number of combinations, and of masks
 */
public record EnvelopeHeader(
    int kind,
    long number,
    String sid,
    List<Fingerprint> parties,
    Fingerprint client,
    UUID request,
    String job,
    String digest,
    int attempt,
    String domain,
    int packed,
    int elements,
    int combinations) {
  /** The kind of a delivery of input masks. */
  public static final int INPUT_MASKS = 1;

  /** The kind of a delivery of outputs. */
  public static final int OUTPUT = 2;

  /** Creates a header with an unchangeable list of parties. */
  public EnvelopeHeader {
    parties = List.copyOf(parties);
  }
}
