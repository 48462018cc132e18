package org.schurmpc.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.JobDescription;
import org.schurmpc.client.Port;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ReadyProgram;
import org.schurmpc.service.config.ServiceConfig.PartyEntry;

/** Tests what a configuration says, and that each wrong key is named. */
class ServiceConfigTest {
  private static final String WHOLE =
      """
      [service]
      party = 1
      state = "state"
      listen = "0.0.0.0:8443"
      admin = "127.0.0.1:8444"

      [[party]]
      address = "alice.example:9001"
      clients = "https://alice.example:8443"
      fingerprint = "A1"

      [[party]]
      address = "bob.example:9001"
      clients = "https://bob.example:8443"
      fingerprint = ["B1", "B2"]

      [[client]]
      name = "till"
      fingerprint = "C1"

      [[client]]
      name = "auditor"
      fingerprint = "D1"

      [stock.bits]
      protocol = "tinyot"
      store = "tinyot-store"
      low = { and = 2000000 }
      high = { and = 10000000 }
      deliveries = 2000

      [[job]]
      name = "tag"
      circuit = "add_64"
      digest = "DIGEST"
      stock = "bits"
      inputs = ["set:key", "client"]
      outputs = ["client"]
      clients = ["till"]
      approval = "auto"
      rate = { client = "60/min", job = "600/min", set = "100000/day" }
      lanes = 64
      attempts = 3
      keep_result = "24h"
      """;

  private static String whole;

  @TempDir private Path folder;

  @BeforeAll
  static void fillIn() throws BadFile {
    whole = WHOLE.replace("DIGEST", BristolFashion.hexDigest(CircuitLibrary.open("add_64")));
    for (String each : List.of("A1", "B1", "B2", "C1", "D1")) {
      whole = whole.replace("\"" + each + "\"", "\"" + fingerprint(each) + "\"");
    }
  }

  private static String fingerprint(String of) {
    return "SHA256:" + of.toLowerCase(Locale.ROOT).repeat(32);
  }

  private ServiceConfig read(String text) throws BadFile, IOException {
    Path file = folder.resolve("service.toml");
    Files.writeString(file, text);
    return ServiceConfig.read(file);
  }

  @Test
  void theExampleIsRead() throws Exception {
    ServiceConfig config = read(whole);
    assertEquals(0, config.party());
    assertEquals(folder.resolve("state"), config.settings().state());
    assertEquals(Duration.ofDays(30), config.settings().idMemory());
    assertEquals(Duration.ofMinutes(10), config.settings().acceptWithin());
    assertEquals(2, config.parties().size());
    PartyEntry bob = config.parties().get(1);
    assertEquals("bob.example:9001", bob.address().toString());
    assertEquals(2, bob.pin().accepted().size());
    assertEquals(
        Optional.of("till"), config.client(config.clients().get("till").accepted().get(0)));
    assertEquals(Optional.empty(), config.client(bob.pin().accepted().get(0)));
    assertEquals(Optional.empty(), config.client(Fingerprint.parse(fingerprint("E1"))));
    Stock bits = config.stocks().get("bits");
    assertEquals(2_000_000, bits.low().get("and"));
    assertEquals(2_000, bits.deliveries());
    JobEntry tag = config.jobs().get("tag");
    assertEquals("[set:key, client]", tag.inputs().toString());
    assertEquals(Set.of("key"), tag.setsRead());
    assertTrue(tag.takesInputs());
    assertTrue(tag.allows("till"));
    assertFalse(tag.allows("auditor"));
    assertEquals("client 60/min, job 600/min, set 100000/day", tag.rate().toString());
    assertEquals(64, tag.lanes());
    assertEquals(Duration.ofHours(24), tag.keepResult());
    assertFalse(tag.manual());
    Artifact artifact = new Catalogue(config).offer("tag").orElseThrow().artifact().orElseThrow();
    assertEquals("bits", artifact.domain());
    assertEquals(64, artifact.clientBits());
    assertEquals("input2 bits 64 0 1", artifact.portList());
  }

