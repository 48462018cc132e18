package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.material.WordPlan;

/** Words of tables that are codewords, where others belong. */
class CodewordLyingTest {
  /** With this seed one of the swapped rows is opened in every case: a table has eight. */
  private final Random random = new Random(47);

  /**
   * Entries opened at other positions than asked for, with the MACs that they have there: the words
   * of two rows are swapped.
   */
  @ParameterizedTest
  @CsvSource({"codeword, 0", "codeword, 1", "codeword 255x85, 0", "codeword 16x5, 1"})
  void anotherEntryIsCaught(String scheme, int cheater) throws Exception {
    for (boolean ands : new boolean[] {true, false}) {
      CheatedRun cheat = CheatingTest.newRun(scheme, CheatingTest.FEW, cheater, random.nextLong());
      long[] kept = new long[Material.WORD];
      long[][] place = new long[1][];
      int[] offset = new int[1];
      cheat.alter(
          kind(cheat, ands),
          1,
          (data, at) -> {
            WordForgery.copy(data, at, kept, 0);
            place[0] = data;
            offset[0] = at;
          });
      cheat.alter(
          kind(cheat, ands),
          2,
          (data, at) -> {
            WordForgery.copy(data, at, place[0], offset[0]);
            WordForgery.copy(kept, 0, data, at);
          });
      cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
    }
  }

  /** A group's mask used for the next group, too, with the MAC that it has. */
  @ParameterizedTest
  @CsvSource({"codeword 255x85, 0", "codeword 16x5, 1"})
  void aMaskUsedAgainIsCaught(String scheme, int cheater) throws Exception {
    for (boolean ands : new boolean[] {true, false}) {
      CheatedRun cheat = CheatingTest.newRun(scheme, CheatingTest.FEW, cheater, random.nextLong());
      TableParameters parameters = Configurations.parameters(cheat.run);
      WordPlan plan =
          WordPlan.of(
              cheat.run.circuit, parameters.layout(), parameters.scheme().code().orElseThrow());
      Blocks blocks = ands ? plan.ands() : plan.lookups().get(new WordPlan.Shape(3, 5));
      assertTrue(blocks.groups() > 1);
      long[] mask = new long[Material.WORD];
      cheat.alter(kind(cheat, ands), 0, (data, at) -> WordForgery.copy(data, at, mask, 0));
      cheat.alter(
          kind(cheat, ands),
          1 + blocks.wordsIn(0),
          (data, at) -> WordForgery.copy(mask, 0, data, at));
      cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
    }
  }

  private static MaterialKind kind(CheatedRun cheat, boolean ands) {
    return ands
        ? Configurations.material(cheat.run).andTables()
        : Configurations.material(cheat.run).tables(3, 5);
  }
}
