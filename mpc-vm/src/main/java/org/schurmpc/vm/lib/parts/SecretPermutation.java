package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * The switches of permutation networks, one network after the other, whose settings are inputs of a
 * party each (Waksman, A permutation network, JACM 1968). It is used once.
 */
public final class SecretPermutation {
  /** How the names of the inputs begin. */
  public static final String PREFIX = "_shuffle_";

  private final Waksman network;
  private final int n;
  private final List<SecretBitVector> settings = new ArrayList<>();
  private boolean used;

  /** Declares the bits of a party. */
  private interface Inputs {
    SecretBitVector of(String name, int party, int n);
  }

  /** Exchanges the rows of a layer's pairs where bits are 1. */
  public interface Mover<T> {
    /** Returns all rows, of which some are exchanged. */
    T exchanged(T rows, SortingNetwork.Layer layer, SecretBitVector swap);
  }

  private SecretPermutation(ProgramBuilder b, String name, int n, Inputs inputs) {
    this.n = n;
    network = new Waksman(n);
    int switches = Math.toIntExact(Waksman.switches(n));
    for (int party = 0; party < b.parties() && switches > 0; party++) {
      settings.add(inputs.of(PREFIX + name + "_" + party, party, switches));
    }
  }

  /** Declares settings over the field, which are proven to be bits. */
  public static SecretPermutation overField(ProgramBuilder b, String name, int n) {
    return new SecretPermutation(b, name, n, b::inputBitVector);
  }

  /** Declares settings that are bits in TinyOT. */
  public static SecretPermutation ofBits(ProgramBuilder b, String name, int n) {
    return new SecretPermutation(b, name, n, b.booleans()::inputs);
  }

  /**
   * Returns permuted rows.
   *
   * @param mover moves them
   * @throws IllegalStateException if the permutation was used
   */
  public <T> T apply(T all, Mover<T> mover) {
    if (used) {
      throw new IllegalStateException("a shuffle is used twice");
    }
    used = true;
    T rows = all;
    for (SecretBitVector each : settings) {
      int next = 0;
      for (List<SortingNetwork.Pair> pairs : network.layers()) {
        SecretBitVector swap = each.slice(next, pairs.size());
        rows = mover.exchanged(rows, new SortingNetwork.Layer(n, pairs), swap);
        next += pairs.size();
      }
    }
    return rows;
  }
}
