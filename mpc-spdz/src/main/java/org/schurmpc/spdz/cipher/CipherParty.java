package org.schurmpc.spdz.cipher;

import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.online.CircuitWires;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * What a kernel computes with.
 *
 * @param session the connections to all peers
 * @param store holds the material
 * @param material the kinds of material
 * @param mode how values are opened
 * @param wires inputs, outputs, local operations, openings and their check
 */
public record CipherParty(
    Session session, PrepStore store, Material material, OpeningMode mode, CircuitWires wires) {
  /** Returns the field of the shares. */
  public Field field() {
    return material.field();
  }

  /** Returns the number of blocks that are encrypted at once. */
  public int lanes() {
    return wires.lanes();
  }
}
