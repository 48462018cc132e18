package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * Very many openings over one field, then a group of it that shares its round with one of the other
 * field: the check that is due comes before either is under way.
 */
class DueChecksTest {
  private static final String PROGRAM =
      """
      .program due parties 2
      .field p128 sigma_mask 40
      .field gf2_40 sigma_mask 0
      .memory s 0 c 0 sg 0 cg 0 i 0
      .output y party all element
      .tape main s 1 c 1 sg 100000 cg 100000 i 0
      startopeng masked c0[100000] s0
      stopopeng
      startopen masked c0 s0
      startopeng masked c0 s0
      stopopen
      stopopeng
      output y, 0, s0
      end
      .schedule run main 0
      """;

  @ParameterizedTest
  @EnumSource
  void beforeRoundsAreShared(OpeningMode mode) throws Exception {
    for (VmRun.End end : new VmRun(PROGRAM, Map.of()).run(mode)) {
      assertEquals(null, end.failure());
      assertEquals(BigInteger.ZERO, end.outputs().get("y")[0]);
    }
  }
}
