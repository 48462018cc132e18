package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IndexArray;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/**
 * Programs whose memory lives on from session to session, with parties that are killed or cheat.
 */
class KeptMemoryTest {
  private static final IntType TYPE = IntType.signed(40);
  private static final IntType SMALL = IntType.signed(8);

  private static final String NOTHING =
      """
      .program nothing parties 2
      .field p128 sigma_mask 40
      .tape main s 0 c 0 i 0
      end
      .schedule run main 0
      """;

  @TempDir Path home;

  private static VerifiedProgram compile(SecureProgram program, int parties) throws MpcException {
    return Compiler.compile(program, "ledger", CompileOptions.of(Fields.named("p128"), parties));
  }

  /** Reads a value, opens a sum, branches, and reads another value in one branch. */
  private static void reactive(ProgramBuilder b) {
    b.keepMemory();
    SecretIntArray balance = b.secretArray("balance", TYPE, 2);
    IndexArray runs = b.indexArray("runs", 1);
    SecretInt sum = balance.get(1).plus(b.input("x", 0, SMALL));
    Index high = b.index(50).lt(sum.reveal().toIndex());
    b.ifThenElse(
        high,
        () -> balance.set(1, sum.minus(b.input("fee", 1, SMALL)).assumeFits(TYPE)),
        () -> balance.set(1, sum.assumeFits(TYPE)));
    runs.set(0, runs.get(0).plus(1));
    b.output("balance", balance.get(1));
    b.output("runs", runs.get(0).toClear());
  }

  /** Multiplies what is kept by an input, and reveals nothing but the output. */
  private static void product(ProgramBuilder b) {
    b.keepMemory();
    SecretIntArray cells = b.secretArray("cells", IntType.signed(60), 1);
    SecretInt x = b.input("x", 0, SMALL).plus(cells.get(0)).assumeFits(IntType.signed(30));
    SecretInt y = x.times(b.input("fee", 1, SMALL)).assumeFits(IntType.signed(60));
    cells.set(0, y);
    b.output("balance", y);
  }

  private static Map<String, Long> inputs(long x, long fee) {
    return Map.of("x", x, "fee", fee);
  }

  private static void assertOutput(long value, String name, List<Object> ends) {
    for (Object end : ends) {
      Values outputs = assertInstanceOf(Values.class, end, () -> "ended with " + end);
      assertEquals(value, outputs.get(name)[0].longValueExact(), name);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void theSecondRunReadsWhatTheFirstOneStored(int parties) throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::reactive, parties);
    KeptRun run = new KeptRun(home, parties, 1);
    run.deal(program, "one");
    List<Object> ends = run.run(program, inputs(30, 7));
    assertOutput(30, "balance", ends);
    ends = run.run(program, inputs(40, 7));
    assertOutput(63, "balance", ends);
    assertOutput(2, "runs", ends);
    ends = run.run(program, inputs(-60, 7));
    assertOutput(3, "balance", ends);
    assertOutput(3, "runs", ends);
  }

  private static final String TWO_FIELDS =
      """
      .program two parties 2
      .field p128 sigma_mask 40
      .field gf2_40 sigma_mask 0
      .memory s 2 c 1 sg 2 cg 1 i 2 kept
      .input x party 0 element
      .inputg z party 1 element
      .output s party all element
      .outputg sg party all element
      .output c party all element
      .outputg cg party all element
      .output i party all element
      .tape main s 2 c 2 sg 2 cg 2 i 2
      .footprint write s 1 0 1
      .footprint write sg 1 0 1
      .footprint write c 0 0 1
      .footprint write cg 0 0 1
      .footprint write i 1 0 1
      .demand inputs 1 0
      .demandg inputs 0 1
      input x 0 s0
      inputg z 0 s0
      lds s1, 1
      adds s0, s0, s1
      sts s0, 1
      ldsg s1, 1
      addsg s0, s0, s1
      stsg s0, 1
      ldc c1, 0
      startopen reveal c0 s0
      stopopen
      addc c0, c0, c1
      stc c0, 0
      ldcg c1, 0
      startopeng reveal c0 s0
      stopopeng
      addcg c0, c0, c1
      stcg c0, 0
      ldi i1, 1
      int i0, 5
      addi i0, i0, i1
      sti i0, 1
      itoc c1, i0
      output s, 0, s0
      outputg sg, 0, s0
      outputc c, 0, c0
      outputcg cg, 0, c0
      outputc i, 0, c1
      end
      .schedule run main 0
      """;

