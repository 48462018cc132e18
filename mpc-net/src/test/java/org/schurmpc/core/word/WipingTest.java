package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;

/** Sums of secret words and bits are wiped with the objects that computed them. */
class WipingTest {
  private static final int WORDS = 16;

  private final Random random = new Random(1);
  private final long[] words = random.longs(WORDS * WordBatch.LONGS).toArray();
  private final Prg challenge = new Prg(new byte[Prg.SEED_BYTES]);

  /** What is left of secrets; the challenge and what was drawn from it are public. */
  private Set<String> left(Object of) {
    Set<String> left = new TreeSet<>(Leftovers.of(of, Kernels.class, Prg.class, DealtBits.class));
    left.removeIf(path -> path.endsWith("drawn") || path.endsWith("selectors"));
    left.removeIf(path -> path.matches(".*(sums|words|macs.*)\\.rows")); // numbers of rows
    return left;
  }

  @Test
  void combinations() {
    WordCombination combination = new WordCombination(3, challenge, WordsRun.kernels());
    combination.add(words, 0, WORDS);
    assertFalse(left(combination).isEmpty());
    combination.wipe();
    assertEquals(Set.of(), left(combination));
  }

  @Test
  void sumsOfTiedWords() {
    DealtBits bits = DealtBits.deal(WordsRun.TOY_PARAMETERS, 1, 1, random)[0];
    TieSums sums = new TieSums(WordsRun.TOY_PARAMETERS, bits, challenge, WordsRun.kernels());
    sums.add(new WordPlan.Segment(new WordShape.Planes(), 0, WORDS, WordRun.BOTH), words);
    assertFalse(left(sums).isEmpty());
    sums.wipe();
    assertEquals(Set.of(), left(sums));
  }
}
