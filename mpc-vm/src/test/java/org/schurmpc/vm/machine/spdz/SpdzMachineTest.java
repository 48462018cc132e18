package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;

/** Programs at two and three real parties against the interpreter, and with a cheat. */
class SpdzMachineTest {
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;

  /** Every output that a party has is the interpreter's, and it has those that it should have. */
  private static void requireRight(VmRun run, List<VmRun.End> ends, List<String> random)
      throws Exception {
    Interpreter.Outcome expected = run.interpret();
    for (int party = 0; party < run.parties; party++) {
      VmRun.End end = ends.get(party);
      assertNull(end.failure());
      assertEquals(expected.prints(), end.prints());
      for (Port port : run.program.program().outputs()) {
        boolean receives = port.party() == Port.ALL || port.party() == party;
        assertEquals(receives, end.outputs().has(port.name()), port.name() + " at " + party);
        if (receives && !random.contains(port.name())) {
          assertArrayEquals(
              expected.outputs().get(port.name()), end.outputs().get(port.name()), port.name());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void threePartiesSumTheirSalaries(OpeningMode mode) throws Exception {
    Map<String, long[]> salaries =
        Map.of(
            "salary0", new long[] {1000},
            "salary1", new long[] {-3000},
            "salary2", new long[] {Integer.MIN_VALUE});
    VmRun run = new VmRun(Programs.text("salaries.asm"), salaries);
    requireRight(run, run.run(mode), List.of());
  }

  @Test
  void everyInstructionOverTwoFields() throws Exception {
    Map<String, long[]> inputs =
        Map.of(
            "x", new long[] {3, 0xffffffffL, 5, 7},
            "y", new long[] {-2, 11},
            "b", new long[] {1, 0, 1},
            "z", new long[] {0x80, 3});
    VmRun run = new VmRun(Programs.text("all.asm"), inputs);
    requireRight(run, run.run(OpeningMode.ALL), List.of("shown"));
  }

  /** Before anything is sent and any material is used, by name. */
  @Test
  void aPartyWithoutAnInputIsRefused() throws Exception {
    VmRun run = new VmRun(reactive(2), Map.of("a", new long[] {1, 2}, "c", new long[] {3}));
    VmRun.End end = run.run(OpeningMode.ALL).get(1);
    Outcomes.assertEnded(Refused.class, end.failure(), "b has no values");
    assertEquals(0, end.sent());
  }

  /** Private outputs to each, elements of any size, a branch on a revealed value, and memory. */
  private static String reactive(int parties) {
    return ".program reactive parties "
        + parties
        + "\n"
        + """
        .field p128 sigma_mask 40
        .memory s 2 c 0 i 0
        .input a party 0 element count 2
        .input b party 1 signed 8
        .input c party 1 element
        .output first party 0 element count 3
        .output second party 1 element
        .output both party all element count 2
        .text "zero"
        .text "other"
        .tape main s 8 c 4 i 2
        .footprint write s 0 0 2
        .demand triples 3 squares 1 inputs 2 1"""
        + " 0".repeat(parties - 2)
        + " ownbits 0 8"
        + " 0".repeat(parties - 2)
        + "\n"
        + """
        input c 0 s3, b 0 s2, a 0 s0[2]
        startopen product s4 s0 s2, reveal c0 s2
        mulm s6, s3, c0
        stopopen
        iszero i0, c0
        jnz i0, zero
        startopen product s5 s4 s3, square s7 s0
        stopopen
        print text 1
        jmp over
        zero: print text 0
        startopen product s5 s4 s3
        stopopen
        over: sts s4[2], 0
        output first, 0, s4[3]
        output second, 0, s2
        lds s0[2], 0
        output both, 0, s0[2]
        end
        .schedule run main 0
        """;
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "2, -128", "3, 0", "3, 127"})
  void valuesDecideWhatIsDone(int parties, long b) throws Exception {
    Map<String, long[]> inputs =
        Map.of("a", new long[] {99, 1L << 62}, "b", new long[] {b}, "c", new long[] {17});
    VmRun run = new VmRun(reactive(parties), inputs);
    List<VmRun.End> ends = run.run(OpeningMode.ALL);
    requireRight(run, ends, List.of());
    assertEquals(List.of(b == 0 ? "zero" : "other"), ends.get(0).prints());
  }

  /** Adds one to an element of one message of the second party. */
  private static Network[] cheating(VmRun run, int frame, int element) {
    Field field = run.program.program().fields().get(0).field();
    Network[] networks = SessionPairs.networks(run.parties);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, bytes) -> {
              if (index == frame) {
                long[] share = new long[field.limbs()];
                assertTrue(field.fromBytes(bytes, element * field.bytes(), share, 0, 1));
                field.add(share, 0, field.element(1), 0, share, 0, 1);
                field.toBytes(share, 0, bytes, element * field.bytes(), 1);
              }
              return bytes;
            });
    return networks;
  }

  private static int[] lengths(Recording recording) {
    return recording.frames(0).stream().skip(FIRST).mapToInt(frame -> frame.length).toArray();
  }

  private static void requireCaught(VmRun run, VmRun.End end, Check check) {
    assertEquals(check, assertInstanceOf(PeerCheated.class, end.failure()).check());
    assertNull(end.outputs());
    String name = run.materials.get(0).storeName();
    IllegalStateException burnt =
        assertThrows(IllegalStateException.class, () -> run.stores.get(0)[0].keys(name));
    assertTrue(burnt.getMessage().contains("destroyed"), burnt.getMessage());
  }

  /** Frames of the second party: two inputs, then products and a reveal, products, and outputs. */
  private static final int REVEAL = FIRST + 2;

  private static final int PRODUCTS = FIRST + 6;
  private static final int OUTPUTS = FIRST + 10;

  /** Messages of the first party, which has no proven inputs; a check is 32, 48, 32. */
  private static final int[] LENGTHS = {
    2 * 16, 3 * 16, 32, 48, 32, 3 * 16, 32, 48, 32, 6 * 16, 32, 48, 32
  };

  private static Map<String, long[]> inputs(long b) {
    return Map.of("a", new long[] {1, 2}, "b", new long[] {b}, "c", new long[] {3});
  }

  @Test
  void checksAreMadeBeforeValuesActAndAtTheEnd() throws Exception {
    Recording recording = new Recording();
    VmRun run = new VmRun(reactive(2), inputs(5));
    run.run(recording.of(SessionPairs.networks(2)), OpeningMode.ALL);
    assertArrayEquals(LENGTHS, lengths(recording));
  }

  /**
   * The revealed value would be another one, so that the other branch would be taken. After the
   * check that the branch waits for nothing is sent, and nothing printed.
   */
  @Test
  void aForgedValueDecidesNothing() throws Exception {
    VmRun run = new VmRun(reactive(2), inputs(0));
    Recording recording = new Recording();
    List<VmRun.End> ends = run.run(recording.of(cheating(run, REVEAL, 2)), OpeningMode.ALL);
    requireCaught(run, ends.get(0), Check.MAC);
    assertEquals(List.of(), ends.get(0).prints());
    assertArrayEquals(Arrays.copyOf(LENGTHS, 5), lengths(recording));
  }

  /** A share of each opening forged in turn: no party gets any output, and none leaves before. */
  @ParameterizedTest
  @CsvSource({REVEAL + ", 5", PRODUCTS + ", 9", OUTPUTS + ", 13"})
  void aForgedOpeningGivesNoOutput(int frame, int sent) throws Exception {
    VmRun run = new VmRun(reactive(2), inputs(5));
    Recording recording = new Recording();
    VmRun.End end = run.run(recording.of(cheating(run, frame, 0)), OpeningMode.ALL).get(0);
    requireCaught(run, end, Check.MAC);
    assertArrayEquals(Arrays.copyOf(LENGTHS, sent), lengths(recording));
  }

  /** Flips one bit of a message of the second party. */
  private static void requireFound(int number) throws Exception {
    VmRun run = new VmRun(reactive(2), inputs(5));
    Network[] networks = SessionPairs.networks(2);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, bytes) -> {
              bytes[0] ^= (byte) (index == FIRST + number ? 1 : 0);
              return bytes;
            });
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(0);
    assertInstanceOf(PeerCheated.class, end.failure(), "message " + number);
    assertNull(end.outputs());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 5, 6, 9, 12, 13})
  void anAlteredMessageIsFound(int number) throws Exception {
    requireFound(number);
  }

  @Test
  @Tag("slow")
  void everyAlteredMessageIsFound() throws Exception {
    for (int number = 0; number <= LENGTHS.length; number++) {
      requireFound(number);
    }
  }

  /** Too few masks for the outputs over the second field: none over the first is opened. */
  @Test
  void nothingIsOpenedWithoutMasksForAll() throws Exception {
    String text =
        """
        .program outputs parties 2
        .field p128 sigma_mask 40
        .field gf2_40 sigma_mask 0
        .output a party all element
        .outputg b party 0 element count 401
        .tape main s 1 c 0 sg 401 cg 0 i 0
        output a, 0, s0
        outputg b, 0, s0[401]
        end
        .schedule run main 0
        """;
    Recording recording = new Recording();
    VmRun run = new VmRun(text, Map.of());
    for (VmRun.End end : run.run(recording.of(SessionPairs.networks(2)), OpeningMode.ALL)) {
      assertInstanceOf(Exhausted.class, end.failure());
    }
    assertFalse(
        recording.frames(0).stream().anyMatch(frame -> frame.length == 16), "a share was sent");
  }

  @Test
  void programsForOthersAreRefused() throws Exception {
    VmRun run = new VmRun(reactive(3), Map.of());
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(2),
            session ->
                SpdzMachine.run(
                    run.program,
                    session,
                    List.of(demand -> run.stores.get(0)[session.party()]),
                    new SpdzMachine.Options(1, OpeningMode.ALL, List.of(64)),
                    new Values(run.program.program().fields(), run.program.program().inputs()),
                    line -> {}));
    assertEquals(2, ends.size());
    for (Object end : ends) {
      Refused refused = assertInstanceOf(Refused.class, end);
      assertEquals("the program reactive is for 3 parties, not 2", refused.getMessage());
    }
  }
}