  @Test
  void bothFieldsClearElementsAndIntegersAreKept() throws Exception {
    VerifiedProgram program = Verifier.verify(Assembler.assemble(TWO_FIELDS, "TEXT"), "TEXT");
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "two");
    run.run(program, Map.of("x", 3L, "z", 5L));
    List<Object> ends = run.run(program, Map.of("x", 4L, "z", 6L));
    assertOutput(7, "s", ends);
    assertOutput(3, "sg", ends); // 5 + 6 in GF(2^40)
    assertOutput(10, "c", ends);
    assertOutput(6, "cg", ends);
    assertOutput(10, "i", ends);
  }

  @Test
  void whatDoesNotFitIsRefused() throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::product, 2);
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    run.run(program, inputs(3, 5));
    Path old = run.moment(0);
    assertOutput(40, "balance", run.run(program, inputs(5, 2)));

    VerifiedProgram other = compile(KeptMemoryTest::reactive, 2);
    for (Object end : run.run(other, inputs(1, 1))) {
      Outcomes.assertEnded(Refused.class, end, "memory for program");
    }
    KeptRun.copy(run.memory(0), home.resolve("memory"));
    KeptRun.copy(old.resolve("memory"), run.memory(0));
    List<Object> ends = run.run(program, inputs(1, 1));
    Outcomes.assertEnded(BadFile.class, ends.get(0), "a copy of an earlier version was put back");
    KeptRun.copy(home.resolve("memory"), run.memory(0));

    for (int party = 0; party < 2; party++) {
      KeptRun.delete(run.place(party).resolve("store p128"));
    }
    run.deal(program, "two");
    for (Object end : run.run(program, inputs(1, 1))) {
      Outcomes.assertEnded(Refused.class, end, "under keys of other stores");
    }
  }

  @Test
  void memoryAndProgramGoTogether() throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::product, 2);
    VmRun dealt = new VmRun(NOTHING, Map.of());
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(2),
            session ->
                SpdzMachine.run(
                    program,
                    session,
                    List.of(demand -> dealt.stores.get(0)[session.party()]),
                    new SpdzMachine.Options(1, OpeningMode.ALL, List.of(64)),
                    KeptRun.values(program, session.party(), inputs(1, 1)),
                    line -> {}));
    for (Object end : ends) {
      Outcomes.assertEnded(Refused.class, end, "no folder for it is given");
    }
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    for (Object end : run.run(dealt.program, Map.of())) {
      Outcomes.assertEnded(Refused.class, end, "keeps no memory between runs");
    }
  }

  /** Material of a key that ends with the session, although the stores keep one. */
  @Test
  void materialUnderAnotherKeyIsRefused() throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::product, 2);
    VmRun dealt = new VmRun(NOTHING, Map.of());
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    run.other = dealt.stores.get(0);
    for (Object end : run.run(program, inputs(1, 1))) {
      Outcomes.assertEnded(Refused.class, end, "not under the key of the memory");
    }
  }

  /** The second party changes its share in the last product before anything is output. */
  @Test
  void aForgedProductIsNotKept() throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::product, 2);
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    run.run(program, inputs(3, 5));
    boolean[] next = new boolean[1];
    Network[] networks = SessionPairs.networks(2);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              if (next[0] && frame.length == 2 * 16) {
                frame[0] ^= 1; // of ε and δ
              }
              next[0] =
                  entries(run, 1).contains("taken 1") && frame.length == 1; // the bits of the input
              return frame;
            });
    Object end = run.run(program, networks, OptionalLong.empty(), inputs(1, 1)).get(0);
    assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, end).check());
    assertTrue(run.journal(0).contains("taken 1"));
    assertFalse(run.journal(0).contains("prepared 2"), "version 2 is not on disk");
    assertTrue(run.journal(0).contains("burnt check"));
    for (Object after : run.run(program, inputs(1, 1))) {
      assertInstanceOf(MpcException.class, after, "the store is burnt, and so is the memory");
    }
  }

  private static String entries(KeptRun run, int party) {
    try {
      return run.journal(party);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The second party is killed when it has prepared, and the first one has committed since. */
  @Test
  void killedBetweenPreparedAndCommitted() throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::product, 2);
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    Path[] killed = new Path[1];
    Network[] networks = SessionPairs.networks(2);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              if (killed[0] == null && entries(run, 1).contains("prepared 1")) {
                try {
                  killed[0] = run.moment(1);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
              return frame;
            });
    List<Object> ends = run.run(program, networks, OptionalLong.empty(), inputs(3, 5));
    assertOutput(15, "balance", ends);
    assertTrue(run.journal(0).contains("committed 1"));
    KeptRun.copy(killed[0], run.place(1));
    assertFalse(run.journal(1).contains("committed 1"));
    assertOutput(36, "balance", run.run(program, inputs(3, 2)));
  }

  /**
   * A party leaves with the share that it would reveal: the memory is lost unless all ask for it.
   */
  @Test
  void lostAfterARevealUnlessAllAskForIt() throws Exception {
    VerifiedProgram program = compile(KeptMemoryTest::reactive, 2);
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    assertOutput(20, "balance", run.run(program, inputs(20, 1)));
    Network[] networks = SessionPairs.networks(2);
    Network leaves = networks[1];
    networks[1] =
        new TamperingNetwork(
            leaves,
            (peer, index, frame) -> {
              if (entries(run, 1).contains("revealed 1")) {
                leaves.close();
              }
              return frame;
            });
    List<Object> ends = run.run(program, networks, OptionalLong.empty(), inputs(30, 1));
    assertInstanceOf(ConnectionLost.class, ends.get(0));
    for (Object end : run.run(program, inputs(30, 1))) {
      Outcomes.assertEnded(Refused.class, end, "the memory is lost");
    }
    for (Object end :
        run.run(
            program,
            SessionPairs.networks(2),
            List.of(OptionalLong.of(1), OptionalLong.empty()),
            inputs(30, 1))) {
      Outcomes.assertEnded(Disagreement.class, end, "differ in the version");
    }
    ends = run.run(program, SessionPairs.networks(2), OptionalLong.of(1), inputs(31, 1));
    assertOutput(50, "balance", ends);
  }

  /** Whoever leaves at any message, the next run begins alike at both parties, or at none. */
  private void leaveAt(int number) throws Exception {
    int frame = SessionPairs.HANDSHAKE_FRAMES + number;
    VerifiedProgram program = compile(KeptMemoryTest::product, 2);
    KeptRun run = new KeptRun(home.resolve("at " + frame), 2, 1);
    run.deal(program, "one");
    run.run(program, SessionPairs.leaving(2, 1, frame), OptionalLong.empty(), inputs(3, 5));
    boolean burnt = run.journal(0).contains("burnt") || run.journal(1).contains("burnt");
    List<Object> ends = run.run(program, inputs(4, 2));
    if (burnt) {
      ends.forEach(end -> assertInstanceOf(MpcException.class, end, "at " + number));
    } else {
      boolean kept = run.journal(0).contains("committed 2");
      assertOutput(kept ? 38 : 8, "balance", ends);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 9, 16, 24})
  void leavingAtAMessage(int frame) throws Exception {
    leaveAt(frame);
  }

  @Test
  @Tag("slow")
  void leavingAtAnyMessage() throws Exception {
    for (int frame = 0; frame < 40; frame++) {
      leaveAt(frame);
    }
  }

  /**
   * Material that a loop needs lacks: the run ends before it takes the memory, let alone reveals.
   */
  @Test
  void aRunBeginsWithItsMaterial() throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              b.keepMemory();
              SecretIntArray cells = b.secretArray("cells", SMALL, 400);
              IndexArray runs = b.indexArray("runs", 1);
              Index seen = cells.get(0).reveal().toIndex();
              b.print("seen ", seen);
              b.range(
                  seen,
                  b.index(1),
                  i ->
                      cells.store(
                          0, cells.vector(0, 400).times(cells.vector(0, 400)).assumeFits(SMALL)));
              runs.set(0, runs.get(0).plus(1));
            },
            2);
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    for (Object end : run.run(program, Map.of())) {
      Outcomes.assertEnded(Exhausted.class, end, "400 more items");
    }
    assertFalse(run.journal(0).contains("taken"));
  }

  /** Tapes beside each other reveal, and their memory is kept. */
  @Test
  void workersNoteTheirReveals() throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              b.keepMemory();
              SecretIntArray cells = b.secretArray("cells", TYPE, 4);
              b.parallel(
                  4,
                  tape -> {
                    SecretIntArray own = cells.chunk(tape, 1);
                    SecretInt more = own.get(0).plus(b.secret(2)).assumeFits(TYPE);
                    b.print("cell ", more.reveal());
                    own.set(0, more);
                  });
              b.output("balance", cells.vector(0, 4).sum());
            },
            2);
    KeptRun run = new KeptRun(home, 2, 2);
    run.deal(program, "one");
    assertOutput(8, "balance", run.run(program, Map.of()));
    assertTrue(run.journal(0).contains("revealed 0"));
    assertOutput(16, "balance", run.run(program, Map.of()));
  }
}
