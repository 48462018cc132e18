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

/** Evaluates circuits with more than two parties, on threads of this JVM. */
@Timeout(60)
class ManyPartiesTest {
  /** The AND of three bits, and their XOR. */
  private static final String CIRCUIT =
      """
      4 7
      3 1 1 1
      2 1 1

      2 1 0 1 3 AND
      2 1 0 1 4 XOR
      2 1 2 3 5 AND
      2 1 2 4 6 XOR
      """;

  @TempDir Path folder;

  private String config(int parties, String... lines) throws Exception {
    Files.writeString(folder.resolve("c.txt"), CIRCUIT);
    String text =
        """
        circuit = "c.txt"
        inputs = ["party1", "party2", "party%d"]
        outputs = ["all", "party%d"]
        %s
        %s
        """
            .formatted(parties, parties, String.join("\n", lines), CommandParties.parties(parties));
    return Files.writeString(folder.resolve("job.toml"), text).toString();
  }

  private List<String> line(String config, int party, String... more) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("eval", "--config", config, "--plaintext", "--party", "" + party));
    line.addAll(List.of("--connect-timeout", "20s", "--timeout", "10s"));
    Path input = Files.writeString(folder.resolve("in" + party), party == 2 ? "0\n1\n" : "1\n1\n");
    line.addAll(List.of("--input", input.toString()));
    line.addAll(List.of(more));
    return line;
  }

  private static void assertRight(List<CommandParties.End> parties) {
    parties.forEach(end -> assertEquals(0, end.code(), parties.toString()));
    assertEquals("0 -\n1 -\n", parties.get(0).out());
    assertEquals("0 -\n1 -\n", parties.get(1).out());
    assertEquals("0 0\n1 1\n", parties.get(2).out());
  }

  private static String dealer() throws Exception {
    String address = CommandParties.parties(2).split("\"", 3)[1];
    return "[dealer]\naddress = \"%s\"".formatted(address);
  }

  private void evaluateByDealer(String... options) throws Exception {
    List<String> config = new ArrayList<>(List.of(options));
    config.add(dealer());
    String file = config(3, config.toArray(String[]::new));
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(3)) {
      lines.add(line(file, party));
    }
    lines.add(List.of("dealer", "--config", file, "--plaintext", "--lanes", "2"));
    List<CommandParties.End> ends = CommandParties.together(lines);
    assertEquals(0, ends.get(3).code(), ends.toString());
    assertRight(ends.subList(0, 3));
  }

  @Test
  void threePartiesAndADealer() throws Exception {
    evaluateByDealer("protocol = \"spdz\"", "options = { field = \"gf2_64\" }");
    evaluateByDealer("protocol = \"minitrix\"");
  }

  @Test
  void threePartiesAndDealtStores() throws Exception {
    String config = config(3, "protocol = \"spdz\"", "options = { field = \"gf2_64\" }");
    List<String> deal = new ArrayList<>(List.of("dealer", "--config", config, "--lanes", "2"));
    deal.add("--out");
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(3)) {
      deal.add(folder.resolve("store" + party).toString());
      lines.add(line(config, party, "--preprocessing=store:" + folder.resolve("store" + party)));
    }
    CommandParties.End two = CommandParties.run(deal.subList(0, deal.size() - 1));
    assertEquals(2, two.code(), two.err());
    assertTrue(two.sentence().contains("--out names 2 folders for 3 parties"), two.err());
    CommandParties.End dealt = CommandParties.run(deal);
    assertEquals(0, dealt.code(), dealt.err());
    assertTrue(dealt.err().contains("all 3 stores hold material for 2 evaluations"), dealt.err());
    assertRight(CommandParties.together(lines));
    CommandParties.together(lines).forEach(end -> assertEquals(7, end.code(), end.err()));
  }

  @Test
  void protocolsForTwoRefuseMore() throws Exception {
    for (String protocol : List.of("tinyot", "tinytable")) {
      String config = config(3, "protocol = \"" + protocol + "\"");
      CommandParties.End end = CommandParties.alone(line(config, 1));
      assertEquals(2, end.code(), end.err());
      assertTrue(
          end.sentence().contains("protocol %s is for 2 parties, not 3".formatted(protocol)),
          end.err());
    }
  }

  @Test
  void sixteenPartiesAreTheMost() throws Exception {
    CommandParties.End end = CommandParties.alone(line(config(17, "protocol = \"spdz\""), 17));
    assertEquals(3, end.code(), end.err());
    assertTrue(end.sentence().contains("a computation has 2 to 16 parties"), end.err());
    String config = config(16, "protocol = \"spdz\"", "options = { field = \"gf2_64\" }");
    end = CommandParties.alone(line(config, 16, "--inputs=party1,party2,party17"));
    assertEquals(2, end.code(), end.err());
    assertTrue(end.sentence().contains("party1 to party16, public or shared"), end.err());
    end = CommandParties.alone(line(config, 16, "--parties=3"));
    assertEquals(2, end.code(), end.err());
    assertTrue(end.sentence().contains("contradict each other"), end.err());
  }

  /** Without a configuration the flags say all. */
  @Test
  void flagsNameTheParties() throws Exception {
    config(3);
    String flags =
        "--protocol=minitrix --parties=3 --inputs=party1,party2,party3 --outputs=all,party3"
            + " --peers=127.0.0.1:1,127.0.0.1:2 --circuit="
            + folder.resolve("c.txt");
    List<String> line = new ArrayList<>(List.of("eval", "--party=1", "--plaintext"));
    line.addAll(List.of("--connect-timeout=1ms", "--dealer=127.0.0.1:1"));
    line.addAll(List.of("--input=" + Files.writeString(folder.resolve("in"), "1\n")));
    line.addAll(List.of(flags.split(" ", -1)));
    CommandParties.End end = CommandParties.run(line);
    assertEquals(4, end.code(), end.err()); // all is right but that nobody is there
  }
}