  /** Each line: what is replaced, by what, and a part of the sentence that names it. */
  private static final String[][] WRONG = {
    {"party = 1\n", "", "'service.party' is missing"},
    {"party = 1", "party = 3", "'service.party' is no whole number from 1 to 2"},
    {"party = 1", "party = 0", "from 1 to 2"},
    {"[service]", "[servcie]", "did you mean 'service'"},
    {"state = ", "stat = ", "did you mean 'state'"},
    {"listen = \"0.0.0.0:8443\"", "listen = \"0.0.0.0\"", "'service.listen' is wrong"},
    {"admin = \"127.0.0.1:8444\"", "admin = \"0.0.0.0:8444\"", "admin_token"},
    {"admin = \"127.0.0.1:8444\"", "admin = \"127.0.0.1.evil.example:8444\"", "admin_token"},
    {"admin = ", "open_deliveries = 0\nadmin = ", "'service.open_deliveries'"},
    {"admin = ", "connections = 50001\nadmin = ", "'service.connections'"},
    {"admin = ", "id_memory = \"30\"\nadmin = ", "'service.id_memory' is no span"},
    {"admin = ", "id_memory = \"9999d\"\nadmin = ", "'service.id_memory' is no span"},
    {"admin = ", "accept_within = \"0s\"\nadmin = ", "'service.accept_within' is no span"},
    {"admin = ", "stop_within = \"-1s\"\nadmin = ", "'service.stop_within' is no span"},
    {"https://alice.example:8443", "http://alice.example:8443", "not https://host:port"},
    {"https://alice.example:8443", "https://alice.example:8443/x", "not https://host:port"},
    {"https://alice.example:8443", "https://alice example", "'party[1].clients' is no address"},
    {"B1", "A1", "one fingerprint for two parties"},
    {"D1", "C1", "'client[2].fingerprint' is that of another client"},
    {"name = \"auditor\"", "name = \"till\"", "'client[2].name' is 'till', as another"},
    {"name = \"auditor\"", "name = \"Audit or\"", "'client[2].name' is no name"},
    {"\"tinyot\"", "\"tinoyt\"", "did you mean 'tinyot'"},
    {"deliveries = 2000", "deliverys = 2000", "did you mean 'deliveries'"},
    {"deliveries = 2000", "deliveries = -1", "'stock.bits.deliveries' is no whole number"},
    {"high = { and = 10000000 }", "high = { and = 1 }", "'stock.bits.high'"},
    {"high = { and = 10000000 }", "", "'stock.bits.high'"},
    {"low = { and = 2000000 }", "low = { and = 0 }", "'stock.bits.low.and'"},
    {"circuit = ", "ciruit = ", "did you mean 'circuit'"},
    {"circuit = \"add_64\"", "", "or 'program' is missing"},
    {"circuit = \"add_64\"", "circuit = \"add_64\"\nprogram = \"p\"", "are both there"},
    {"digest = \"", "digest = \"x", "'job[1].digest' is no digest"},
    {"stock = \"bits\"", "stock = \"bit\"", "names 'bit' (did you mean 'bits'?)"},
    {"\"set:key\", ", "\"set:Key!\", ", "has 'set:Key!'"},
    {"\"set:key\", ", "\"cleint\", ", "did you mean 'client'"},
    {"\"set:key\", ", "\"party3\", ", "has 'party3'"},
    {"\"set:key\", ", "\"party0\", ", "has 'party0'"},
    {"\"set:key\", ", "\"all\", ", "has 'all'"},
    {"\"set:key\", ", "\"client:till\", ", "has 'client:till'"},
    {"outputs = [\"client\"]", "outputs = [\"public\"]", "has 'public'"},
    {"outputs = [\"client\"]", "outputs = []", "'job[1].outputs' is empty"},
    {"outputs = [\"client\"]", "outputs = [\"client:tell\"]", "did you mean 'till'"},
    {"clients = [\"till\"]", "clients = [\"tell\"]", "did you mean 'till'"},
    {"clients = [\"till\"]", "clients = [\"till\", \"till\"]", "names a client twice"},
    {"clients = [\"till\"]", "", "'job[1].clients' is missing"},
    {"approval = \"auto\"", "approval = \"manuel\"", "did you mean 'manual'"},
    {"60/min", "60/mn", "write a number and min, hour or day"},
    {"60/min", "0/min", "write a number"},
    {"60/min", "9999999999/min", "write a number"},
    {"job = \"600/min\"", "jobs = \"600/min\"", "did you mean 'job'"},
    {"lanes = 64", "lanes = 65537", "'job[1].lanes' is no whole number"},
    {"attempts = 3", "attempts = 11", "'job[1].attempts' is no whole number"},
    {"keep_result = \"24h\"", "keep_result = \"366d\"", "'job[1].keep_result' is no span"},
    {"keep_result = \"24h\"", "keep_result = \"59s\"", "'job[1].keep_result' is no span"},
    {"lanes = 64", "rerun = \"yes\"", "'job[1].rerun' is 'yes'"},
    {"lanes = 64", "states = [\"key\"]", "no set that the job makes"},
    {"lanes = 64", "input_names = [\"a\"]", "are not 2 different names"},
    {"lanes = 64", "input_names = [\"a\", \"a\"]", "are not 2 different names"},
    {"lanes = 64", "input_names = [\"a\", \"B\"]", "has 'B'"},
    {"lanes = 64", "gather = { least = 4, most = 3 }", "'job[1].gather.least'"},
    {"outputs = [\"client\"]", "outputs = [\"clients\"]", "'job[1].outputs'"},
    {"lanes = 64", "gather = { least = 3 }", "'job[1].gather.most' is missing"},
    {"lanes = 64", "gather = { most = 3, close = \"25:00\" }", "'job[1].gather.close'"},
    {"lanes = 64", "lanes = 64\nlanes = 64", "twice"},
  };

