package org.schurmpc.service.state;

import java.time.Duration;

/** Counts what computing does, for operators. No method waits. */
public interface Meter {
  /** Counts nothing. */
  Meter NONE =
      new Meter() {
        @Override
        public void attempt(String job) {}

        @Override
        public void run(String job, String outcome, Duration took) {}

        @Override
        public void checkFailed(int peer) {}

        @Override
        public void keyLost(String cause) {}

        @Override
        public void peerUp(int peer, boolean up) {}
      };

  /** Counts an attempt of a job. */
  void attempt(String job);

  /**
   * Counts a run.
   *
   * @param outcome done, failed or dropped
   */
  void run(String job, String outcome, Duration took);

  /**
   * Counts a failed check among the parties.
   *
   * @param peer number of the party that deviates; 0 if it may be one of several
   */
  void checkFailed(int peer);

  /**
   * Counts a store whose keys are lost: when a check failed, or when a start finds that a program
   * ended while the verdict of a check was pending.
   *
   * @param cause check; kill; restart (of the machine); or record, if a record or mark is missing
   */
  void keyLost(String cause);

  /** Sets whether a peer is connected, by the party's number. */
  void peerUp(int peer, boolean up);
}
