package org.schurmpc.client;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Checks a delivery before any value of it is looked at, so that one honest party's word is enough:
 * headers, lists of commitments, seeds and sums must be equal from all parties and as expected,
 * each party's values must open its commitment, and the combination of the values must be the sum
 * that the parties opened among themselves. A value that is not the right one is accepted with
 * probability at most 2^-120, or 2^-63 over bits under MACs of 64 bits.
 *
 * <p>There is one refusal for all reasons: a reason can tell the party at fault something of the
 * values, for example whether a sum has left its range.
 */
final class DeliveryCheck {
  /**
   * What a delivery must be.
   *
   * @param number the delivery's number; empty if any will do
   * @param parties the accepted certificates of each party
   * @param elements the number of elements
   * @param masks whether it delivers input masks, otherwise outputs
   */
  record Expected(
      boolean masks,
      OptionalLong number,
      List<Set<Fingerprint>> parties,
      Fingerprint client,
      UUID request,
      String job,
      String digest,
      Domain domain,
      int packed,
      int elements) {
    private static final int HEADER_BYTES = 256; // at least what has a fixed length

    /** Returns an upper bound of the length of a party's envelope. */
    int mostBytes() {
      return HEADER_BYTES
          + 2 * Fingerprint.BYTES * parties.size()
          + 4 * (job.length() + domain.name().length())
          + domain.sumBytes(parties.size())
          + domain.valueBytes(elements);
    }

    DeliveryRefused refused() {
      return new DeliveryRefused(
          "the delivery of %s of request %s (job %s)"
              .formatted(masks ? "input masks" : "outputs", request, job));
    }
  }

  /**
   * The values of a delivery that was accepted.
   *
   * @param values the sum of the parties' values: bits, or elements
   */
  @SuppressWarnings("ArrayRecordComponent") // wiped by its owner
  record Delivered(Expected expected, byte[] values) {
    boolean bit(int index) {
      return (values[index / Byte.SIZE] >> (index % Byte.SIZE) & 1) != 0;
    }

    BigInteger number(int index) {
      return expected.domain().elements().number(values, index);
    }

    void wipe() {
      Arrays.fill(values, (byte) 0);
    }
  }

  private final List<Envelope> envelopes;
  private final Expected expected;
  private final Domain domain;

  private DeliveryCheck(List<Envelope> envelopes, Expected expected) {
    this.envelopes = envelopes;
    this.expected = expected;
    this.domain = expected.domain();
  }

  /**
   * Checks a delivery.
   *
   * @param bodies what each party sent, in the order of the parties
   * @throws DeliveryRefused if anything does not fit, whatever it is
   */
  static Delivered accept(List<byte[]> bodies, Expected expected) throws DeliveryRefused {
    if (bodies.size() != expected.parties().size()) {
      throw new IllegalArgumentException("one envelope from each party");
    }
    List<Envelope> envelopes = new ArrayList<>();
    try {
      for (byte[] body : bodies) {
        envelopes.add(Envelope.parse(body));
      }
    } catch (DeliveryRefused e) {
      throw expected.refused(); // with the words of every other refusal
    }
    DeliveryCheck check = new DeliveryCheck(envelopes, expected);
    Envelope first = envelopes.get(0);
    check.requireEqualHeaders();
    check.requireExpected(first.header());
    check.requireEqualLists();
    check.requireEqualSeeds();
    check.requireEqualSums();
    check.requireLengths();
    check.requireOpenCommitments();
    check.requireCanonical();
    check.requireCombinations(new Coefficients(first.seed(), first.header().number()));
    return new Delivered(expected, check.sum());
  }

  private void require(boolean holds) throws DeliveryRefused {
    if (!holds) {
      throw expected.refused();
    }
  }

  private void requireEqualHeaders() throws DeliveryRefused {
    EnvelopeHeader first = envelopes.get(0).header();
    require(envelopes.stream().allMatch(each -> each.header().equals(first)));
  }

  private void requireExpected(EnvelopeHeader header) throws DeliveryRefused {
    List<Fingerprint> shown = header.parties();
    require(shown.size() == expected.parties().size());
    for (int i = 0; i < shown.size(); i++) {
      require(expected.parties().get(i).contains(shown.get(i)));
    }
    int kind = expected.masks() ? EnvelopeHeader.INPUT_MASKS : EnvelopeHeader.OUTPUT;
    EnvelopeHeader right =
        new EnvelopeHeader(
            kind,
            expected.number().orElse(header.number()),
            header.sid(),
            shown,
            expected.client(),
            expected.request(),
            expected.job(),
            expected.digest(),
            expected.masks() ? 0 : header.attempt(),
            domain.name(),
            expected.packed(),
            expected.elements(),
            domain.combinations());
    require(header.equals(right));
  }

  private void requireEqualLists() throws DeliveryRefused {
    require(envelopes.stream().allMatch(each -> each.hasListOf(envelopes.get(0))));
  }

  private void requireEqualSeeds() throws DeliveryRefused {
    require(envelopes.stream().allMatch(each -> each.hasSeedOf(envelopes.get(0))));
  }

  private void requireEqualSums() throws DeliveryRefused {
    require(envelopes.stream().allMatch(each -> each.hasSumsOf(envelopes.get(0))));
  }

  private void requireLengths() throws DeliveryRefused {
    for (Envelope each : envelopes) {
      require(each.sums().length == domain.sumBytes(envelopes.size()));
      require(each.values().length == domain.valueBytes(expected.elements()));
    }
  }

  private void requireOpenCommitments() throws DeliveryRefused {
    for (int party = 0; party < envelopes.size(); party++) {
      require(envelopes.get(party).opens(party));
    }
  }

  /** Bits behind the last one are tested later: they are values of their party. */
  private void requireCanonical() throws DeliveryRefused {
    for (Envelope each : envelopes) {
      require(domain.areCanonical(each.values(), expected.elements()));
    }
  }

  private void requireCombinations(LongSupplier words) throws DeliveryRefused {
    List<byte[]> values = envelopes.stream().map(Envelope::values).toList();
    byte[] combined = domain.combine(words, values, expected.elements());
    require(Arrays.equals(combined, envelopes.get(0).sums()));
  }

  private byte[] sum() {
    byte[] sum = domain.sum(envelopes.stream().map(Envelope::values).toList(), expected.elements());
    envelopes.forEach(Envelope::wipe);
    return sum;
  }
}
