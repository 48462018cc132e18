package org.schurmpc.examples.boot;

import java.util.Map;
import java.util.Optional;
import org.schurmpc.client.Diagnosis;
import org.schurmpc.client.JobOffer;
import org.schurmpc.client.MpcClient;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Shows in {@code /actuator/health} whether all parties answer with their certificates, and whether
 * the jobs of the configuration are open. Asks for nothing, and so costs no answer.
 */
@Component("parties")
final class PartiesHealth implements HealthIndicator {
  private final MpcClient mpc;

  PartiesHealth(MpcClient mpc) {
    this.mpc = mpc;
  }

  @Override
  public Health health() {
    Diagnosis found;
    try {
      found = mpc.diagnose();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Health.unknown().build();
    }
    boolean open = !found.jobs().isEmpty();
    Health.Builder health = Health.up();
    for (Diagnosis.PartyFinding party : found.parties()) {
      String says = party.failure().map(Throwable::getMessage).orElse("ready for this client");
      health.withDetail("party " + party.party(), says);
    }
    for (Map.Entry<String, Optional<JobOffer>> job : found.jobs().entrySet()) {
      Optional<JobOffer.Use> use = job.getValue().map(JobOffer::use);
      open &= use.equals(Optional.of(JobOffer.Use.OPEN));
      health.withDetail("job " + job.getKey(), use.map(JobOffer.Use::toString).orElse("absent"));
    }
    return open ? health.build() : health.outOfService().build();
  }
}
