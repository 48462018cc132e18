package org.schurmpc.bench.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.BadFile;

class TeamTest {
  private static final String PIN = "SHA256:" + "1a".repeat(32);

  @TempDir Path folder;

  private Path file(int parties, String rest) throws Exception {
    String party = "[[party]]\nfingerprint = '" + PIN + "'\n";
    return Files.writeString(folder.resolve("team.toml"), party.repeat(parties) + rest);
  }

  @Test
  void hasAsManyPartiesAsTheFile() throws Exception {
    Team team = Team.read(file(3, "[monitor]\naddress = 'm:4700'\n"));
    assertEquals(3, team.parties().size());
    assertEquals(3, team.partyPins().size());
    assertEquals(PIN, team.party(2).pin().orElseThrow().toString());
    assertEquals(4700, team.monitor().address().orElseThrow().port());
    BadFile fourth = assertThrows(BadFile.class, () -> team.party(3));
    assertEquals(
        "the configuration has 3 parties: there is no party 4 among them", fourth.getMessage());
  }

  @Test
  void mayKnowNobody() throws Exception {
    Team team = Team.read(file(0, "[monitor]\naddress = 'm:4700'\n"));
    assertSame(Participant.UNKNOWN, team.party(15));
    assertThrows(BadFile.class, team::partyPins);
    assertThrows(BadFile.class, Team.UNKNOWN::partyPins);
  }

  @Test
  void aFingerprintForEachIsNeeded() throws Exception {
    Team team = Team.read(file(2, "[[party]]\naddress = 'three:1'\n"));
    assertThrows(BadFile.class, team::partyPins);
  }

  @Test
  void oneIsNoneAndSeventeenAreTooMany() throws Exception {
    for (int parties : new int[] {1, 17}) {
      Path file = file(parties, "");
      String said = assertThrows(BadFile.class, () -> Team.read(file)).getMessage();
      assertTrue(said.contains("team.toml") && said.contains("2 to 16 parties"), said);
      assertTrue(said.contains(Counts.times(parties)), said);
    }
  }
}
