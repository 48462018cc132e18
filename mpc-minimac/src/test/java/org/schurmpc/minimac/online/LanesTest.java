package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;

class LanesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 63, 64, 65, 85, 120, 127, 128})
  void everyLaneHasItsBit(int k) {
    requireItsBit(k, 8);
    requireItsBit(k, 1);
  }

  private static void requireItsBit(int k, int planes) {
    Lanes lanes = new Lanes(k, planes);
    Random random = new Random(k);
    BitMatrix bits = new BitMatrix(2, planes * k);
    for (int lane = 0; lane < planes * k; lane++) {
      bits.set(1, lane, random.nextBoolean());
    }
    long[] word = new long[Codeword.LONGS + 2];
    for (int i = 0; i < word.length; i++) {
      word[i] = random.nextLong();
    }
    lanes.pack(bits, 1, word, 1);
    for (int lane = 0; lane < planes * k; lane++) {
      int symbol = Codeword.symbol(word, 1, lane % k);
      assertEquals(bits.get(1, lane), ((symbol >> (lane / k)) & 1) != 0, "lane " + lane);
    }
    for (int p = 0; p < 256; p++) {
      // Nothing beyond the data, and nothing beyond the planes.
      assertEquals(0, Codeword.symbol(word, 1, p) >>> (p < k ? planes : 0));
    }
    for (int p = k; p < 256; p++) {
      Codeword.setSymbol(word, 1, p, 255);
    }
    BitMatrix back = new BitMatrix(2, planes * k);
    lanes.unpack(word, 1, back, 1);
    BitMatrix expected = new BitMatrix(2, planes * k);
    expected.copyRow(1, bits, 1);
    assertEquals(expected, back);
  }
}