  @Test
  void eachWrongValueIsNamed() throws Exception {
    for (String[] each : WRONG) {
      String text = whole;
      String[] line =
          Arrays.stream(each)
              .map(word -> word.matches("[A-D]1") ? fingerprint(word) : word)
              .toArray(String[]::new);
      assertTrue(text.contains(line[0]), line[0]);
      String wrong = text.replaceFirst(Pattern.quote(line[0]), Matcher.quoteReplacement(line[1]));
      BadFile refused =
          assertThrows(BadFile.class, () -> read(wrong), () -> String.join(" -> ", line));
      assertTrue(refused.getMessage().contains(line[2]), refused.getMessage());
      assertTrue(refused.getMessage().contains("service.toml"), refused.getMessage());
    }
    assertThrows(BadFile.class, () -> read(whole + whole.substring(whole.indexOf("[[job]]"))));
  }

  @Test
  void gatherAndApprovalAndOwnRatesAreRead() throws Exception {
    JobEntry job =
        read(whole
                .replace(
                    "lanes = 64",
                    "gather = { least = 3, most = 100, close = \"18:00\" }\nrerun = \"deterministic\"\n"
                        + "own_rate = { job = \"1/day\" }")
                .replace("\"auto\"", "\"manual\""))
            .jobs()
            .get("tag");
    assertEquals(Optional.of(new Gather(3, 100, "18:00")), job.gather());
    assertTrue(job.manual());
    assertTrue(job.rerun());
    assertEquals(Optional.of(new Rate(1, Rate.Per.DAY)), job.ownRate().job());
  }

  @Test
  void tablesAreOfPartiesInPrograms() throws Exception {
    String program =
        whole
            .replace("circuit = \"add_64\"", "program = \"p.vm\"\ndata = \"data.toml\"")
            .replace("lanes = 64", "")
            .replace("[\"set:key\", \"client\"]", "[\"party1:visits\", \"client\"]")
            .replace("outputs = [\"client\"]", "outputs = [\"party2:out\", \"client:auditor\"]")
            .replace("[service]", "[service]\ndrivers = [\"a.jar\", \"b.jar\"]");
    ServiceConfig config = read(program);
    JobEntry job = config.jobs().get("tag");
    assertEquals("[party1:visits, client]", job.inputs().toString());
    assertEquals("[party2:out, client:auditor]", job.outputs().toString());
    assertEquals(Optional.of(folder.resolve("data.toml")), job.data());
    assertEquals(
        List.of(folder.resolve("a.jar"), folder.resolve("b.jar")), config.settings().drivers());
    assertTrue(job.delivers("party 2"));
    assertEquals(
        Optional.of("party 2"), config.client(config.parties().get(1).pin().accepted().get(1)));
    assertEquals(Optional.empty(), config.client(config.parties().get(0).pin().accepted().get(0)));
    assertTrue(job.delivers("auditor"));
    assertFalse(job.delivers("party 1"));
    assertFalse(job.delivers("till"));
    assertFalse(job.allows("party 2"));
    JobEntry other =
        read(program.replace("party1:visits", "party1:visit").replace("data.toml", "d.toml"))
            .jobs()
            .get("tag");
    assertEquals(List.of("inputs"), job.differences(other.publicPart()), "data is a party's own");
    for (String wrong : List.of("party3:visits", "party1:", "party1:9x", "party1:a-b")) {
      BadFile refused =
          assertThrows(BadFile.class, () -> read(program.replace("party1:visits", wrong)));
      assertTrue(refused.getMessage().contains(wrong), refused.getMessage());
    }
    BadFile circuit =
        assertThrows(BadFile.class, () -> read(whole.replace("\"set:key\"", "\"party1:visits\"")));
    assertTrue(circuit.getMessage().contains("tables are for programs"), circuit.getMessage());
  }

