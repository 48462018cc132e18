package org.schurmpc.service.work;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.session.Session;

/**
 * Evaluates a job again and again in one session of all parties, with material that is used once.
 * Used by one thread. After an exception only {@link #close} may be called.
 */
interface Evaluation extends AutoCloseable {
  /** Returns the session, in which the steps of runs take turns with evaluations. */
  Session session();

  /**
   * Evaluates, with all checks.
   *
   * @param own by request, which is by lane of a circuit, the values of this party's inputs as
   *     {@link PlannedJob#ownInputs} lists them, each port's bytes after those of the port before;
   *     no bytes if it has none
   * @param kept the inputs of clients
   * @param orders of deliveries, equal at all parties
   * @param revealing called before the parties learn a value, if they do
   * @return what nobody has learnt yet; the caller closes it
   * @throws org.schurmpc.core.abort.ProgramFault if the program fails on its values, at all parties
   */
  KeptOutputs run(
      List<byte[]> own, KeptInputs kept, List<DeliveryOrder> orders, Revealing revealing)
      throws MpcException;

  /**
   * Chooses the material of the next evaluation, with what {@link PlannedJob#beside} says.
   *
   * @param requests the number of requests that it serves
   * @param preferred the key under which material is chosen if there is enough; equal at all
   *     parties
   * @return the key of the material, under which everything kept must be
   * @throws org.schurmpc.core.abort.Exhausted if no material suffices
   */
  KeyName key(int requests, Optional<KeyName> preferred) throws MpcException;

  /**
   * Moves kept values to the key of the material that was chosen.
   *
   * @param spare recorded as used before this call
   */
  List<KeptValues> move(MovableKey from, int spare, List<KeptValues> values) throws MpcException;

  /** Sets aside the key of the material that was chosen, or used last, and spares. */
  MovableKey keepKey(int spares) throws MpcException;

  /** Notes that values are about to be revealed. */
  interface Revealing {
    /** Notes it durably. Called by any thread of the evaluation, and often. */
    void note() throws MpcException;
  }

  /** Disconnects. */
  @Override
  void close();
}
