package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.cli.keys.SecretFiles;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreKey;
import org.schurmpc.core.run.RunPlan;

/** Runs the command on dealt stores in real folders. */
class PrepVerifyCommandTest {
  private static final String KEY = "5a".repeat(StoreKey.BYTES);

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path first;
  private Path second;
  private List<Optional<StoreKey>> keys = List.of(Optional.empty(), Optional.empty());

  @BeforeEach
  void name() {
    first = folder.resolve("first");
    second = folder.resolve("second");
  }

  /** Runs the command, asserts its exit code, and returns the text of both streams. */
  private String assertEnds(int code, Object... arguments) {
    List<String> line = new ArrayList<>(List.of("prep", "verify"));
    for (Object argument : arguments) {
      line.add(argument.toString());
    }
    out.reset();
    err.reset();
    int ended =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    assertEquals(code, ended, said);
    long sentences = said.lines().filter(text -> text.startsWith("mpc-cli: ")).count();
    assertEquals(code == 0 ? 0 : 1, sentences, said);
    assertEquals(code != 0, out.size() == 0, said);
    return said;
  }

  private static void assertContains(String what, String said) {
    assertTrue(said.contains(what), said);
  }

  /** Alters one word of one item before the item is put into a store. */
  private static final class Altering implements MaterialSink {
    private final DiskPrepStore store;
    private final String kind;
    private final int item;
    private final int word;
    private int seen;

    Altering(DiskPrepStore store, String kind, int item, int word) {
      this.store = store;
      this.kind = kind;
      this.item = item;
      this.word = word;
    }

    @Override
    public void keys(String protocol, long[] keys) throws MpcException {
      store.keys(protocol, keys);
    }

    @Override
    public void put(MaterialKind of, long[] data, int offset, int items) throws MpcException {
      long[] copy = data.clone();
      if (of.name().equals(kind)) {
        if (item >= seen && item < seen + items) {
          copy[offset + (item - seen) * of.longsPerItem() + word] ^= 1L << 7;
        }
        seen += items;
      }
      store.put(of, copy, offset, items);
    }
  }

