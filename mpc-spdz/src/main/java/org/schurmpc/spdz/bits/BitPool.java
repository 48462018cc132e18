package org.schurmpc.spdz.bits;

import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;

/**
 * MACs of bits that threads opened in earlier steps and did not check. The next check of any thread
 * takes all of them; {@link org.schurmpc.spdz.share.CheckPool} is the same for elements.
 */
public final class BitPool {
  private static final int CAPACITY = 1 << 10;

  private final MacLog held = new MacLog(CAPACITY);
  private final MacLog expected = new MacLog(CAPACITY);
  private int step;
  private int atStart;

  /** Begins a step. What was added before belongs to earlier steps. No thread runs. */
  public synchronized void openStep() {
    step++;
    atStart = Math.addExact(held.size(), expected.size());
  }

  /** Moves the logs of a thread to the pool. */
  synchronized void add(MacCheck from) {
    move(from.held(), held);
    move(from.expected(), expected);
    openStep();
  }

  /** Moves everything to a check whose turn it is. */
  synchronized void takeInto(MacCheck to) {
    move(held, to.held());
    move(expected, to.expected());
  }

  private static void move(MacLog from, MacLog to) {
    int n = from.size();
    int at = to.extend(n);
    System.arraycopy(from.words(), 0, to.words(), at, n);
    from.wipe();
  }

  /** Returns the number of the current step. */
  synchronized int step() {
    return step;
  }

  /** Returns the number of words of MACs at the start of the step. */
  synchronized int atStart() {
    return atStart;
  }

  /** Wipes the MACs. */
  public synchronized void wipe() {
    held.wipe();
    expected.wipe();
  }
}
