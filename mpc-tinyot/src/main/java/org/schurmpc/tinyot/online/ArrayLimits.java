package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;

/**
 * Refuses circuits whose values do not fit the evaluator's arrays. Values of one kind share one
 * array, followed by the MACs of values that are not checked yet.
 */
public final class ArrayLimits {
  private final LaneLayout layout;
  private final int macWords;

  /**
   * Creates limits.
   *
   * @param macWords width of a MAC in words of 64 bits
   */
  public ArrayLimits(LaneLayout layout, int macWords) {
    this.layout = layout;
    this.macWords = macWords;
  }

  /** Requires room for the values that are alive at once, each in a slot. */
  public void requireSlots(int slots) throws Refused {
    // Each chunk of lanes has its own array.
    require("values at once", slots, Wires.slotLongs(layout, macWords));
  }

  /** Requires room for the AND gates of one layer, each of which opens two values. */
  public void requireAndGates(int gates) throws Refused {
    require("AND gates in a layer", gates, 2 * openingLength());
  }

  /** Requires room for the input wires to which one party contributes. */
  public void requireInputs(long wires) throws Refused {
    require("inputs of a party", wires, openingLength());
  }

  /** Requires room for the output wires. */
  public void requireOutputs(int wires) throws Refused {
    require("outputs", wires, openingLength());
  }

  /** Returns the number of bytes of an opened value's shares; its logged MACs are fewer longs. */
  private long openingLength() {
    return (long) layout.chunks() * Long.BYTES;
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