  /**
   * Deals for a circuit of 70 AND gates.
   *
   * @param altered the kind of material of which one item of the second party is altered
   * @param word the altered word of the item
   */
  private void deal(String protocol, boolean insecure, String altered, int word) throws Exception {
    ConfiguredProtocol configured =
        Protocols.named(protocol).configure(new ProtocolOptions(64, Map.of()));
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(70);
    int[] b = builder.input(70);
    int[] and = new int[70];
    for (int i = 0; i < and.length; i++) {
      and[i] = builder.and(a[i], b[i]);
    }
    builder.output(and);
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    Demand demand = configured.demand(circuit, IoMap.roundRobin(circuit.circuit(), 2));
    byte[] id = new FieldHash("test").digest();
    Path records = folder.resolve("records");
    try (TrustedDealer dealer = configured.dealer(new SecureRandom());
        StoreDirectory one =
            StoreDirectory.openOrCreate(first, new StoreAccess(records, keys.get(0)));
        StoreDirectory two =
            StoreDirectory.openOrCreate(second, new StoreAccess(records, keys.get(1)))) {
      List<DiskPrepStore> batches = new ArrayList<>();
      for (StoreDirectory store : List.of(one, two)) {
        StoreDirectory.Purpose purpose =
            new RunPlan.Part("", configured, demand).purpose(batches.size(), List.of());
        batches.add(store.begin(purpose, id, "test", insecure));
      }
      List<MaterialSink> sinks =
          List.of(batches.get(0), new Altering(batches.get(1), altered, 17, word));
      dealer.dealKeys(sinks);
      dealer.deal(demand, sinks);
      for (DiskPrepStore batch : batches) {
        batch.commit();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "minitrix, AND gate, 70, output mask",
    "minimac, triple, 70, triple/pair",
    "tinyot, AND triples, 70, ''"
  })
  void saysWhatWasChecked(String protocol, String kind, int items, String few) throws Exception {
    deal(protocol, true, "", 0);
    String said = assertEnds(0, first, second);
    assertContains(first + " and " + second + ": every relation holds, 1 batch checked", said);
    assertTrue(said.lines().anyMatch(text -> text.matches("  " + kind + " +" + items)), said);
    assertTrue(said.lines().anyMatch(text -> text.matches("  input mask of party 2 +70")), said);
    List<String> kinds = few.isEmpty() ? List.of() : List.of(few.split("/"));
    List<String> notes = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(kinds.size(), notes.size(), notes.toString());
    for (int i = 0; i < notes.size(); i++) {
      assertTrue(notes.get(i).startsWith("note: " + first), notes.get(i));
      assertContains(
          "'%s': 70 words over C* are too few to test".formatted(kinds.get(i)), notes.get(i));
    }
    assertEnds(0, second, first);
  }

  @ParameterizedTest
  @CsvSource({
    "minitrix, AND gate, 17, 5, the share of party 2 of a is no word of C*",
    "minimac, triple, 17, 40, the MAC of party 2 on its share of b is wrong",
    "tinyot, AND triples, 17, 1, bit 7: the MAC of party 2 on its share of b is wrong",
  })
  void saysWhatDoesNotHold(String protocol, String kind, int item, int word, String relation)
      throws Exception {
    deal(protocol, true, kind, word);
    assertContains(
        "'%s', item %d: %s".formatted(kind, item, relation), assertEnds(3, first, second));
  }

  @Test
  void refusesToRevealWhatNoDealerMade() throws Exception {
    deal("minitrix", false, "", 0);
    String said = assertEnds(2, first, second);
    assertContains("all MAC keys and masks", said);
    assertContains("--reveal-everything", said);
    said = assertEnds(0, first, second, "--reveal-everything");
    assertContains("warning: ", said);
    assertContains("all MAC keys and masks", said);
    assertContains("every relation holds", said);
  }

  /** Each party may have its own key, or both the same. */
  @Test
  void readsEncryptedStores() throws Exception {
    String other = "3c".repeat(StoreKey.BYTES);
    keys =
        List.of(
            Optional.of(StoreKey.parse(KEY, "test")), Optional.of(StoreKey.parse(other, "test")));
    deal("minitrix", true, "", 0);
    Path one = SecretFiles.write(folder.resolve("key-1"), KEY + "\n");
    Path two = SecretFiles.write(folder.resolve("key-2"), other + "\n");
    assertEnds(0, first, second, "--store-key", one, "--store-key", two);
    assertEnds(2, first, second, "--store-key", two, "--store-key", one);
    assertContains("under another key", assertEnds(2, first, second, "--store-key", one));
    assertContains("--store-key", assertEnds(2, first, second));
    String[] three = {"--store-key=" + one, "--store-key=" + one, "--store-key=" + one};
    assertContains(
        "there are 2 stores, and --store-key is given 3 times",
        assertEnds(2, first, second, three[0], three[1], three[2]));
  }

  @Test
  void oneKeyServesAllStores() throws Exception {
    Optional<StoreKey> same = Optional.of(StoreKey.parse(KEY, "test"));
    keys = List.of(same, same);
    deal("minitrix", true, "", 0);
    Path file = SecretFiles.write(folder.resolve("key"), KEY + "\n");
    assertEnds(0, first, second, "--store-key", file);
  }

  @Test
  void endsWithWhatIsDamaged() throws Exception {
    deal("minitrix", true, "", 0);
    Path file = second.resolve("batch-000001").resolve("portion-0-kind-0");
    byte[] bytes = Files.readAllBytes(file);
    bytes[12345] ^= 1;
    Files.write(file, bytes);
    assertContains(file.toString(), assertEnds(3, first, second));
    Files.delete(file);
    assertContains(file.toString(), assertEnds(3, first, second));
  }

  @Test
  void refusesWrongCalls() throws Exception {
    deal("minitrix", true, "", 0);
    assertEnds(2, first);
    assertEnds(2, first, second, "--reveal");
    assertContains(
        "named twice", assertEnds(2, first, first.resolve("..").resolve(first.getFileName())));
    assertContains("is not there", assertEnds(3, first, folder.resolve("none")));
  }

  @Test
  void refusesProtocolsThatCannotCheck() throws Exception {
    deal("insecure-tables", true, "", 0);
    assertContains("insecure-tables cannot check its material", assertEnds(2, first, second));
  }
}
