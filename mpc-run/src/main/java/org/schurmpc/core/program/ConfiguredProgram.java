package org.schurmpc.core.program;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Work;

/** A program whose parameters are fixed: what its parties agree on and consume, and how it runs. */
public interface ConfiguredProgram {
  /**
   * Returns what the parties agree on, with a part for each field. The unit of a part is the
   * material of one run; of loops whose turns are not known before, that of one turn.
   */
  RunPlan plan();

  /** Estimates the memory of a run besides its material: registers, memory, inputs and outputs. */
  long bytes();

  /**
   * Returns the bytes of a run's material that are in memory at once if they are made meanwhile.
   */
  long heldBytes();

  /**
   * Returns one run of the program at this party, as work whose result are the outputs that this
   * party receives, by name. The work throws {@link Refused} if an input of this party has no
   * values, or wrong ones, before anything is sent; or if the memory is missing, or lost, or of
   * other keys; and {@link org.schurmpc.core.abort.BadFile} if an index or a value is outside of
   * its range while the program runs, the same at all parties.
   *
   * @param mine the values of this party's inputs, by name; not changed
   * @param listener follows the run
   */
  Work<SortedMap<String, BigInteger[]>> work(
      SortedMap<String, BigInteger[]> mine, ProgramListener listener);

  /**
   * Returns this program with ports of clients. The parties agree on them with the rest of {@link
   * #plan}, which has the material of deliveries, too.
   *
   * @throws Refused if a port is not there, or cannot be a client's
   */
  default ConfiguredProgram withClients(ClientPorts ports) throws Refused {
    throw new Refused("this language has no ports of clients");
  }

  /** Returns the number of bits of each set of client inputs, at a place. */
  default SortedMap<String, Integer> clientBits() {
    return Collections.emptySortedMap();
  }

  /**
   * Returns one run of a program with ports of clients at this party, as {@link #work}. Ports of
   * clients are not opened.
   *
   * @param kept by set, in the lane of the place, the kept bits of the clients' inputs with their
   *     public bits, under the keys of the run's material; a set without an entry has zeros
   * @param orders the deliveries, in the lane of the place; each set of outputs at most once for a
   *     place; equal at all parties
   * @throws Refused if the program has no ports of clients
   */
  default Work<ClientOutputs> work(
      SortedMap<String, BigInteger[]> mine,
      KeptInputs kept,
      List<DeliveryOrder> orders,
      ProgramListener listener)
      throws Refused {
    throw new Refused("this program has no ports of clients");
  }
}
