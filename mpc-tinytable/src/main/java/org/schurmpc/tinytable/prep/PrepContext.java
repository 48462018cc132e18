package org.schurmpc.tinytable.prep;

import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;

/**
 * The session, the sources and the arithmetic that all makers of tables at one party share.
 *
 * @param layout layout of the lanes of the circuits
 * @param stock source of bits and triples
 * @param products multiplies blocks; all output waits for its check
 */
record PrepContext(
    Session session,
    LaneLayout layout,
    BlockStock stock,
    BitBlocks blocks,
    BlockProducts products,
    Kernels kernels) {

  /** Returns the number of longs of a block. */
  int longs() {
    return blocks.longs();
  }
}