  /** What parties compare, and what is each party's own. */
  @Test
  void thePublicPartIsNamedByItsKeys() throws Exception {
    JobEntry job = read(whole).jobs().get("tag");
    String[][] shared = {
      {"lanes = 64", "lanes = 65", "lanes"},
      {"60/min", "61/min", "rate"},
      {"attempts = 3", "attempts = 4", "attempts"},
      {"\"set:key\"", "\"set:kex\"", "inputs"},
      {"outputs = [\"client\"]", "outputs = [\"all\"]", "outputs"},
      {"lanes = 64", "lanes = 64\nrerun = \"deterministic\"", "rerun"},
      {"lanes = 64", "lanes = 64\ngather = { most = 2 }", "gather"},
    };
    for (String[] each : shared) {
      JobEntry other = read(whole.replace(each[0], each[1])).jobs().get("tag");
      assertEquals(List.of(each[2]), job.differences(other.publicPart()));
      assertFalse(Arrays.equals(job.publicDigest(), other.publicDigest()), each[2]);
    }
    String[][] own = {
      {"approval = \"auto\"", "approval = \"manual\""},
      {"lanes = 64", "lanes = 64\nown_rate = { client = \"1/min\" }"},
      {"clients = [\"till\"]", "clients = [\"till\", \"auditor\"]"},
      {"keep_result = \"24h\"", "keep_result = \"25h\""},
    };
    for (String[] each : own) {
      JobEntry other = read(whole.replace(each[0], each[1])).jobs().get("tag");
      assertNotEquals(job, other);
      assertEquals(List.of(), job.differences(other.publicPart()));
      assertTrue(Arrays.equals(job.publicDigest(), other.publicDigest()), each[0]);
    }
  }

  @Test
  void aReloadReplacesRatesAndClientsAndNamesWhatNeedsARestart() throws Exception {
    Catalogue catalogue = new Catalogue(read(whole));
    String[][] restart = {
      {"party = 1", "party = 2", "service.party"},
      {"0.0.0.0:8443", "0.0.0.0:9443", "service.listen"},
      {"127.0.0.1:8444", "127.0.0.1:9444", "service.admin"},
      {"state = \"state\"", "state = \"other\"", "service.state"},
      {"alice.example:9001", "alice.example:9002", "party[1].address"},
      {"\"tinyot-store\"", "\"other-store\"", "stock.bits.store"},
      {"lanes = 64", "lanes = 32", "job.tag.lanes"},
      {"attempts = 3", "attempts = 2", "job.tag.attempts"},
      {"circuit = \"add_64\"", "circuit = \"sub_64\"", "job.tag.circuit"},
      {"name = \"tag\"", "name = \"other\"", "job.other.digest"},
    };
    for (String[] each : restart) {
      ServiceConfig next = read(whole.replace(each[0], each[1]).replace("60/min", "9/min"));
      Refused refused = assertThrows(Refused.class, () -> catalogue.replace(next));
      assertTrue(refused.getMessage().contains(each[2]), refused.getMessage());
      assertEquals(60, catalogue.config().jobs().get("tag").rate().client().orElseThrow().count());
    }
    catalogue.replace(
        read(
            whole
                .replace("60/min", "9/min")
                .replace(fingerprint("C1"), fingerprint("E1"))
                .replace("and = 2000000", "and = 1000")));
    assertEquals(
        9, catalogue.offer("tag").orElseThrow().job().rate().client().orElseThrow().count());
  }

  @Test
  void aCircuitThatIsSwappedOnDiskSuspendsItsJob() throws Exception {
    Path circuit = folder.resolve("mine.txt");
    write(circuit, "add_64");
    Catalogue catalogue = new Catalogue(read(whole.replace("\"add_64\"", "\"mine.txt\"")));
    assertEquals(Optional.empty(), catalogue.offer("tag").orElseThrow().complaint());
    write(circuit, "sub_64");
    catalogue.refresh();
    String complaint = catalogue.offer("tag").orElseThrow().complaint().orElseThrow();
    assertTrue(complaint.startsWith("The digest of what job 'tag' would run is "), complaint);
    assertTrue(catalogue.offer("tag").orElseThrow().artifact().isEmpty());
    Files.writeString(circuit, "no circuit");
    catalogue.refresh();
    assertTrue(catalogue.offer("tag").orElseThrow().complaint().isPresent());
    Files.delete(circuit);
    catalogue.refresh();
    assertTrue(catalogue.offer("tag").orElseThrow().complaint().isPresent());
    write(circuit, "add_64");
    catalogue.refresh();
    assertEquals(Optional.empty(), catalogue.offer("tag").orElseThrow().complaint());
  }

