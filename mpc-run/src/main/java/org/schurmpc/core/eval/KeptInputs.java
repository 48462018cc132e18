package org.schurmpc.core.eval;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Lists the kept bits that an evaluation takes as inputs, by lane and set, and the public bits that
 * are added to them: with a client's input mask r and its message d = x + r, the input is x = r +
 * d. Lanes without an entry have zeros, for instances that nobody asked for.
 */
public final class KeptInputs {
  private final TreeMap<Place, Entry> entries = new TreeMap<>();

  /** A set in a lane. */
  record Place(String set, int lane) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int bySet = set.compareTo(other.set);
      return bySet != 0 ? bySet : Integer.compare(lane, other.lane);
    }
  }

  /**
   * Kept bits and the public bits that are added to them.
   *
   * @param values stay the caller's; empty for zeros, to which public bits are added
   * @param count number of bits
   * @param added bit i is bit i mod 8 of byte i/8, as many as the count; the padding is zero
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Entry(Optional<KeptValues> values, int count, byte[] added) {
    /** Returns public bit {@code i}, 0 or 1. */
    public int added(int i) {
      return added[i / Byte.SIZE] >>> i % Byte.SIZE & 1;
    }
  }

  /** Adds a set of kept bits as they are. */
  public KeptInputs put(String set, int lane, KeptValues values) {
    return put(set, lane, values, new byte[(values.count() + 7) / 8]);
  }

  /**
   * Adds a set of kept bits, to which public bits are added.
   *
   * @param set as in {@link InputSource.Kept}
   * @param values read until the inputs are in the evaluation; stay the caller's
   * @param added bit i is bit i mod 8 of byte i/8; copied
   * @throws IllegalArgumentException if the number of public bits is another one, the padding is
   *     not zero, or the lane has the set already
   */
  public KeptInputs put(String set, int lane, KeptValues values, byte[] added) {
    return put(set, lane, new Entry(Optional.of(values), values.count(), added.clone()));
  }

  /**
   * Adds a set of public bits, which all parties know.
   *
   * @param count number of bits, at least 1
   * @param bits as above
   */
  public KeptInputs putPublic(String set, int lane, int count, byte[] bits) {
    return put(set, lane, new Entry(Optional.empty(), count, bits.clone()));
  }

  private KeptInputs put(String set, int lane, Entry entry) {
    int length = entry.added.length;
    int padding = -entry.count & 7;
    boolean fits = entry.count > 0 && length == (entry.count + 7) / 8;
    if (!fits || (entry.added[length - 1] & 0xff) >>> (Byte.SIZE - padding) != 0) {
      throw new IllegalArgumentException(
          "public bits for %d kept ones have %d bytes or set padding"
              .formatted(entry.count, length));
    }
    if (entries.putIfAbsent(new Place(set, lane), entry) != null) {
      throw new IllegalArgumentException("lane %d has '%s' already".formatted(lane, set));
    }
    return this;
  }

  /** Returns what a lane has of a set; empty for zeros. */
  public Optional<Entry> of(String set, int lane) {
    return Optional.ofNullable(entries.get(new Place(set, lane)));
  }

  /** Returns everything that was put. */
  public Collection<Entry> all() {
    return Collections.unmodifiableCollection(entries.values());
  }

  /**
   * Requires that the entries fit an evaluation.
   *
   * @param sizes number of bits of each set
   * @throws IllegalArgumentException if they do not
   */
  public void requireFit(Map<String, Integer> sizes, int lanes) {
    entries.forEach(
        (place, entry) -> {
          Integer size = sizes.get(place.set);
          if (size == null || size != entry.count) {
            throw new IllegalArgumentException(
                "%d kept bits for set '%s' of %s"
                    .formatted(entry.count, place.set, size == null ? "none" : size));
          }
          if (place.lane < 0 || place.lane >= lanes) {
            throw new IllegalArgumentException("there is no lane " + place.lane);
          }
        });
  }

  /** Returns a hash of everything that must be equal at all parties. */
  public byte[] digest() {
    FieldHash hash = new FieldHash("kept inputs");
    entries.forEach(
        (place, entry) -> {
          hash.add(place.set).add(place.lane).add(entry.values.isPresent() ? 1 : 0);
          entry.values.ifPresent(values -> hash.add(values.form()).add(values.id()));
          hash.add(entry.count).add(entry.added);
        });
    return hash.digest();
  }

  @Override
  public String toString() {
    return "KeptInputs" + Arrays.toString(entries.keySet().toArray());
  }
}
