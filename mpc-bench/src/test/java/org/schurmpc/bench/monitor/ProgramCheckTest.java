package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramReference;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.programs.Coin;
import org.schurmpc.bench.programs.Sums;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ProgramResult;

class ProgramCheckTest {
  private static final Role SECOND = new Role(0, 1);

  private static CompiledProgram compile(Class<?> source) throws Exception {
    return ProgramLanguages.only()
        .compile(
            source,
            new ProgramOptions("p128", Optional.empty(), 2, OptionalInt.empty(), new TreeMap<>()));
  }

  private static ProgramTask task(String digest) {
    return new ProgramTask(
        "it.vm",
        digest,
        2,
        Map.of(),
        1,
        new MaterialSource.Dealer(),
        new Schedule(0, 1, 0, 1000),
        null);
  }

  private static ProgramWorkload work(Class<?> source) throws Exception {
    CompiledProgram program = compile(source);
    return ProgramWorkload.checked(task(program.digest()), program);
  }

  @Test
  void everyOutputAndPrintedLineCounts() throws Exception {
    ProgramWorkload work = work(Sums.class);
    ProgramReference reference = new ProgramReference(work, 5);
    ProgramCheck check = new ProgramCheck(work, reference);
    byte[] right = work.hashes(1, reference.expected(3));
    assertEquals(2 * FieldHash.BYTES, right.length);
    check.check(SECOND, 3, right);
    assertThrows(Disagreement.class, () -> check.check(SECOND, 4, right), "of another run");
    check.check(SECOND, 3, right);

    right[0] ^= 1;
    Disagreement line = assertThrows(Disagreement.class, () -> check.check(SECOND, 3, right));
    assertEquals(
        "party 2 of instance 1 printed a wrong line in run 4: interpretation in the clear says"
            + " otherwise",
        line.getMessage());
    right[0] ^= 1;
    right[FieldHash.BYTES] ^= 1;
    Disagreement output = assertThrows(Disagreement.class, () -> check.check(SECOND, 3, right));
    assertTrue(output.getMessage().contains("wrong output product1"), output.getMessage());
  }

  /** A party's values depend on its own seed alone, and are in their range. */
  @Test
  void inputsAreTheirOwners() throws Exception {
    ProgramWorkload work = work(Sums.class);
    InputSeeds seeds = InputSeeds.derive(1, 0, 0);
    SortedMap<String, BigInteger[]> mine = work.inputs(seeds, 0, 0);
    assertEquals(1, mine.size());
    String name = mine.firstKey();
    assertArrayEquals(mine.get(name), work.inputs(seeds, 0, 0).get(name));
    boolean below = false;
    boolean above = false;
    for (int run = 0; run < 64; run++) {
      int value = work.inputs(seeds, 0, run).get(name)[0].intValueExact();
      assertTrue(value >= -(1 << 15) && value < 1 << 15, "" + value);
      below |= value < 0;
      above |= value > 0;
    }
    assertTrue(below && above);
  }

  @Test
  void aProgramThatRevealsRandomnessIsRefused() throws Exception {
    ProgramReference coin = new ProgramReference(work(Coin.class), 1);
    Refused refused = assertThrows(Refused.class, coin::requirePredictable);
    assertTrue(refused.getMessage().contains("random values of its own"), refused.getMessage());
    new ProgramReference(work(Sums.class), 1).requirePredictable();
  }

  @Test
  void anotherProgramThanTheMonitorsIsRefused() throws Exception {
    CompiledProgram program = compile(Sums.class);
    String other = compile(Coin.class).digest();
    Disagreement differs =
        assertThrows(Disagreement.class, () -> ProgramWorkload.checked(task(other), program));
    assertTrue(differs.getMessage().contains(other), differs.getMessage());
    assertTrue(differs.getMessage().contains(program.digest()), differs.getMessage());
  }

  @Test
  void hashesDependOnEachValue() throws Exception {
    ProgramWorkload work = work(Sums.class);
    ProgramResult some = new ProgramReference(work, 5).expected(0);
    SortedMap<String, BigInteger[]> changed = new TreeMap<>(some.outputs());
    changed.put("product0", new BigInteger[] {some.outputs().get("product0")[0].negate()});
    byte[] before = work.hashes(0, some);
    byte[] after = work.hashes(0, new ProgramResult(changed, some.prints()));
    assertTrue(Arrays.mismatch(before, after) >= FieldHash.BYTES);
  }
}
