package org.schurmpc.bench.monitor;

import java.util.Arrays;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.ProgramReference;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.program.ProgramResult;

/** Checks the outputs of a program, and what it prints, against the reference. */
final class ProgramCheck implements OutputCheck {
  private final ProgramWorkload work;
  private final ProgramReference reference;
  private int run = -1;
  private ProgramResult expected;

  ProgramCheck(ProgramWorkload work, ProgramReference reference) {
    this.work = work;
    this.reference = reference;
  }

  @Override
  public void receive(ControlChannel channel, Role role, int ofRun, int number)
      throws MpcException {
    check(role, ofRun, channel.receiveBytes(work.hashBytes(role.party())));
  }

  /**
   * Checks the hashes of one party's outputs.
   *
   * @throws Disagreement if any output or printed line is wrong
   */
  void check(Role role, int ofRun, byte[] hashes) throws MpcException {
    int wrong = Arrays.mismatch(hashes, work.hashes(role.party(), expected(ofRun)));
    if (wrong < 0) {
      return;
    }
    int output = wrong / FieldHash.BYTES - 1;
    String what =
        output < 0
            ? "printed a wrong line"
            : "has a wrong output " + work.outputs(role.party()).get(output).name();
    throw new Disagreement(
        "%s %s in run %d: %s says otherwise"
            .formatted(role, what, ofRun + 1, reference.description()));
  }

  private synchronized ProgramResult expected(int ofRun) throws MpcException {
    if (ofRun != run) {
      expected = reference.expected(ofRun);
      run = ofRun;
    }
    return expected;
  }
}
