package org.schurmpc.minimac.online;

import org.schurmpc.core.eval.OutputBatch;

/** Names the parties that learn each of several words that are opened. */
sealed interface Recipients {
  /** All parties learn all words. */
  Recipients ALL = new All();

  /** Returns whether a party learns word {@code i}. */
  boolean learns(int i, int party);

  /** See {@link #ALL}. */
  record All() implements Recipients {
    @Override
    public boolean learns(int i, int party) {
      return true;
    }
  }

  /**
   * The targets of a circuit's outputs learn them.
   *
   * @param outputs has a target for each word
   */
  record Targets(OutputBatch outputs) implements Recipients {
    @Override
    public boolean learns(int i, int party) {
      return outputs.target(i).includes(party);
    }
  }
}
