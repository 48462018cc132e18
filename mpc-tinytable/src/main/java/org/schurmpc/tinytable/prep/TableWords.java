package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.word.CheckedWords;
import org.schurmpc.core.word.WordBatch;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BlockStock;

/** Makes words whose data are authenticated bits, with the keys of both parties. */
final class TableWords implements AutoCloseable {
  private final BlockStock stock;
  private final WordParameters parameters;
  private final WordKeys keys;
  private final CheckedWords words;

  private TableWords(
      BlockStock stock, WordParameters parameters, WordKeys keys, CheckedWords words) {
    this.stock = stock;
    this.parameters = parameters;
    this.keys = keys;
    this.words = words;
  }

  /** Draws keys and sets up VOLEs. */
  static TableWords begin(
      Session session, BlockStock stock, WordParameters parameters, Kernels kernels)
      throws MpcException {
    WordKeys keys = stock.wordKeys(parameters.code().n());
    TableWords made = null;
    try {
      CheckedWords words = CheckedWords.begin(session, keys, parameters, kernels);
      made = new TableWords(stock, parameters, keys, words);
      return made;
    } finally {
      if (made == null) {
        keys.close();
      }
    }
  }

  WordParameters parameters() {
    return parameters;
  }

  /** Writes this party's key, a word. */
  void alpha(long[] dst, int at) {
    keys.alpha(dst, at);
  }

  /**
   * Returns the words of all complete groups, {@link WordBatch#LONGS} longs each, after all checks.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer's words are not of their
   *     codes, or their data are not the bits
   */
  long[] make(GroupBits bits) throws MpcException {
    takeMasks(bits);
    return words.tied(bits.runs(), bits);
  }

  /** Takes fresh random bits for the masks of the check. */
  private void takeMasks(GroupBits bits) throws MpcException {
    int longs = stock.material().randomBits().longsPerItem();
    int all = bits.maskBits();
    long[] taken = new long[(all + Material.BITS - 1) / Material.BITS * longs];
    try {
      stock.randomBits(taken, 0, taken.length / longs);
      for (int done = 0; done < all; done += Material.BITS) {
        int at = done / Material.BITS * longs;
        bits.setMasks(done, taken, at, Math.min(Material.BITS, all - done));
      }
    } finally {
      Secrets.wipe(taken);
    }
  }

  @Override
  public void close() {
    words.close();
    keys.close();
  }
}
