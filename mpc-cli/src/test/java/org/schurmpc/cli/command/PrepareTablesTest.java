package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prepares a stock of masked tables of S-boxes by the command, and verifies the stores. */
@Timeout(60)
class PrepareTablesTest {
  private static final int PARTIES = 2;

  @TempDir Path folder;

  private Path store(int party) {
    return folder.resolve("store" + party);
  }

  @Test
  void stocksOfTablesAreVerified() throws Exception {
    Path config = Files.writeString(folder.resolve("job.toml"), CommandParties.parties(PARTIES));
    List<List<String>> lines = new ArrayList<>();
    List<String> verify = new ArrayList<>(List.of("prep", "verify", "--reveal-everything"));
    for (int party : CommandParties.numbers(PARTIES)) {
      List<String> line = new ArrayList<>(List.of("prepare", "--plaintext"));
      line.addAll(List.of("--config", config.toString(), "--party", Integer.toString(party)));
      line.addAll(List.of("--protocol=spdz", "--field=gf2_40", "--batch=192"));
      line.addAll(List.of("--demand=sbox_aes=3,sbox_des8=2", "--store=" + store(party)));
      lines.add(line);
      verify.add(store(party).toString());
    }
    List<CommandParties.End> ends = CommandParties.together(lines);
    ends.forEach(end -> assertEquals(0, end.code(), ends.toString()));
    CommandParties.End verified = CommandParties.run(verify);
    assertEquals(0, verified.code(), verified.err());
    String out = verified.out();
    assertTrue(out.contains("every relation holds"), out);
    assertTrue(out.matches("(?s).*lookups of 8 to 8 bits as bytes, [0-9a-f]{64} +3\\R.*"), out);
    assertTrue(out.matches("(?s).*lookups of 6 to 4 bits as bits, [0-9a-f]{64} +2\\R.*"), out);
  }
}
