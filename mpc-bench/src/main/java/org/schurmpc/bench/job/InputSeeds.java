package org.schurmpc.bench.job;

import java.util.Arrays;
import java.util.HexFormat;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.InputSource;

/**
 * The seeds from which a party derives what it supplies: public values from one that both parties
 * have, its own values and shares from one that the peer does not have.
 *
 * <p>In the benchmark all of them derive from one seed that the Monitor knows, so that it can
 * recompute all inputs and check the outputs: the inputs are secret between the parties only.
 *
 * @param publicSeed hex
 * @param ownSeed hex
 */
public record InputSeeds(String publicSeed, String ownSeed) {

  /** The seeds of party {@code party} in a pair. */
  public static InputSeeds derive(long seed, int instance, int party) {
    return new InputSeeds(
        derive(seed, instance, "public"), derive(seed, instance, "party " + party));
  }

  private static String derive(long seed, int instance, String stream) {
    FieldHash hash = new FieldHash("benchmark inputs").add(seed).add(instance).add(stream);
    return HexFormat.of().formatHex(hash.digest());
  }

  /** What this party supplies in a pass; the rows of the other party are zero. */
  public BitMatrix inputs(Workload work, int party, int run, int pass) {
    BitMatrix result = new BitMatrix(work.circuit().inputWires(), work.lanes());
    Prg open = generator(publicSeed, run, pass);
    Prg own = generator(ownSeed, run, pass);
    int[] sizes = work.circuit().inputSizes();
    int row = 0;
    for (int i = 0; i < sizes.length; i++) {
      InputSource source = work.io().inputs().get(i);
      boolean foreign = source instanceof InputSource.Private p && p.party() != party;
      if (!foreign) {
        fill(result, row, sizes[i], source instanceof InputSource.Public ? open : own);
      }
      row += sizes[i];
    }
    return result;
  }

  private static Prg generator(String seed, int run, int pass) {
    FieldHash hash = new FieldHash("benchmark pass").add(seed).add(run).add(pass);
    return new Prg(Arrays.copyOf(hash.digest(), Prg.SEED_BYTES));
  }

  private static void fill(BitMatrix bits, int firstRow, int rows, Prg prg) {
    for (int row = firstRow; row < firstRow + rows; row++) {
      prg.nextLongs(bits.words(), bits.offset(row), bits.wordsPerRow());
      bits.trimRow(row);
    }
  }

  /** The values that enter the circuit, from what both parties supply. */
  public static BitMatrix joint(Workload work, BitMatrix first, BitMatrix second) {
    BitMatrix result = new BitMatrix(first.rows(), first.columns());
    int[] sizes = work.circuit().inputSizes();
    int row = 0;
    for (int i = 0; i < sizes.length; i++) {
      InputSource source = work.io().inputs().get(i);
      for (int end = row + sizes[i]; row < end; row++) {
        boolean fromSecond = source instanceof InputSource.Private p && p.party() == 1;
        result.copyRow(row, fromSecond ? second : first, row);
        if (source instanceof InputSource.Shared) {
          for (int w = result.offset(row); w < result.offset(row) + result.wordsPerRow(); w++) {
            result.words()[w] ^= second.words()[w];
          }
        }
      }
    }
    return result;
  }
}
