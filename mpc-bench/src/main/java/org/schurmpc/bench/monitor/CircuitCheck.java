package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Reference;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;

/** Checks the outputs of an instance bit by bit against the reference. */
final class CircuitCheck implements OutputCheck {
  private final Workload work;
  private final Reference reference;
  private final List<InputSeeds> seeds = new ArrayList<>();
  private int run = -1;
  private int number = -1;
  private BitMatrix expected;

  CircuitCheck(Workload work, Reference reference, long seed, int instance) {
    this.work = work;
    this.reference = reference;
    for (int party = 0; party < work.protocol().parties(); party++) {
      seeds.add(InputSeeds.derive(seed, instance, party));
    }
  }

  @Override
  public void receive(ControlChannel channel, Role role, int ofRun, int ofNumber)
      throws MpcException {
    int rows = work.circuit().outputWires();
    check(role, ofRun, ofNumber, channel.receiveBits(rows, work.lanes()));
  }

  /**
   * Checks one party's outputs of an evaluation, in all lanes.
   *
   * @throws Disagreement if any bit is wrong
   */
  void check(Role role, int ofRun, int ofNumber, BitMatrix outputs) throws Disagreement {
    BitMatrix right = expected(ofRun, ofNumber);
    if (outputs.equals(right)) {
      return;
    }
    throw new Disagreement(
        "%s has a wrong output in lane %d of evaluation %d of run %d: %s says otherwise"
            .formatted(
                role,
                firstWrongLane(outputs, right) + 1,
                ofNumber + 1,
                ofRun + 1,
                reference.description()));
  }

  private synchronized BitMatrix expected(int ofRun, int ofNumber) {
    if (ofRun != run || ofNumber != number) {
      List<BitMatrix> supplied = new ArrayList<>();
      for (int party = 0; party < seeds.size(); party++) {
        supplied.add(seeds.get(party).inputs(work, party, ofRun, ofNumber));
      }
      expected = reference.expected(InputSeeds.joint(work, supplied));
      run = ofRun;
      number = ofNumber;
    }
    return expected;
  }

  private static int firstWrongLane(BitMatrix outputs, BitMatrix right) {
    for (int lane = 0; lane < right.columns(); lane++) {
      for (int row = 0; row < right.rows(); row++) {
        if (outputs.get(row, lane) != right.get(row, lane)) {
          return lane;
        }
      }
    }
    throw new IllegalStateException("no lane differs");
  }
}
