package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.contract.Loopback;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Disassembler;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IndexArray;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Tapes side by side at real parties: as the interpreter runs them, one after the other. */
class TapesTest {
  static String head(int parties) {
    return ".program tapes parties " + parties + "\n.field p128 sigma_mask 40\n";
  }

  /** Items of all parties, one each. */
  private static String each(int parties) {
    return " 1".repeat(parties);
  }

  /**
   * Five tapes square their values and open others under masks; five tapes take off the masks that
   * their neighbours put on, print and store. All of it twice, then a loop that depends on a cell.
   */
  static String program(int parties) {
    return head(parties)
        + """
        .memory s 24 c 8 i 8
        .input a party 0 element count 4
        .input b party 1 signed 8
        .output all party all element count 5
        .output mine party 1 element count 2
        .text "of "
        .tape load s 5 c 0 i 1
        """
        + ".demand inputs 4 0"
        + " 0".repeat(parties - 2)
        + " ownbits 0 8"
        + " 0".repeat(parties - 2)
        + """

        .footprint write s 0 0 5
        .footprint write i 7 0 1
        input a 0 s0[4], b 0 s4
        sts s0[5], 0
        int i0, 2
        sti i0, 7
        end
        .tape work s 5 c 1 i 1
        """
        + ".demand triples 1 inputs"
        + each(parties)
        + """

        .footprint read s 0 1 1
        .footprint write s 8 1 1
        .footprint write s 16 1 1
        .footprint write c 0 1 1
        arg i0
        ldsx s0, 0, 5, *i0
        rand s2
        adds s3, s0, s2
        startopen product s1 s0 s0, masked c0 s3
        stopopen
        stsx s1, 8, 5, *i0
        stsx s2, 16, 5, *i0
        stcx c0, 0, 5, *i0
        end
        .tape show s 3 c 2 i 5
        .footprint read s 8 0 16
        .footprint read c 0 0 5
        .footprint write s 0 1 1
        .footprint write i 0 1 1
        arg i0
        int i1, 1
        int i4, 5
        addi i2, i0, i1
        modi i2, i2, i4
        ldcx c0, 0, 5, *i2
        ldsx s0, 16, 5, *i2
        rsubm s0, s0, c0
        ldsx s1, 8, 5, *i0
        startopen reveal c1 s0
        stopopen
        ctoi i3, c1
        print text 0, i0, i3
        stix i3, 0, 5, *i0
        stsx s1, 0, 5, *i0
        end
        .tape down s 2 c 1 i 3 unbounded
        """
        + ".demand triples 2 inputs"
        + " 0".repeat(parties)
        + """

        .footprint write i 7 0 1
        .footprint write s 0 0 1
        lds s0, 0
        ldi i0, 7
        int i1, 1
        int i2, 0
        again: startopen product s0 s0 s0
        stopopen
        addi i2, i2, i1
        jlt i2, i0, again
        sts s0, 0
        subi i0, i0, i1
        sti i0, 7
        end
        .tape finish s 5 c 0 i 0
        .footprint read s 0 0 5
        lds s0[5], 0
        output all, 0, s0[5]
        output mine, 0, s1[2]
        end
        .schedule run load 0
        .schedule loop 2
        .schedule run work 0, work 1, work 2, work 3, work 4
        .schedule run show 0, show 1, show 2, show 3, show 4
        .schedule end
        .schedule while 7
        .schedule run down 0
        .schedule end
        .schedule run finish 0
        """;
  }

  static final Map<String, long[]> INPUTS =
      Map.of("a", new long[] {2, 3, 5, 7}, "b", new long[] {-11});

  private static void requireRight(VmRun run, List<VmRun.End> ends) throws Exception {
    Interpreter.Outcome expected = run.interpret();
    for (int party = 0; party < run.parties; party++) {
      VmRun.End end = ends.get(party);
      assertNull(end.failure());
      assertEquals(expected.prints(), end.prints());
      for (String port : List.of("all", "mine")) {
        if (end.outputs().has(port)) {
          assertEquals(
              List.of(expected.outputs().get(port)), List.of(end.outputs().get(port)), port);
        }
      }
      assertEquals(party == 1, end.outputs().has("mine"));
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "2, 4", "3, 1", "3, 2", "3, 4"})
  void threadsDoNotMatter(int parties, int threads) throws Exception {
    VmRun run = new VmRun(program(parties), INPUTS);
    run.threads = threads;
    requireRight(run, run.run(parties == 2 ? OpeningMode.ALL : OpeningMode.KING));
    // Also what is not consumed is used up: the blocks of the unbounded tape.
    MaterialKind triples = run.materials.get(0).triples();
    assertEquals(2 * 5 + 3 + 3, run.stores.get(0)[0].position(triples));
  }

