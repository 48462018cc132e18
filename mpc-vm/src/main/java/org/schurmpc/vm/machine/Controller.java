package org.schurmpc.vm.machine;

import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Runs a program at one party: interprets its schedule with one thread and releases the outputs at
 * the end. The tapes of a step run one after the other; they do not depend on each other. Used
 * once.
 */
public final class Controller implements AutoCloseable {
  private final VerifiedProgram verified;
  private final Program program;
  private final Secrets[] secrets;
  private final Memory memory;
  private final OutputArea outputs;
  private final TapeRunner runner;
  private final Steps steps;

  /**
   * Creates the machine of a party.
   *
   * @param secrets the backends by field, which the caller closes
   * @param printer receives what the program prints
   */
  public Controller(VerifiedProgram verified, Secrets[] secrets, Printer printer) {
    this.verified = verified;
    this.program = verified.program();
    this.secrets = secrets.clone();
    this.memory = new Memory(program, secrets);
    this.outputs = new OutputArea(verified, secrets);
    this.runner = new TapeRunner(verified, this.secrets, memory, outputs, printer);
    this.steps = new Steps(program.schedule());
  }

  /**
   * Runs the program. Outputs are opened together at the end, and returned only after all checks.
   *
   * @return the outputs that this party receives
   */
  public Values run() throws MpcException {
    while (steps.next(memory.ints)) {
      for (int unit = 0; unit < steps.units(); unit++) {
        runner.run(steps.tape(unit), steps.argument(unit));
      }
      steps.leave();
    }
    return release();
  }

  private Values release() throws MpcException {
    for (Secrets each : secrets) {
      if (each.unchecked()) {
        each.check();
      }
    }
    // Either there are masks for all outputs, or nothing is opened.
    Counts[] demand = verified.outputDemand();
    for (int f = 0; f < secrets.length; f++) {
      if (!demand[f].isNone()) {
        secrets[f].reserve(demand[f]);
      }
    }
    Values values = new Values(program.fields(), program.outputs());
    for (int f = 0; f < secrets.length; f++) {
      OutputBatch batch = batch(f);
      if (batch.entries() > 0) {
        secrets[f].output(batch, outputs.secret[f]);
      }
      for (int e = 0; e < batch.entries(); e++) {
        values.setElements(batch.port()[e], batch.values()[e]);
      }
    }
    clear(values);
    return values;
  }

  /** Returns the secret outputs over a field. */
  private OutputBatch batch(int f) {
    List<Port> ports = program.outputs();
    int[] chosen =
        IntStream.range(0, ports.size())
            .filter(port -> ports.get(port).field() == f && !verified.clearOutput(port))
            .toArray();
    int[] at = new int[chosen.length];
    for (int e = 0; e < chosen.length; e++) {
      at[e] = outputs.at[chosen[e]];
    }
    return new OutputBatch(ports, chosen, at, new long[chosen.length][]);
  }

  private void clear(Values values) {
    for (int i = 0; i < program.outputs().size(); i++) {
      if (verified.clearOutput(i)) {
        Port port = program.outputs().get(i);
        int limbs = secrets[port.field()].field().limbs();
        long[] all = new long[port.count() * limbs];
        System.arraycopy(outputs.clear[port.field()], outputs.at[i] * limbs, all, 0, all.length);
        values.setElements(i, all);
      }
    }
  }

  /** Wipes registers, memory and the output area. */
  @Override
  public void close() {
    runner.wipe();
    memory.wipe();
    outputs.wipe();
  }
}
