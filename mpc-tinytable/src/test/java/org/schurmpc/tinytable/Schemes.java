package org.schurmpc.tinytable;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.tinytable.material.Scheme;

/** For tests of the preprocessing: what the protocol asks for. */
public final class Schemes {
  private Schemes() {}

  /** The scheme by its name, or "lookup8", or "codeword NxK". */
  public static Scheme named(String name) throws MpcException {
    return Configurations.scheme(name);
  }

  /** What one evaluation consumes. */
  public static Demand demand(Scheme scheme, LaneLayout layout, LayeredCircuit circuit, IoMap io)
      throws MpcException {
    return new TinyTable(scheme, layout, Configurations.PREPROCESSING, () -> null)
        .demand(circuit, io);
  }
}
