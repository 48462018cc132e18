package org.schurmpc.bench.monitor;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.MpcException;

/** Receives and checks the outputs of the parties of an instance. */
public interface OutputCheck {
  /**
   * Receives one party's outputs of a pass, all lanes.
   *
   * @throws org.schurmpc.core.abort.Disagreement if any bit is wrong
   */
  void receive(ControlChannel channel, Role role, int run, int pass) throws MpcException;
}
