package org.schurmpc.service.work;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.Session;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.control.RunSteps;

/** Drives the steps of a run over a session. */
final class StepDriver {
  private StepDriver() {}

  /** A party's part of a run. */
  interface Part {
    /** Notes a state durably, with all that belongs to it. */
    void note(RunState state) throws MpcException;

    /**
     * Evaluates with all checks.
     *
     * @param revealing called before the parties learn a value
     * @return a hash of all that must be equal at all parties, 64 hex digits
     */
    String work(Evaluation.Revealing revealing) throws MpcException;
  }

  /** Runs all steps, and returns the last state. */
  static RunState run(RunSteps steps, Session session, Part part) throws MpcException {
    RunSteps.Step step = steps.begin();
    while (true) {
      if (step instanceof RunSteps.Step.Over over) {
        return over.state();
      }
      if (step instanceof RunSteps.Step.Exchange exchange) {
        step = steps.heard(session.exchangeAll(exchange.mine()));
      } else if (step instanceof RunSteps.Step.Note note) {
        part.note(note.state());
        step = steps.noted();
      } else {
        step = steps.worked(part.work(() -> reveal(steps, part)));
      }
    }
  }

  private static void reveal(RunSteps steps, Part part) throws MpcException {
    synchronized (steps) {
      Optional<RunState> revealing = steps.revealing();
      if (revealing.isPresent()) {
        part.note(revealing.get());
        steps.revealed();
      }
    }
  }
}
