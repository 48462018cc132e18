package org.schurmpc.bench.monitor;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.MpcException;

/** Receives and checks the outputs of the parties of an instance. */
public interface OutputCheck {
  /**
   * Receives and checks one party's outputs of an evaluation, in all lanes. Not called if there are
   * no outputs.
   *
   * @param run the number of the run
   * @param number the number of the evaluation in its run
   * @throws org.schurmpc.core.abort.Disagreement if any bit is wrong
   */
  void receive(ControlChannel channel, Role role, int run, int number) throws MpcException;
}