  private static void withDelays(Network[] networks, int seed, int threads) throws Exception {
    VmRun run = new VmRun(program(networks.length), INPUTS);
    run.threads = threads;
    for (int party = 0; party < networks.length; party++) {
      Random random = new Random(31L * seed + party);
      HookedForks.at(
          networks,
          party,
          new HookedForks.Hook() {
            @Override
            public byte[] onSend(Network on, int fork, int index, byte[] frame) {
              return frame;
            }

            @Override
            public void beforeReceive(int fork) {
              if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(200_000));
              }
            }
          });
    }
    requireRight(run, run.run(networks, OpeningMode.ALL));
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 2", "3, 2, 4", "3, 3, 3"})
  void delaysDoNotMatter(int parties, int seed, int threads) throws Exception {
    withDelays(SessionPairs.networks(parties), seed, threads);
  }

  @Test
  void delaysDoNotMatterOverSockets() throws Exception {
    withDelays(Loopback.networks(3), 5, 4);
  }

  @Test
  @Tag("slow")
  void manyDelaysDoNotMatter() throws Exception {
    for (int seed = 10; seed < 1010; seed++) {
      withDelays(SessionPairs.networks(2 + seed % 2), seed, 2 + seed % 3);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "64, 4"})
  void asManyForksAsAnyStepNeeds(int threads, int forks) throws Exception {
    VmRun run = new VmRun(program(2), INPUTS);
    run.threads = threads;
    Network[] networks = SessionPairs.networks(2);
    HookedForks hooked = HookedForks.at(networks, 0, (on, fork, index, frame) -> frame);
    requireRight(run, run.run(networks, OpeningMode.ALL));
    assertEquals(forks, hooked.forks.get());
  }

  /** What forks send counts in the session's phases. */
  @Test
  void phasesCountAllConnections() throws Exception {
    String text =
        head(2)
            + """
            .memory s 2 c 0 i 0
            .input a party 0 element
            .input b party 1 element
            .output out party all element count 2
            .tape first s 1 c 0 i 0
            .demand inputs 1 0
            input a 0 s0
            output out, 0, s0
            end
            .tape second s 1 c 0 i 0
            .demand triples 1 inputs 0 1
            .footprint write s 1 0 1
            input b 0 s0
            startopen product s0 s0 s0
            stopopen
            sts s0, 1
            end
            .schedule run first 0, second 0
            """;
    Map<String, long[]> inputs = Map.of("a", new long[] {2}, "b", new long[] {3});
    List<Map<Phase, Long>> sent = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      VmRun run = new VmRun(text, inputs);
      run.threads = threads;
      assertNull(run.run(OpeningMode.ALL).get(1).failure());
      sent.add(run.sentByPhase.get(1));
      assertEquals(0, sent.get(threads - 1).get(Phase.PREPROCESSING));
    }
    assertTrue(sent.get(0).get(Phase.INPUT) > 0);
    for (Phase phase : List.of(Phase.INPUT, Phase.COMPUTE, Phase.OUTPUT)) {
      assertEquals(sent.get(0).get(phase), sent.get(1).get(phase), phase.label());
    }
  }

  /** Each tape opens what it takes: no item is there twice. */
  private static final String TAKE =
      head(2)
          + """
          .memory s 0 c 24 i 0
          .output seen party all element count 24
          .tape take s 8 c 3 i 2
          .demand triples 1 squares 1 inverses 1 inputs 0 0
          .footprint write c 0 3 3
          arg i0
          int i1, 3
          muli i0, i0, i1
          triple s0, s1, s2
          square s3, s4
          inv s5, s6
          movs s1, s3
          movs s2, s5
          startopen masked c0[3] s0
          stopopen
          stcx c0[3], 0, 24, *i0
          end
          .tape finish s 0 c 24 i 0
          .footprint read c 0 0 24
          ldc c0[24], 0
          outputc seen, 0, c0[24]
          end
          .schedule run take 0, take 1, take 2
          .schedule run take 3
          .schedule run take 4, take 5, take 6, take 7
          .schedule run finish 0
          """;

  @Test
  void noItemIsUsedTwice() throws Exception {
    Set<BigInteger> seen = new HashSet<>();
    VmRun run = new VmRun(TAKE, Map.of());
    for (int threads : new int[] {2, 4, 1}) {
      run.threads = threads;
      List<VmRun.End> ends = run.run(OpeningMode.ALL);
      assertNull(ends.get(0).failure());
      seen.addAll(List.of(ends.get(0).outputs().get("seen")));
    }
    assertEquals(3 * 24, seen.size());
    assertEquals(3 * 8, run.stores.get(0)[0].position(run.materials.get(0).triples()));
  }

  /** Deals what lacks when it is asked for, the same at each party. */
  private static final class OnDemand implements SpdzMachine.Supply {
    private final List<PrepStore> stores = new ArrayList<>();
    private final SpdzDealer dealer;
    private final int party;
    private final List<Long> asked = new ArrayList<>();

    /** What was reserved in the store itself, before it was split. */
    private final List<Long> reserved = new ArrayList<>();

    private final PrepStore watched;

    OnDemand(Material material, int parties, int party) throws MpcException {
      this.party = party;
      this.dealer = new SpdzDealer(material, parties, SessionPairs.seeded("on demand"));
      for (int i = 0; i < parties; i++) {
        stores.add(new MemoryPrepStore());
      }
      dealer.dealKeys(stores);
      this.watched = watched(stores.get(party));
    }

    private PrepStore watched(PrepStore store) {
      return (PrepStore)
          Proxy.newProxyInstance(
              PrepStore.class.getClassLoader(),
              new Class<?>[] {PrepStore.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("reserve")) {
                  reserved.add(items((Demand) arguments[0]));
                }
                return method.invoke(store, arguments);
              });
    }

    private static long items(Demand demand) {
      return demand.quotas().values().stream().mapToLong(each -> each).sum();
    }

    @Override
    public PrepStore reserve(Demand demand) throws MpcException {
      PrepStore mine = stores.get(party);
      Demand.Builder lacks = Demand.of(demand.protocol());
      demand
          .quotas()
          .forEach((kind, items) -> lacks.add(kind, Math.max(0, items - mine.available(kind))));
      dealer.deal(lacks.build(), stores);
      asked.add(items(demand));
      return watched;
    }
  }

  private static List<Long> onDemand(String text, int threads) throws Exception {
    VmRun run = new VmRun(text, INPUTS);
    run.threads = threads;
    List<OnDemand> supplies = new ArrayList<>();
    for (int party = 0; party < run.parties; party++) {
      supplies.add(new OnDemand(run.materials.get(0), run.parties, party));
    }
    run.source = (field, party) -> supplies.get(party);
    requireRight(run, run.run(OpeningMode.ALL));
    List<Long> asked = supplies.get(0).asked;
    assertEquals(asked, supplies.get(1).asked);
    assertEquals(asked.subList(1, asked.size()), supplies.get(0).reserved);
    return asked;
  }

  /** One reservation up to the loop that depends on memory, one for each turn, and one after it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void reservationsLookAhead(int threads) throws Exception {
    long inputs = 8 + 4;
    long steps = 2 * 5 * (1 + 2);
    assertEquals(
        List.of(inputs + steps, inputs + steps, 3L, 3L, 2L), onDemand(program(2), threads));
  }

  /** Material that was reserved for a later step is not lost to an unbounded tape before it. */
  @Test
  void unboundedTapesTakeFromNoOtherStep() throws Exception {
    String text = program(2);
    String schedule =
        """
        .schedule run load 0
        .schedule run down 0
        .schedule run work 0, work 1, work 2, work 3, work 4
        .schedule run finish 0
        """;
    List<Long> asked = onDemand(text.substring(0, text.indexOf(".schedule")) + schedule, 2);
    assertEquals(List.of(12L, 12L, 3L, 15L + 2), asked);
  }

  /** A program in the language: tapes on chunks, and steps that repeat with reveals in them. */
  private static void define(ProgramBuilder b) {
    IntType small = IntType.signed(8);
    IntType wide = IntType.signed(40);
    SecretInt factor = b.input("factor", 0, small);
    SecretIntArray cells = b.secretArray("cells", wide, 6);
    IndexArray shown = b.indexArray("shown", 2);
    cells.store(0, b.inputs("x", 1, small, 6));
    b.parallel(
        3,
        tape -> {
          SecretIntArray own = cells.chunk(tape, 2);
          b.repeat(2, i -> own.set(i, own.get(i).assumeFits(small).times(factor)));
        });
    b.repeatSteps(
        2,
        round ->
            b.step(
                () -> {
                  Index seen = cells.get(0).reveal().toIndex();
                  b.print("first ", seen);
                  shown.set(0, seen);
                  cells.set(0, cells.get(0).plus(1).assumeFits(wide));
                },
                () -> {
                  Index seen = cells.get(1).reveal().toIndex();
                  b.print("second ", seen);
                  shown.set(1, seen);
                  cells.set(1, cells.get(1).plus(10).assumeFits(wide));
                }));
    b.print(shown.get(0), " ", shown.get(1));
    b.output("all", cells.vector(0, 6));
    b.outputTo(1, "mine", cells.get(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void compiledProgramsRun(int threads) throws Exception {
    VerifiedProgram compiled =
        Compiler.compile(TapesTest::define, "test", CompileOptions.of(Fields.named("p128"), 2));
    Map<String, long[]> inputs =
        Map.of("factor", new long[] {-3}, "x", new long[] {1, 2, 3, 4, 5, 6});
    VmRun run = new VmRun(Disassembler.text(compiled.program()), inputs);
    run.threads = threads;
    List<VmRun.End> ends = run.run(OpeningMode.ALL);
    requireRight(run, ends);
    assertEquals(
        List.of("first -3", "second -6", "first -2", "second 4", "-2 4"), ends.get(0).prints());
  }
}
