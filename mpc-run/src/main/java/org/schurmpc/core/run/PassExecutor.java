package org.schurmpc.core.run;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/** Evaluates a circuit pass by pass, even if the material of the next pass is in another store. */
public final class PassExecutor implements AutoCloseable {
  private final Session session;
  private final ConfiguredProtocol protocol;
  private final LayeredCircuit circuit;
  private final IoMap io;
  private final PassMaterial material;
  private ConfiguredProtocol narrowed; // the protocol of the executor
  private PrepStore store; // the store that the executor uses
  private CircuitExecutor executor;

  /**
   * Creates an executor of passes.
   *
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
   * Returns the executor of the next pass, with its material. While the material is of one batch,
   * the executor remains the same.
   *
   * @param demand the material that a pass consumes
   */
  public CircuitExecutor next(Demand demand) throws MpcException {
    return on(material.next(demand), protocol);
  }

  /**
   * Returns the executor of a pass with the material of a store that {@link PassMaterial#next} has
   * returned.
   *
   * @param of the protocol, perhaps for fewer lanes
   */
  CircuitExecutor on(PrepStore next, ConfiguredProtocol of) throws MpcException {
    if (store != next || narrowed != of) {
      close();
      // Created with the first material: evaluators need the keys, which come with it.
      executor = new CircuitExecutor(session, protocol, of, circuit, io, next);
      store = next;
      narrowed = of;
    }
    return executor;
  }

  /** Returns the store of the last pass; null if there is none, or it was released. */
  PrepStore store() {
    return store;
  }

  /** Releases the store; the material stays open. */
  @Override
  public void close() {
    if (executor != null) {
      executor.close();
      executor = null;
      store = null;
    }
  }
}
