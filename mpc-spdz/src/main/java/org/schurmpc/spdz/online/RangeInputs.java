package org.schurmpc.spdz.online;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Inputs that are in their range whatever a peer sends: the sums of their bits, each of which uses
 * a bit ⟨b⟩ of its owner ({@link OwnersBits}). The owner sends e = x + b modulo 2, and all set ⟨x⟩
 * = ⟨b⟩ + e in characteristic 2, or ⟨x⟩ = e + ⟨b⟩ - 2 e ⟨b⟩ over a prime field.
 *
 * <p>All inputs of a call take one round. In characteristic 2 they take one opening and one check
 * before it.
 */
final class RangeInputs {
  /** Number of bits that are in memory at a time, more than those of any value. */
  static final int MOST_BITS = 1 << 20;

  private final Session session;
  private final Field field;
  private final GlobalMacCheck macs;
  private final OwnersBits bits;
  private final BitSums sums;
  private final long[] zero;

  RangeInputs(
      Session session, Field field, GlobalMacCheck macs, OwnersBits bits, ShareArithmetic local) {
    this.session = session;
    this.field = field;
    this.macs = macs;
    this.bits = bits;
    this.sums = new BitSums(field, local);
    this.zero = new long[field.limbs()];
  }

  /**
   * Inputs values of all parties, in parts of {@value #MOST_BITS} bits.
   *
   * @param mine this party's values, in the order of its inputs
   * @param toAt the place of each input's first value or bit
   */
  void input(List<InputRange> inputs, long[] mine, int mineAt, Shares to, int[] toAt)
      throws MpcException {
    if (toAt.length != inputs.size()) {
      throw new IllegalArgumentException(
          "%d places of %d inputs".formatted(toAt.length, inputs.size()));
    }
    for (InputRange each : inputs) {
      each.requireIn(field);
    }
    List<Part> parts = parts(inputs, toAt);
    try {
      // A value out of its range is refused before anything is sent.
      int at = mineAt;
      for (Part each : parts) {
        writeBits(each.inputs, mine, at, each.messages[session.party()]);
        at += each.values(session.party()) * field.limbs();
      }
      for (Part each : parts) {
        input(each, to);
      }
    } finally {
      parts.forEach(each -> Secrets.wipe(each.messages[session.party()]));
      sums.wipe();
    }
  }

  /** Inputs that are in memory together. */
  private static final class Part {
    private final List<InputRange> inputs = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final int[] counts; // bits of each party
    private byte[][] messages;

    Part(int parties) {
      this.counts = new int[parties];
    }

    void add(InputRange input, int place) {
      inputs.add(input);
      places.add(place);
      counts[input.owner()] += input.bits();
    }

    /** Returns the number of a party's values. */
    int values(int owner) {
      return inputs.stream().filter(each -> each.owner() == owner).mapToInt(InputRange::n).sum();
    }

    Part closed() {
      messages = new byte[counts.length][];
      Arrays.setAll(messages, party -> new byte[(counts[party] + 7) / 8]);
      return this;
    }
  }

  private List<Part> parts(List<InputRange> inputs, int[] toAt) {
    List<Part> parts = new ArrayList<>();
    Part part = new Part(session.parties());
    int left = MOST_BITS;
    for (int i = 0; i < toAt.length; i++) {
      InputRange rest = inputs.get(i);
      int place = toAt[i];
      while (rest.bits() > left) {
        int n = left / rest.width();
        part.add(rest.first(n), place);
        place += rest.asBits() ? n * rest.width() : n;
        rest = rest.first(rest.n() - n);
        parts.add(part.closed());
        part = new Part(session.parties());
        left = MOST_BITS;
      }
      part.add(rest, place);
      left -= rest.bits();
    }
    parts.add(part.closed());
    return parts;
  }

  private void input(Part part, Shares to) throws MpcException {
    if (Arrays.stream(part.counts).allMatch(count -> count == 0)) {
      return;
    }
    byte[][] messages = part.messages;
    try (bits) {
      bits.take(part.counts);
      mask(messages[session.party()], part.counts[session.party()]);
      Broadcasts.exchange(session, macs.broadcasts(), messages);
      Broadcasts.requirePadding(session, messages, part.counts);
      addUp(part, to);
    }
  }

  /** Writes the bits x of this party's values. */
  private void writeBits(List<InputRange> inputs, long[] mine, int mineAt, byte[] message) {
    int limbs = field.limbs();
    int at = mineAt;
    int bit = 0;
    long[] number = new long[limbs];
    boolean within = true;
    for (InputRange each : inputs) {
      if (each.owner() == session.party()) {
        long[] offset = each.signed() ? power(each.width() - 1) : zero;
        for (int i = 0; i < each.n(); i++, at += limbs, bit += each.width()) {
          field.add(mine, at, offset, 0, number, 0, 1);
          field.toNumbers(number, 0, number, 0, 1);
          within &= writeBits(number, each.width(), message, bit);
        }
      }
    }
    Secrets.wipe(number);
    if (!within) {
      throw new IllegalArgumentException("a value is out of its range");
    }
  }

  /** Writes the lowest bits of a number, and returns whether there are no others. */
  private boolean writeBits(long[] number, int width, byte[] message, int to) {
    long others = 0;
    for (int h = 0; h < field.limbs() * Long.SIZE; h++) {
      long bit = number[h / Long.SIZE] >>> h & 1;
      if (h < width) {
        message[(to + h) / 8] |= (byte) (bit << (to + h) % 8);
      } else {
        others |= bit;
      }
    }
    return others == 0;
  }

  private long[] power(int k) {
    return field.element(BigInteger.TWO.pow(k));
  }

  /** Replaces the bits x by e = x + b, which are public. */
  private void mask(byte[] message, int n) {
    for (int i = 0; i < n; i++) {
      message[i / 8] ^= (byte) (bits.own(i) << i % 8);
    }
  }

  private void addUp(Part part, Shares to) {
    byte[][] messages = part.messages;
    int[] next = new int[messages.length];
    for (int i = 0; i < part.inputs.size(); i++) {
      InputRange each = part.inputs.get(i);
      int place = part.places.get(i);
      int owner = each.owner();
      int width = each.width();
      long[] offset = each.signed() ? power(width - 1) : zero;
      sums.begin();
      for (int j = 0; j < each.n(); j++, next[owner] += width) {
        int first = next[owner];
        int from = bits.start(owner) + first;
        if (each.asBits()) {
          int target = place + j * width;
          sums.copyBits(messages[owner], first, width, bits.shares(), from, to, target);
        } else {
          sums.compose(messages[owner], first, width, bits.shares(), from, offset, to, place + j);
        }
      }
    }
  }

  void wipe() {
    bits.close();
    sums.wipe();
  }
}
