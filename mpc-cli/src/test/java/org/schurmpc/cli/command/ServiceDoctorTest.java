package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.doctor.Findings;
import org.schurmpc.client.Diagnosis;
import org.schurmpc.client.Diagnosis.PartyFinding;
import org.schurmpc.core.abort.ExitCode;

/** Tests what is said of clocks, which services in tests cannot have. */
class ServiceDoctorTest {
  private static PartyFinding of(int party, Duration clock) {
    return new PartyFinding(
        party, "https://127.0.0.1:8443", Optional.empty(), Optional.ofNullable(clock));
  }

  @Test
  void clocksThatAreOffAreAWarning() {
    List<String> said = new ArrayList<>();
    Findings findings = new Findings(said::add);
    List<PartyFinding> parties =
        List.of(
            of(1, Duration.ofSeconds(75)),
            of(2, Duration.ofSeconds(-75)),
            of(3, Duration.ofMillis(-2_999)),
            of(4, null));
    new ServiceDoctor(findings).report(new Diagnosis(parties, Map.of()));
    assertEquals(ExitCode.OK, findings.end());
    String all = String.join("\n", said);
    assertTrue(all.contains("warning  clock 1        its clock is 75 s ahead of this one"), all);
    assertTrue(all.contains("warning  clock 2        its clock is 75 s behind this one"), all);
    assertTrue(all.contains("ok       clock 3        the clocks agree within 3 s"), all);
    assertTrue(!all.contains("clock 4"), all);
    assertTrue(all.contains("ok       party 4        answers at https://127.0.0.1:8443 with"), all);
  }
}
