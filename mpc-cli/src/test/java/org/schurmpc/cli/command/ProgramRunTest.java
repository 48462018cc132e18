package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;

/** Runs programs by the command, with all parties on threads of this JVM. */
@Timeout(60)
class ProgramRunTest {
  private static final int DIGEST = 32;

  @TempDir Path folder;

  private final List<Path> stores = new ArrayList<>();

  @BeforeEach
  void writeInputs() throws Exception {
    Files.writeString(folder.resolve("in1"), "a = @a.csv\n");
    Files.writeString(folder.resolve("a.csv"), "3\n4\n5\n");
    Files.writeString(folder.resolve("in2"), "b = -7\n");
    for (int party : CommandParties.numbers(3)) {
      stores.add(folder.resolve("store" + party));
    }
  }

  private static CompiledProgram program(int parties, String... arguments) throws Exception {
    TreeMap<String, Long> values = new TreeMap<>();
    Arrays.stream(arguments).forEach(name -> values.put(name, 1L));
    Optional<String> second = values.containsKey("gf") ? Optional.of("gf2_64") : Optional.empty();
    ProgramOptions options =
        new ProgramOptions("p128", second, parties, OptionalInt.empty(), values);
    return ProgramLanguages.only().compile(Sums.class, options);
  }

  /** Writes a program and a configuration that names it, with further lines before the parties. */
  private String config(String name, CompiledProgram program, String... lines) throws Exception {
    Files.write(folder.resolve(name + ".vm"), program.bytes());
    String text =
        "program = \"%s.vm\"\n%s\n%s"
            .formatted(name, String.join("\n", lines), CommandParties.parties(program.parties()));
    return Files.writeString(folder.resolve(name + ".toml"), text).toString();
  }