  private static void write(Path file, String name) throws Exception {
    try (var out = Files.newOutputStream(file)) {
      BristolFashion.write(CircuitLibrary.open(name), out);
    }
  }

  @Test
  void aWrongNumberOfPortsSuspendsAJob() throws Exception {
    ServiceConfig config = read(whole.replace("\"set:key\", ", ""));
    JobEntry job = config.jobs().get("tag");
    Disagreement wrong =
        assertThrows(Disagreement.class, () -> Artifact.of(job, config.stocks().get("bits")));
    assertTrue(wrong.getMessage().contains("has 2 inputs"), wrong.getMessage());
  }

  @Test
  void aProgramsPortsAndDigestComeFromItsFile() throws Exception {
    ReadyProgram ready = ProgramLanguages.ready("sort").orElseThrow();
    CompiledProgram program =
        ProgramLanguages.only()
            .compile(
                ready.source(),
                new ProgramOptions(
                    "p128", Optional.empty(), 2, OptionalInt.empty(), new TreeMap<>()));
    Path file = folder.resolve("program.bin");
    Files.write(file, program.bytes());
    List<String> inputs = program.inputs().stream().map(port -> "\"client\"").toList();
    List<String> outputs = program.outputs().stream().map(port -> "\"client\"").toList();
    String text =
        whole
            .replaceFirst("circuit = .*", "program = \"program.bin\"")
            .replaceFirst("digest = .*", "digest = \"" + program.digest() + "\"")
            .replaceFirst("inputs = .*", "inputs = [" + String.join(", ", inputs) + "]")
            .replaceFirst("outputs = .*", "outputs = [" + String.join(", ", outputs) + "]")
            .replace("lanes = 64\n", "");
    ServiceConfig config = read(text);
    Artifact artifact = Artifact.of(config.jobs().get("tag"), config.stocks().get("bits"));
    assertEquals(program.digest(), artifact.digest());
    assertEquals(program.fields().get(0), artifact.domain());
    assertEquals(program.inputs().get(0).name(), artifact.inputs().get(0).name());
    long bits =
        program.inputs().stream()
            .mapToLong(p -> (long) p.most().subtract(p.least()).bitLength() * p.count())
            .sum();
    assertEquals(bits, artifact.clientBits());
    Files.write(file, new byte[10]);
    assertThrows(
        BadFile.class, () -> Artifact.of(config.jobs().get("tag"), config.stocks().get("bits")));
  }

  /** Receipts are hashes over it, and clients compute them. */
  @Test
  void theListOfPortsIsThatOfClients() {
    List<Artifact.Port> ports =
        List.of(
            new Artifact.Port("limit", "signed 5", 5, 1, new PortUse(PortUse.Kind.PUBLIC, "")),
            new Artifact.Port("mine", "bits", 64, 1, new PortUse(PortUse.Kind.CLIENT, "")),
            new Artifact.Port("theirs", "bit", 1, 7, new PortUse(PortUse.Kind.PARTY, "2")),
            new Artifact.Port("rate", "fixed 32 16", 32, 2, new PortUse(PortUse.Kind.CLIENT, "")));
    Artifact artifact = new Artifact("0".repeat(64), "p128", ports, List.of());
    JobDescription job =
        new JobDescription(
            "job",
            "program",
            artifact.digest(),
            artifact.domain(),
            List.of(
                new Port("limit", Port.Kind.SIGNED, 5, 0, 1, "public"),
                new Port("mine", Port.Kind.BITS, 64, 0, 1, "client"),
                new Port("theirs", Port.Kind.BIT, 1, 0, 7, "party2"),
                new Port("rate", Port.Kind.FIXED, 32, 16, 2, "client")),
            List.of(),
            "open");
    assertEquals(job.portList(), artifact.portList());
    assertEquals(128, artifact.clientBits());
    assertEquals(133, artifact.givenBits());
  }
}
