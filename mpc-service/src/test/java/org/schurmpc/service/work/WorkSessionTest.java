package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.Place;

/** Which runs belong to a work session. */
class WorkSessionTest {
  private static final String STOCK =
      """
      [stock.bits]
      protocol = "tinyot"
      store = "store"
      deliveries = 2
      """;

  private static final String JOB =
      """
      [[job]]
      name = "%s"
      circuit = "add_64"
      digest = "%s"
      stock = "bits"
      inputs = ["client", "client"]
      outputs = ["%s"]
      clients = ["%s"]
      """;

  @TempDir Path folder;

  private static PlannedJob plan(ServiceConfig config, String name) throws Exception {
    JobEntry job = config.jobs().get(name);
    Stock stock = config.stocks().get(job.stock());
    return PlannedJob.of(job, Artifact.of(job, stock), stock, config.parties().size());
  }

  /** A corrupted party 1 must not have a till's values go where an auditor's go. */
  @Test
  void aSessionOfOneJobServesNoOther() throws Exception {
    String digest = Core.digest("add_64");
    Core.Setting setting =
        new Core.Setting(
            folder,
            List.of(TestIdentities.valid("party1"), TestIdentities.valid("party2")),
            List.of(Endpoint.parse("127.0.0.1:9001"), Endpoint.parse("127.0.0.1:9002")),
            JOB.formatted("audit", digest, "party1", "auditor")
                + JOB.formatted("sum", digest, "client", "till"));
    setting.write(STOCK);
    ServiceConfig config = ServiceConfig.read(setting.of(0).resolve("service.toml"));
    PlannedJob audit = plan(config, "audit");
    Place place = new Place("0123456789abcdef0123456789abcdef", 3);
    WorkSession session = new WorkSession(place, audit, null);
    assertTrue(session.serves(place, audit));
    assertFalse(session.serves(place, plan(config, "sum")));
    assertFalse(session.serves(new Place(place.line(), 4), audit));
  }
}