  private List<String> line(String config, int party, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of("program", "run", "--config", config, "--plaintext", "--party", "" + party));
    line.addAll(List.of("--connect-timeout", "20s", "--timeout", "10s"));
    if (party < 3) {
      line.addAll(List.of("--input", folder.resolve("in" + party).toString()));
    }
    line.addAll(List.of(more));
    return line;
  }

  private List<CommandParties.End> runFromStores(String config, int parties, String... more)
      throws Exception {
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(parties)) {
      List<String> line = line(config, party, more);
      line.addAll(List.of("--preprocessing", "store:" + stores.get(party - 1)));
      lines.add(line);
    }
    return CommandParties.together(lines);
  }

  private void deal(String config, int parties, int runs) {
    List<String> line =
        new ArrayList<>(List.of("dealer", "--config", config, "--blocks", "" + runs));
    line.add("--out");
    stores.subList(0, parties).forEach(store -> line.add(store.toString()));
    CommandParties.End end = CommandParties.run(line);
    assertEquals(0, end.code(), end.err());
    assertTrue(end.err().contains("material for %d run".formatted(runs)), end.err());
  }

  private static void assertAll(int code, List<CommandParties.End> ends) {
    ends.forEach(end -> assertEquals(code, end.code(), ends.toString()));
  }

  @Test
  void storesServeTheirRunsAndNoMore() throws Exception {
    String config = config("sums", program(3));
    deal(config, 3, 2);
    CommandParties.End parent = CommandParties.run(List.of("prep", "info", folder + ""));
    assertEquals(3, parent.code(), "a folder of several parties' stores is none: " + parent);
    for (int run = 0; run < 2; run++) {
      List<CommandParties.End> ends = runFromStores(config, 3);
      assertAll(0, ends);
      String all = "sum 5 of 0\nsquares = 9, 16, 25\n";
      assertEquals(all + "double = -14\n", ends.get(0).out());
      assertEquals(all, ends.get(1).out());
      assertEquals(all, ends.get(2).out());
    }
    for (CommandParties.End end : runFromStores(config, 3)) {
      assertEquals(7, end.code(), end.err());
      assertEquals("", end.out());
      assertTrue(end.sentence().contains("is exhausted"), end.err());
    }
    CommandParties.End info = CommandParties.run(List.of("prep", "info", stores.get(0).toString()));
    assertTrue(info.out().matches("(?s).*left of 'squares' +0 of 6,.*"), info.out());
  }

  @Test
  void aTableComesFromStandardInput() throws Exception {
    String config = config("sums", program(2));
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(2)) {
      lines.add(line(config, party, "--preprocessing", "ot"));
    }
    List<String> second = lines.get(1);
    second.set(second.indexOf("--input"), "--csv");
    second.set(second.indexOf("--csv") + 1, "-");
    List<CommandParties.End> ends = withInput("b\n-7\n", lines);
    assertAll(0, ends);
    assertEquals("sum 5 of 0\nsquares = 9, 16, 25\ndouble = -14\n", ends.get(0).out());
    CommandParties.End end = withInput("b\n-129\n", List.of(second)).get(0);
    assertEquals(3, end.code(), end.err());
    assertTrue(end.err().contains("standard input, line 2, column b: "), end.err());
    second.add("--heap=1g");
    end = CommandParties.run(second);
    assertEquals(2, end.code(), end.err());
    assertTrue(end.err().contains("--csv - is read once, and --heap starts"), end.err());
  }

  private static List<CommandParties.End> withInput(String text, List<List<String>> lines)
      throws Exception {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try {
      return CommandParties.together(lines);
    } finally {
      System.setIn(before);
    }
  }

  /** Each party compiles a class for itself; the digest decides. */
  @Test
  void aClassIsCompiledFirst() throws Exception {
    String classes =
        Path.of(Sums.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    String config =
        Files.writeString(folder.resolve("two.toml"), CommandParties.parties(2)).toString();
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(2)) {
      lines.add(line(config, party, "--class-path", classes, "--preprocessing", "ot"));
      lines.get(party - 1).add(Sums.class.getName());
    }
    List<CommandParties.End> ends = CommandParties.together(lines);
    assertAll(0, ends);
    assertEquals("sum 5 of 0\nsquares = 9, 16, 25\ndouble = -14\n", ends.get(0).out());
    String digest = program(2).digest();
    assertTrue(ends.get(1).err().contains("the digest of the program is " + digest), ends + "");
    lines.get(1).add("--arg");
    lines.get(1).add("text=1");
    for (CommandParties.End end : CommandParties.together(lines)) {
      assertEquals(5, end.code(), end.err());
    }
    Path file = folder.resolve("sums.vm");
    Files.write(file, program(2).bytes());
    lines.clear();
    for (int party : CommandParties.numbers(2)) {
      lines.add(line(config, party, "--preprocessing", "ot", file.toString()));
    }
    assertAll(0, CommandParties.together(lines));
    Path both = Files.writeString(folder.resolve("p.toml"), "program = \"p.vm\"\n");
    Files.writeString(both, "program = \"p.vm\"\n" + CommandParties.parties(2));
    List<String> line = line(both.toString(), 1, "--class-path", classes, Sums.class.getName());
    CommandParties.End end = CommandParties.run(line);
    assertEquals(2, end.code(), end.err());
    assertTrue(end.err().contains("names a program, and the command another"), end.err());
    end = CommandParties.run(line(config, 1, "--arg", "a=1"));
    assertEquals(2, end.code(), end.err());
    assertTrue(end.err().contains("are for a program that is compiled first"), end.err());
  }

  @Test
  void twoFieldsHaveAStoreEach() throws Exception {
    String config = config("both", program(2, "gf"));
    Files.writeString(folder.resolve("in1"), "g = 0x3\na = 1, 2, 3\n");
    deal(config, 2, 1);
    List<String> verify = new ArrayList<>(List.of("prep", "verify"));
    stores.subList(0, 2).forEach(store -> verify.add(store.toString()));
    CommandParties.End verified = CommandParties.run(verify);
    assertEquals(0, verified.code(), verified.err());
    for (String field : List.of("gf2_64", "p128")) {
      assertTrue(Files.isDirectory(stores.get(0).resolve(field)));
      assertTrue(verified.out().contains(stores.get(1).resolve(field) + ": every"), verified.out());
    }
    Path result = folder.resolve("result");
    Path table = folder.resolve("squares.csv");
    List<CommandParties.End> ends =
        CommandParties.together(
            List.of(
                line(
                    config,
                    1,
                    "--preprocessing=store:" + stores.get(0),
                    "--output=" + result,
                    "--output-table=squares=" + table,
                    "--json=" + folder.resolve("figures.json")),
                line(config, 2, "--preprocessing=store:" + stores.get(1))));
    assertAll(0, ends);
    assertEquals("sum -1 of 0\n", ends.get(0).out());
    assertEquals("squares = @squares.csv\ndouble = -14\nh = 0x5\n", Files.readString(result));
    assertEquals("1\n4\n9\n", Files.readString(table));
    JsonNode figures = new ObjectMapper().readTree(folder.resolve("figures.json").toFile());
    assertTrue(figures.has("program_digest"));
    assertEquals("store", figures.get("preprocessing").textValue());
    assertEquals(2, figures.get("preprocessing_terms").size(), "one for each field");
    for (JsonNode terms : figures.get("preprocessing_terms")) {
      assertEquals("dealer (trusted, INSECURE)", terms.get("made_by").textValue());
    }
    assertTrue(figures.get("preprocessing_insecure").booleanValue());
    CommandParties.End info = CommandParties.run(List.of("prep", "info", stores.get(0) + ""));
    assertTrue(info.out().matches("(?s).*/gf2_64: .* 0 of 1,.*/p128: .* 0 of 3,.*"), info.out());
    CommandParties.End gone =
        CommandParties.run(List.of("prep", "destroy", "--yes", stores.get(0) + ""));
    assertEquals(2, gone.out().lines().filter(line -> line.endsWith(" is destroyed")).count());
  }

  @Test
  void partiesPrepareWithADealer() throws Exception {
    prepareAndRunWithADealer(program(2));
  }

  @Test
  void oneDealerServesTwoFields() throws Exception {
    Files.writeString(folder.resolve("in1"), "g = 0x3\na = 1, 2, 3\n");
    prepareAndRunWithADealer(program(2, "gf"));
  }

  private void prepareAndRunWithADealer(CompiledProgram program) throws Exception {
    String dealer = "[dealer]\naddress = \"%s\"";
    String address = CommandParties.parties(2).split("\"", 3)[1];
    String config = config("dealt", program);
    Files.writeString(
        Path.of(config), Files.readString(Path.of(config)) + dealer.formatted(address));
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("dealer", "--config", config, "--plaintext"));
    for (int party : CommandParties.numbers(2)) {
      List<String> line = line(config, party);
      line.set(0, "prepare");
      line.remove(1);
      line.removeAll(List.of("--input", folder.resolve("in" + party).toString()));
      line.addAll(List.of("--store", stores.get(party - 1).toString(), "--blocks", "1"));
      lines.add(line);
    }
    List<CommandParties.End> prepared = CommandParties.together(lines);
    assertAll(0, prepared);
    assertTrue(prepared.get(1).out().contains("holds material for 1 run "), prepared.toString());
    assertAll(0, runFromStores(config, 2));
    assertAll(7, runFromStores(config, 2));
    // ... and without stores.
    List<List<String>> served = new ArrayList<>();
    served.add(lines.get(0));
    CommandParties.numbers(2).forEach(party -> served.add(line(config, party)));
    Files.writeString(folder.resolve("in1"), program.fields().size() == 1 ? "" : "g = 0x3\n");
    Path csv = Files.writeString(folder.resolve("t.csv"), "id,a\nx,1\ny,2\nz,3\n");
    served.get(1).addAll(List.of("--csv", csv.toString()));
    List<CommandParties.End> ends = CommandParties.together(served);
    assertAll(0, ends);
    assertTrue(ends.get(1).err().contains("NOT secure against the dealer"), ends.toString());
    assertTrue(ends.get(1).out().contains("squares = 1, 4, 9"), ends.toString());
  }

  @Test
  void partiesAgreeOnTheProgramAndTheThreads() throws Exception {
    CompiledProgram one = program(2);
    CompiledProgram other = program(2, "text");
    String config = config("one", one);
    deal(config, 2, 1);
    Files.write(folder.resolve("other.vm"), other.bytes());
    List<String> first = line(config, 1, "--preprocessing=store:" + stores.get(0));
    List<String> second = line(config, 2, "--preprocessing=store:" + stores.get(1));
    second.addAll(List.of("--program", folder.resolve("other.vm").toString()));
    for (CommandParties.End end : CommandParties.together(List.of(first, second))) {
      assertEquals(5, end.code(), end.err());
      assertEquals("", end.out());
      assertTrue(end.sentence().contains("the parties differ in program"), end.err());
      assertTrue(end.sentence().contains(one.digest()), end.err());
      assertTrue(end.sentence().contains(other.digest()), end.err());
    }
    second = line(config, 2, "--preprocessing=store:" + stores.get(1), "--tapes=2");
    for (CommandParties.End end : CommandParties.together(List.of(first, second))) {
      assertEquals(5, end.code(), end.err());
      assertTrue(end.sentence().contains("threads of tapes"), end.err());
    }
    assertAll(0, runFromStores(config, 2, "--tapes=2"));
  }

  /** A program that opens an input of the first party under no mask, and says that it has one. */
  private CompiledProgram unmasked() throws Exception {
    Path text =
        Files.writeString(
            folder.resolve("unmasked.asm"),
            """
            .program unmasked parties 2
            .field p128 sigma_mask 40
            .input a party 0 element count 3
            .input b party 1 element
            .output o party all element count 3
            .tape main s 4 c 3 i 0
            .demand inputs 3 1
            input a 0 s0[3], b 0 s3
            startopen masked c0[3] s0
            stopopen
            outputc o, 0, c0[3]
            end
            .schedule run main 0
            """);
    return ProgramLanguages.only().assemble(text);
  }

  @Test
  void programsOfOthersRunWithoutTrustInMasks() throws Exception {
    Files.writeString(folder.resolve("in2"), "b = 7\n");
    String trusting = config("trusting", unmasked());
    String lines = "foreign = true\n" + Files.readString(Path.of(trusting));
    String foreign = Files.writeString(folder.resolve("foreign.toml"), lines).toString();
    deal(foreign, 2, 2);
    List<String> first = line(trusting, 1, "--preprocessing=store:" + stores.get(0));
    List<String> second = line(foreign, 2, "--preprocessing=store:" + stores.get(1));
    for (CommandParties.End end : CommandParties.together(List.of(first, second))) {
      assertEquals(5, end.code(), end.err());
      assertTrue(end.sentence().contains("the parties differ in program"), end.err());
    }
    first.addAll(List.of("--foreign", "--json=/dev/full"));
    List<CommandParties.End> ends = CommandParties.together(List.of(first, second));
    assertAll(0, ends);
    assertEquals("o = 3, 4, 5\n", ends.get(0).out());
    // Figures that cannot be written take no outputs.
    assertTrue(
        ends.get(0).err().contains("warning: the results cannot be written to"), ends.toString());
    String file = folder.resolve("trusting.vm").toString();
    CommandParties.End cost = CommandParties.run(List.of("program", "cost", file));
    assertTrue(cost.out().startsWith("masked   1 of its openings"), cost.out());
    cost = CommandParties.run(List.of("program", "cost", "--foreign", file));
    assertTrue(cost.out().startsWith("masked   0 of its openings"), cost.out());
    Path circuit = Files.writeString(folder.resolve("c.toml"), "circuit = 'x'\nforeign = true\n");
    assertRefused(3, "key 'foreign' is for programs", line(circuit.toString(), 1));
    Path text = Files.writeString(folder.resolve("t.toml"), "program = 'x'\nforeign = 'no'\n");
    assertRefused(3, "key 'foreign' is neither true nor false", line(text.toString(), 1));
  }

  /** A lookup at a product with an element that a party chooses. */
  private CompiledProgram lookup() throws Exception {
    Path text =
        Files.writeString(
            folder.resolve("lookup.asm"),
            """
            .program lookup parties 2
            .field gf2_64 sigma_mask 0
            .input a party 0 bit
            .input b party 1 element
            .output o party all element
            .table bits 1 1 10
            .tape main s 3 c 0 i 0
            .demand triples 1 bits 1 inputs 1 1 lookups 1
            input a 0 s0
            input b 0 s1
            startopen product s2 s0 s1
            stopopen
            startopen lookup s0 s2 0
            stopopen
            output o, 0, s0
            end
            .schedule run main 0
            """);
    return ProgramLanguages.only().assemble(text);
  }

  /** Refused when it is read: nothing connects, and the stores serve their run. */
  @Test
  void programsOfOthersLookUpProvenIndicesAlone() throws Exception {
    Files.writeString(folder.resolve("in1"), "a = 1\n");
    Files.writeString(folder.resolve("in2"), "b = 0x1\n");
    String config = config("lookup", lookup());
    deal(config, 2, 1);
    String sentence =
        "lookup.vm, tape main, instruction 4: the index of a lookup is not proven to be one for all"
            + " inputs, which a foreign program must show";
    for (int party : CommandParties.numbers(2)) {
      String store = "store:" + stores.get(party - 1);
      assertRefused(3, sentence, line(config, party, "--preprocessing", store, "--foreign"));
    }
    String file = folder.resolve("lookup.vm").toString();
    CommandParties.End cost = CommandParties.run(List.of("program", "cost", "--foreign", file));
    assertEquals(3, cost.code(), cost.err());
    List<CommandParties.End> ends = runFromStores(config, 2);
    assertAll(0, ends);
    assertEquals("o = 0x0\n", ends.get(0).out());
  }

  /** Returns a command line of a party that fails, and that nobody waits for. */
  private static List<String> unheard(List<String> line) {
    List<String> hasty = new ArrayList<>(line);
    int at = hasty.indexOf("--connect-timeout");
    if (at >= 0) {
      hasty.set(at + 1, "1ms");
    }
    return hasty;
  }

  private void assertRefused(int code, String sentence, List<String> line) {
    CommandParties.End end = CommandParties.run(unheard(line));
    String shown = line + ": " + end;
    assertEquals(code, end.code(), shown);
    assertEquals("", end.out(), shown);
    assertTrue(end.sentence().startsWith("mpc-cli: "), shown);
    assertTrue(end.sentence().contains(sentence), shown);
    assertFalse(end.err().replace(folder.toString(), "").contains("77"), "a value is shown");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | a = 1, 2 | in1, line 1: a has 3 values, and 2 are given",
        "1 | a = 1, 2, 3, 4 | in1, line 1: more than the 3 values of a",
        "1 | a = 1, 2, 77 | in1, line 1: a value of a is not in the range of unsigned 4",
        "1 | a = 1, 2, -1 | in1, line 1: a value of a is not in the range of unsigned 4",
        "1 | a = 1, 2, 7.5 | in1, line 1: a value of a has digits behind its point, and a takes whole"
            + " numbers",
        "1 | a = 1, 2, 0x7 | in1, line 1: a value of a is no number such as 42",
        "1 | b = 1 | in1, line 1: the program has no input of this party with this name",
        "1 | '' | in1 has no values of a",
        "1 | a = @none.csv | none.csv does not exist",
        "2 | b = 128 | in2, line 1: a value of b is not in the range of signed 8",
        "2 | b = 1\\nb = 1 | in2, line 2: b has values already",
      })
  void wrongValuesAreRefusedBeforeAnythingConnects(int party, String text, String sentence)
      throws Exception {
    String config = config("sums", program(2));
    Files.writeString(folder.resolve("in" + party), text.replace("\\n", "\n"));
    assertRefused(3, sentence, line(config, party));
  }

  @Test
  void wrongCallsAreRefused() throws Exception {
    String config = config("sums", program(3));
    assertRefused(2, "which party is this", List.of("program", "run", "--config", config));
    assertRefused(2, "--party is 1 to 3, not 4", line(config, 4));
    List<String> none = line(config, 1);
    none.removeAll(List.of("--input", folder.resolve("in1").toString()));
    assertRefused(2, "party 1 gives values of a: name their file", none);
    assertRefused(2, "leave out --input", line(config, 3, "--input", "x"));
    assertRefused(2, "leave out --csv", line(config, 3, "--csv", "x"));
    Path csv = Files.writeString(folder.resolve("t.csv"), "a,b\n1,77\n2,\n777,0\n");
    none.addAll(List.of("--csv", csv.toString()));
    assertRefused(
        3, "t.csv, line 4, column a: a value of a is not in the range of unsigned 4", none);
    none.add("--json=" + csv);
    assertRefused(2, "--csv and --json name the same file", none);
    assertRefused(2, "receives no output double", line(config, 2, "--output-table=double=x"));
    assertRefused(2, "the same file", line(config, 1, "--output=x", "--json=x"));
    String same = "--config and --output name the same file";
    assertRefused(2, same, line(config, 1, "--output=" + config));
    String vm = config.replace(".toml", ".vm");
    same = "program and --output-table squares name the same file";
    assertRefused(2, same, line(config, 1, "--output-table=squares=" + vm));
    String key = Files.writeString(folder.resolve("k"), "0".repeat(64)).toString();
    String[] keyOptions = {"--preprocessing=ot", "--store-key=" + key, "--json=" + key};
    assertRefused(2, "--store-key and --json name the same", line(config, 1, keyOptions));
    assertRefused(3, "there is no such folder", line(config, 1, "--output=" + folder + "/no/x"));
    assertRefused(2, "under spdz, not under tinyot", line(config, 1, "--protocol=tinyot"));
    assertRefused(2, "--lanes is for circuits", line(config, 1, "--lanes=2"));
    assertRefused(2, "--mac is an option of ", line(config, 1, "--mac=linear"));
    assertRefused(2, "the program names its fields: leave it out", line(config, 1, "--field=p128"));
    assertRefused(2, "which dealer", line(config, 1, "--preprocessing=dealer"));
    assertRefused(2, "is store:DIR, ot or dealer", line(config, 1, "--preprocessing=x"));
    assertRefused(3, "is not there", line(config, 1, "--preprocessing=store:" + folder + "/x"));
    assertRefused(2, "--tapes is 1 to 64", line(config, 1, "--tapes=65"));
    List<String> eval = line(config, 1);
    eval.remove(0);
    eval.set(0, "eval");
    assertRefused(2, "run it with 'program run'", eval);
    List<String> prepare = line(config, 1, "--store=" + folder.resolve("s"));
    prepare.remove(1);
    prepare.set(0, "prepare");
    prepare.removeAll(List.of("--input", folder.resolve("in1").toString()));
    assertRefused(2, "material for how many runs", prepare);
    assertFalse(Files.exists(folder.resolve("s")));
    Path circuit = Files.writeString(folder.resolve("c.toml"), "circuit = 'aes_128'\n");
    assertRefused(2, "evaluate it with 'eval'", line(circuit.toString(), 1));
    Path two = Files.writeString(folder.resolve("two.toml"), "program = 'sums.vm'\n");
    assertRefused(2, "is for 3 parties, and the configuration is for 2", line(two.toString(), 1));
    Path lines = Files.writeString(folder.resolve("o.toml"), "program = 'x'\norder = 'lsb'\n");
    assertRefused(3, "o.toml, line 2: key 'order' is for circuits", line(lines.toString(), 1));
  }

  private static byte[] signed(byte[] file) throws Exception {
    int end = file.length - DIGEST;
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(file, end));
    System.arraycopy(digest, 0, file, end, DIGEST);
    return file;
  }

  private static Map<String, byte[]> malformed(byte[] right) throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int length : new int[] {0, 1, 8, 16, 47, right.length / 2, right.length - 1}) {
      files.put("of %d bytes".formatted(length), Arrays.copyOf(right, length));
    }
    files.put("with bytes behind", Arrays.copyOf(right, right.length + 1));
    files.put("of zeros", new byte[right.length]);
    byte[] unsigned = right.clone();
    unsigned[right.length / 2] ^= 1;
    files.put("not signed", unsigned);
    for (int place : new int[] {0, 8, 12, 16, 20, 24, 32, 36}) {
      for (int value : new int[] {-1, Integer.MAX_VALUE}) {
        byte[] file = right.clone();
        ByteBuffer.wrap(file).putInt(place, value);
        files.put("with %d at %d".formatted(value, place), signed(file));
      }
    }
    return files;
  }

  @Test
  void malformedFilesAreRefused() throws Exception {
    CompiledProgram right = program(3);
    String config = config("sums", right);
    Map<String, byte[]> files = malformed(right.bytes());
    assertTrue(files.size() >= 20);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(folder.resolve("sums.vm"), file.getValue());
      CommandParties.End end = CommandParties.run(unheard(line(config, 1)));
      assertEquals(3, end.code(), file.getKey() + ": " + end);
      assertTrue(end.sentence().startsWith("mpc-cli: "), file.getKey() + ": " + end);
      assertTrue(end.sentence().contains("sums.vm"), file.getKey() + ": " + end);
    }
  }
}
