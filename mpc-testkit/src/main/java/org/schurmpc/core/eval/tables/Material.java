package org.schurmpc.core.eval.tables;

import java.util.HexFormat;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The kinds of material. All of it is made for one circuit, whose digest the names carry: material
 * for another circuit is never found in a store by mistake.
 *
 * @param inputMask a share of the mask of an input wire, one bit a lane
 * @param and for an AND gate with inputs u, v and output o: shares of the four entries ((c ^ r_u)
 *     &amp; (d ^ r_v)) ^ r_o at 2c + d, then a share of r_o; one bit a lane each
 */
record Material(MaterialKind inputMask, MaterialKind and) {
  static final int ENTRIES = 4;
  static final int PARTS = ENTRIES + 1;

  static Material of(LayeredCircuit circuit, int lanes) {
    int words = BitMatrix.wordsFor(lanes);
    String digest = HexFormat.of().formatHex(BristolFashion.digest(circuit.circuit()));
    return new Material(
        new MaterialKind("input mask for " + digest, words),
        new MaterialKind("AND gate of " + digest, PARTS * words));
  }
}
