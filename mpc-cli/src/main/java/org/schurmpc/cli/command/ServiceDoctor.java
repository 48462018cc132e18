package org.schurmpc.cli.command;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.doctor.Findings;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.Diagnosis;
import org.schurmpc.client.JobOffer;
import org.schurmpc.client.MpcClient;
import org.schurmpc.core.abort.ExitCode;

/**
 * Tests the way of a client to the services of all parties: their addresses and certificates, their
 * clocks, and what they offer of the jobs of its configuration. Asks for nothing.
 */
final class ServiceDoctor {
  /** Difference of clocks from which on a warning says so; headers have whole seconds. */
  private static final Duration CLOCK = Duration.ofSeconds(3);

  private final Findings findings;

  ServiceDoctor(Findings findings) {
    this.findings = findings;
  }

  void test(MpcClient client) throws InterruptedException {
    report(client.diagnose());
  }

  void report(Diagnosis diagnosis) {
    for (Diagnosis.PartyFinding each : diagnosis.parties()) {
      party(each, diagnosis.parties().size());
    }
    for (Map.Entry<String, Optional<JobOffer>> job : diagnosis.jobs().entrySet()) {
      job(job.getKey(), job.getValue());
    }
  }

  private void party(Diagnosis.PartyFinding party, int parties) {
    String topic = "party " + party.party();
    if (party.failure().isPresent()) {
      ClientException failure = party.failure().get();
      findings.problem(
          topic,
          ClientFailures.exitCode(failure).orElse(ExitCode.CONNECTION_LOST),
          failure.getMessage());
    } else {
      findings.ok(
          topic,
          "answers at %s with its certificate, as party %d of %d"
              .formatted(party.url(), party.party(), parties));
    }
    party.clock().ifPresent(clock -> clock("clock " + party.party(), clock));
  }

  private void clock(String topic, Duration ahead) {
    if (ahead.abs().compareTo(CLOCK) < 0) {
      findings.ok(topic, "the clocks agree within " + CLOCK.toSeconds() + " s");
    } else {
      findings.warning(
          topic,
          "its clock is %d s %s this one: set both by a time service; certificates are valid by it"
              .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "behind" : "ahead of"));
    }
  }

  private void job(String name, Optional<JobOffer> offer) {
    String topic = "job " + name;
    if (offer.isEmpty()) {
      findings.problem(topic, ExitCode.REFUSED, "party 1 does not offer it to this client");
      return;
    }
    switch (offer.get().use()) {
      case OPEN -> findings.ok(topic, "open at all parties, with the digest of the configuration");
      case SUSPENDED -> findings.warning(topic, "suspended by a party: ask its operator");
      case NO_STOCK -> findings.warning(topic, "open, and a party has no stock at the moment");
      case OTHER_DIGEST ->
          findings.problem(
              topic,
              ExitCode.DISAGREEMENT,
              "the parties run something else than the configuration says: their digest is "
                  + offer.get().job().digest());
      case PARTIES_DIFFER ->
          findings.problem(
              topic, ExitCode.DISAGREEMENT, "the parties offer different things under this name");
      case NOT_CONFIGURED -> throw new IllegalStateException("a job of the configuration");
    }
  }
}
