package org.schurmpc.spdz.cipher;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.online.CircuitWires;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/**
 * One party's evaluation of a circuit that computes a {@link CipherFunction}, by a method of its
 * own in place of the circuit's gates. Inputs and outputs are those of any circuit over SPDZ.
 *
 * <p>Two or more parties, all but one of them actively corrupted. Security with abort.
 */
public final class CipherEvaluator implements Evaluator {
  private final CipherMethod method;
  private final CipherParty party;
  private final CircuitWires wires;
  private LayeredCircuit circuit;
  private CipherWires bits;
  private CipherKernel kernel;

  /**
   * Creates an evaluator.
   *
   * @param store with the material of the method and of the inputs and outputs
   */
  public CipherEvaluator(
      Session session,
      PrepStore store,
      Material material,
      int lanes,
      OpeningMode mode,
      CipherMethod method) {
    this.method = method;
    this.wires = new CircuitWires(session, store, material, lanes, mode);
    this.party = new CipherParty(session, store, material, mode, wires);
  }

  @Override
  public int lanes() {
    return wires.lanes();
  }

  /**
   * Recognises the function of a circuit, which the method evaluates.
   *
   * @throws IllegalStateException if the circuit has no function with methods
   */
  @Override
  public void begin(LayeredCircuit layered) throws MpcException {
    wires.begin(layered.slotCount());
    if (layered == circuit) {
      return;
    }
    CipherFunction function =
        CipherFunction.of(layered.circuit())
            .orElseThrow(() -> new IllegalStateException("the circuit is none of a cipher"));
    method.require(function, party.field());
    wipeKernel();
    circuit = layered;
    bits = new CipherWires(wires, layered, function);
    kernel = method.kernel(function, party);
  }

  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    wires.input(batch, mine);
    kernel.input(bits);
  }

  @Override
  public void compute(LayeredCircuit layered) throws MpcException {
    if (layered != circuit) {
      throw new IllegalStateException("another circuit was begun");
    }
    kernel.compute(bits);
  }

  @Override
  public void random(RandomBatch batch) {
    throw noGates();
  }

  @Override
  public void linear(LinearBatch batch) {
    throw noGates();
  }

  @Override
  public void multiply(MulBatch batch) {
    throw noGates();
  }

  private static IllegalStateException noGates() {
    return new IllegalStateException("ciphers are evaluated as a whole");
  }

  @Override
  public void check() throws MpcException {
    wires.macs().check();
  }

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    Optional<Shares> bytes = kernel.outputBytes();
    if (bytes.isEmpty()) {
      return wires.output(batch);
    }
    try {
      return wires.outputBytes(batch, bytes.get());
    } finally {
      bytes.get().wipe();
    }
  }

  @Override
  public void close() {
    wires.wipe();
    wipeKernel();
  }

  private void wipeKernel() {
    if (kernel != null) {
      kernel.wipe();
    }
  }
}
