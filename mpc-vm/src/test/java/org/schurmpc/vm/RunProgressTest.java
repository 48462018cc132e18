package org.schurmpc.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.progress.ProgressLog;
import org.schurmpc.core.session.Phase;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

class RunProgressTest {
  private final Map<Phase, Long> rounds = new EnumMap<>(Phase.class);
  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private final List<String> said = new ArrayList<>();
  private long now;

  private RunProgress progress(LongSupplier counted) {
    ProgressLog log = new ProgressLog(() -> now, said::add);
    return new RunProgress(
        phase -> rounds.getOrDefault(phase, 0L),
        phase -> nanos.getOrDefault(phase, 0L),
        log,
        counted);
  }

  private void round(RunProgress progress, Phase phase, long seconds) {
    rounds.merge(phase, 1L, Long::sum);
    nanos.merge(phase, seconds * 1_000_000_000, Long::sum);
    now += seconds * 1_000_000_000;
    progress.round();
  }

  /** An estimate is for the rest of the program at the speed of its rounds so far. */
  @Test
  void saysEveryThreeSecondsHowManyRoundsAreDone() {
    int[] counts = {0};
    RunProgress progress =
        progress(
            () -> {
              counts[0]++;
              return 10;
            });
    round(progress, Phase.PREPROCESSING, 1_000);
    round(progress, Phase.SETUP, 1_000);
    assertEquals(List.of(), said);
    round(progress, Phase.INPUT, 2);
    for (int i = 0; i < 8; i++) {
      round(progress, Phase.COMPUTE, 2);
    }
    round(progress, Phase.OUTPUT, 2);
    round(progress, Phase.OUTPUT, 3);
    assertEquals(
        List.of(
            "1 of 10 rounds of the program are done, about 18 s left",
            "3 of 10 rounds of the program are done, about 14 s left",
            "5 of 10 rounds of the program are done, about 10 s left",
            "7 of 10 rounds of the program are done, about 6 s left",
            "9 of 10 rounds of the program are done, about 2 s left",
            "11 rounds of the program are done"),
        said);
    assertEquals(1, counts[0], "rounds are counted once, and only if they are shown");
  }

  @Test
  void saysNoTimeIfTheRoundsAreNotKnown() {
    RunProgress progress = progress(() -> 0);
    round(progress, Phase.COMPUTE, 5);
    assertEquals(List.of("1 rounds of the program are done"), said);
  }

  /** The number of rounds is that of a run between real parties, with a nominated one, too. */
  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void countsTheRoundsOfARun(OpeningMode mode) throws Exception {
    VerifiedProgram program = Verifier.verify(Programs.assembled("salaries.asm"), "salaries");
    Map<String, BigInteger[]> inputs =
        Map.of("salary0", one(3000), "salary1", one(5000), "salary2", one(1));
    for (VmRun.End end : new VmRun(program, inputs).run(mode)) {
      assertNull(end.failure());
      assertEquals(end.rounds(), RunProgress.rounds(program, mode));
    }
  }

  /** In characteristic 2, inputs in a range are opened to their owner. */
  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void countsTheRoundsOfInputsInCharacteristicTwo(OpeningMode mode) throws Exception {
    String text =
        """
        .program two parties 3
        .field gf2_64 sigma_mask 0
        .input a party 0 unsigned 8
        .input b party 1 element
        .output sum party all element
        .tape main s 3 c 0 i 0
        .demand bits 8 inputs 8 1 0
        input a 0 s0
        input b 0 s1
        adds s2, s0, s1
        output sum, 0, s2
        end
        .schedule run main 0
        """;
    VerifiedProgram program = Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT");
    for (VmRun.End end : new VmRun(program, Map.of("a", one(3), "b", one(5))).run(mode)) {
      assertNull(end.failure());
      assertEquals(end.rounds(), RunProgress.rounds(program, mode));
    }
  }

  private static BigInteger[] one(long value) {
    return new BigInteger[] {BigInteger.valueOf(value)};
  }
}
