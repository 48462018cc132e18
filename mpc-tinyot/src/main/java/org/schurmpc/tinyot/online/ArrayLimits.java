package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;

/**
 * Refuses circuits whose values do not fit the evaluator's arrays: values of one kind lie in one
 * array, with MACs behind those that are yet to be checked.
 */
public final class ArrayLimits {
  private final LaneLayout layout;
  private final int macWords;

  /**
   * @param macWords the width of a MAC in words of 64 bits
   */
  public ArrayLimits(LaneLayout layout, int macWords) {
    this.layout = layout;
    this.macWords = macWords;
  }

  /** Requires room for the values that are there at once, of which each has a slot. */
  public void requireSlots(int slots) throws Refused {
    // Each chunk of lanes has an array of its own.
    require("values at once", slots, Wires.slotLongs(layout, macWords));
  }

  /** Requires room for the AND gates of one layer, each of which opens two values. */
  public void requireAndGates(int gates) throws Refused {
    require("AND gates in a layer", gates, 2 * openingLongs());
  }

  /** Requires room for the input wires to which one party contributes. */
  public void requireInputs(long wires) throws Refused {
    require("inputs of a party", wires, openingLongs());
  }

  /** Requires room for the output wires. */
  public void requireOutputs(int wires) throws Refused {
    require("outputs", wires, openingLongs());
  }

  /** The longs that the MACs of an opened value take, and the bytes of its shares. */
  private long openingLongs() {
    return (long) layout.chunks() * Math.max(layout.chunkLanes() * macWords, Long.BYTES);
  }

  private void require(String what, long values, long longs) throws Refused {
    long most = (Integer.MAX_VALUE - 2 * BitMacs.MAX_PENDING_WORDS) / longs;
    if (values > most) {
      throw new Refused(
          "tinyot holds at most %d %s with %d lanes; this circuit has %d"
              .formatted(most, what, layout.lanes(), values));
    }
  }
}
