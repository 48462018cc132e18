package org.schurmpc.core.run;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/** Evaluates a circuit pass by pass, whatever store the next pass's material is in. */
public final class PassExecutor implements AutoCloseable {
  private final Session session;
  private final ConfiguredProtocol protocol;
  private final LayeredCircuit circuit;
  private final IoMap io;
  private final PassMaterial material;
  private PrepStore store; // of the executor
  private CircuitExecutor executor;

  /**
   * @param session established on {@link CircuitExecutor#terms} of the same protocol, circuit and
   *     map
   * @param material stays open
   */
  public PassExecutor(
      Session session,
      ConfiguredProtocol protocol,
      LayeredCircuit circuit,
      IoMap io,
      PassMaterial material) {
    this.session = session;
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.material = material;
  }

  /**
   * The executor of the next pass, with its material; the same as before as long as the material is
   * of one batch.
   *
   * @param demand what a pass consumes
   */
  public CircuitExecutor next(Demand demand) throws MpcException {
    PrepStore next = material.next(demand);
    if (store != next) {
      close();
      // Made with the first material: evaluators want the keys, which come with it.
      executor = new CircuitExecutor(session, protocol, circuit, io, next);
      store = next;
    }
    return executor;
  }

  /** Gives the store back; the material stays open. */
  @Override
  public void close() {
    if (executor != null) {
      executor.close();
      executor = null;
      store = null;
    }
  }
}
