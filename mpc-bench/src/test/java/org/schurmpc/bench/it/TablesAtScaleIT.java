package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.table.Aggregate;
import org.schurmpc.vm.lib.table.Table;
import org.schurmpc.vm.lib.table.Tables;

/**
 * Tables of thousands of rows by two processes over TLS, from nothing: results are those of Java's
 * collections, and what a run takes is printed.
 */
@Tag("slow")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class TablesAtScaleIT {
  private static final int MEMBERS = Integer.getInteger("tables.members", 10_000);
  private static final int KEYS = 15_000; // of which many are there twice
  private static final int ROWS = 1_024;
  private static final int GROUPS = 16;
  private static final int WEIGHT_BITS = 10;

  @TempDir private Path folder;

  /** The rows of party 1 whose key party 2 has, for party 1 alone. */
  public static final class Members implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Tables tables = new Tables(b);
      IntType key = IntType.unsigned(40);
      Table mine = tables.input("mine", 0, MEMBERS).column("id", key).padded().table();
      Table theirs = tables.input("theirs", 1, MEMBERS).column("id", key).padded().table();
      mine.semiJoin(theirs, "id").shuffle().revealTo(0, "member");
    }
  }

  /** For each group of party 1's rows whose key party 2 has: how many, and their weight. */
  public static final class Joined implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Tables tables = new Tables(b);
      IntType key = IntType.unsigned(40);
      Table visits =
          tables
              .input("visits", 0, ROWS)
              .column("id", key)
              .column("ward", IntType.unsigned(4))
              .column("weight", IntType.unsigned(WEIGHT_BITS))
              .padded()
              .table();
      Table trials =
          tables.input("trials", 1, ROWS).column("id", key).padded().sortedUnique("id").table();
      visits
          .join(trials, "id")
          .groupBy(List.of("ward"), Aggregate.count("n"), Aggregate.sum("weight", "weights"))
          .reveal("out");
    }
  }

  @BeforeEach
  void makeKeys() throws Exception {
    StringBuilder job = new StringBuilder("program = \"program.vm\"\n");
    for (int party = 1; party <= 2; party++) {
      try (BenchRun keygen =
          Starter.THREAD.start("keygen", "--name", "party" + party, "--out", folder.toString())) {
        Matcher printed = Pattern.compile("SHA256:\\S+").matcher(keygen.expect(0).out());
        assertTrue(printed.find(), keygen.out());
        job.append("[[party]]\naddress = \"127.0.0.1:%d\"\n".formatted(19_000 + party));
        job.append("fingerprint = \"%s\"\n".formatted(printed.group()));
      }
    }
    Files.writeString(folder.resolve("job.toml"), job);
  }

  private void compile(Class<? extends SecureProgram> source) throws Exception {
    long begun = System.nanoTime();
    CompiledProgram program =
        ProgramLanguages.only()
            .compile(
                source,
                new ProgramOptions(
                    "p128",
                    Optional.empty(),
                    2,
                    Optional.of(true),
                    OptionalInt.empty(),
                    new TreeMap<>()));
    Files.write(folder.resolve("program.vm"), program.bytes());
    System.out.printf(
        "%s: compiled in %.1f s, %,d rounds, %,d triples%n",
        source.getSimpleName(),
        (System.nanoTime() - begun) / 1e9,
        program.totalCost().rounds(),
        program.totalCost().triples());
  }

  private void table(String name, int party, int rows, String columns, List<String> lines)
      throws IOException {
    Files.writeString(
        folder.resolve("data-%d.toml".formatted(party)),
        "[table.%s]\ncsv = \"%s.csv\"\nrows = %d\n[table.%s.columns]\n%s"
            .formatted(name, name, rows, name, columns));
    Files.write(folder.resolve(name + ".csv"), lines);
  }

  /** Runs both parties in processes, and returns what each prints. */
  private List<String> run(String what) throws Exception {
    long begun = System.nanoTime();
    List<BenchJar> parties = new ArrayList<>();
    try {
      for (int party = 1; party <= 2; party++) {
        parties.add(
            BenchJar.start(
                folder,
                "program",
                "run",
                "--config",
                folder.resolve("job.toml").toString(),
                "--party",
                "" + party,
                "--key",
                folder.resolve("party" + party + ".key").toString(),
                "--cert",
                folder.resolve("party" + party + ".crt").toString(),
                "--data",
                folder.resolve("data-" + party + ".toml").toString(),
                "--verbose"));
      }
      List<String> out = new ArrayList<>();
      for (BenchJar party : parties) {
        assertTrue(party.process().waitFor(30, TimeUnit.MINUTES));
        out.add(party.expect(0).out());
      }
      System.out.printf(
          "%s: %.1f s from nothing%n%s%n",
          what, (System.nanoTime() - begun) / 1e9, figures(parties.get(0).err()));
      return out;
    } finally {
      parties.forEach(BenchJar::close);
    }
  }

  private static String figures(String err) {
    return String.join(
        "\n", err.lines().filter(line -> line.matches(".*[0-9] (k|M|G)B.*|.*rounds.*")).toList());
  }

  private static Map<String, List<String>> outputs(String out) {
    Map<String, List<String>> all = new HashMap<>();
    for (String line : out.lines().toList()) {
      String[] sides = line.split(" = ", 2);
      if (sides.length == 2) {
        all.put(sides[0], List.of(sides[1].split(", ", -1)));
      }
    }
    return all;
  }

  @Test
  void membersOfAnIntersection() throws Exception {
    compile(Members.class);
    Random random = new Random(1);
    List<List<String>> rows = new ArrayList<>();
    List<Set<Long>> sets = new ArrayList<>();
    List<Long> mine = new ArrayList<>();
    for (int party = 1; party <= 2; party++) {
      List<String> lines = new ArrayList<>(List.of("id"));
      Set<Long> keys = new HashSet<>();
      for (int i = 0; i < MEMBERS - 10 * party; i++) {
        long key = random.nextInt(KEYS) * 71_000_003L;
        lines.add("" + key);
        keys.add(key);
        if (party == 1) {
          mine.add(key);
        }
      }
      rows.add(lines);
      sets.add(keys);
    }
    String column = "id = { integer = [0, \"%d\"] }\n".formatted((1L << 40) - 1);
    table("mine", 1, MEMBERS, column, rows.get(0));
    table("theirs", 2, MEMBERS, column, rows.get(1));
    Map<String, List<String>> said = outputs(run("members of 2 x " + MEMBERS).get(0));
    List<String> found = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      if (said.get("member_valid").get(i).equals("1")) {
        found.add(said.get("member_id").get(i));
      }
    }
    List<String> expected =
        new ArrayList<>(mine.stream().filter(sets.get(1)::contains).map(key -> "" + key).toList());
    assertTrue(expected.size() > new TreeSet<>(expected).size(), "some are there twice");
    expected.sort(null);
    found.sort(null);
    assertEquals(expected, found);
  }

  @Test
  void joinedAndGrouped() throws Exception {
    compile(Joined.class);
    Random random = new Random(2);
    Set<Long> trial = new TreeSet<>();
    while (trial.size() < ROWS - 7) {
      trial.add(random.nextInt(2 * ROWS) * 71_000_003L);
    }
    long[] counts = new long[GROUPS];
    long[] weights = new long[GROUPS];
    List<String> visits = new ArrayList<>(List.of("id,ward,weight"));
    for (int i = 0; i < ROWS - 3; i++) {
      long key = random.nextInt(2 * ROWS) * 71_000_003L;
      int ward = random.nextInt(GROUPS);
      int weight = random.nextInt(1 << WEIGHT_BITS);
      visits.add("%d,%d,%d".formatted(key, ward, weight));
      if (trial.contains(key)) {
        counts[ward]++;
        weights[ward] += weight;
      }
    }
    List<String> trials = new ArrayList<>(List.of("id"));
    trial.forEach(key -> trials.add("" + key));
    String id = "id = { integer = [0, \"%d\"] }\n".formatted((1L << 40) - 1);
    table(
        "visits",
        1,
        ROWS,
        id + "ward = { integer = [0, 15] }\nweight = { integer = [0, 1023] }\n",
        visits);
    table("trials", 2, ROWS, id, trials);
    Path described = folder.resolve("data-2.toml");
    Files.writeString(
        described, Files.readString(described).replace("rows =", "key = [\"id\"]\nrows ="));
    for (String out : run("join and group by of 2 x " + ROWS)) {
      Map<String, List<String>> said = outputs(out);
      for (int group = 0; group < GROUPS; group++) {
        assertEquals("" + group, said.get("out_ward").get(group));
        assertEquals("" + counts[group], said.get("out_n").get(group));
        assertEquals("" + weights[group], said.get("out_weights").get(group));
      }
    }
  }
}
