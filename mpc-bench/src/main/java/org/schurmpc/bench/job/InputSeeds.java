package org.schurmpc.bench.job;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.InputSource;

/**
 * The seeds of a party's inputs: all parties know the seed of public values; no peer knows the seed
 * of the party's own values and shares.
 *
 * <p>In the benchmark all of them derive from one seed that the Monitor knows, so that it can
 * recompute all inputs and check the outputs: the inputs are secret between the parties only.
 *
 * @param publicSeed hex
 * @param ownSeed hex
 */
public record InputSeeds(String publicSeed, String ownSeed) {

  /** Returns the seeds of party {@code party} of an instance. */
  public static InputSeeds derive(long seed, int instance, int party) {
    return new InputSeeds(
        derive(seed, instance, "public"), derive(seed, instance, "party " + party));
  }

  private static String derive(long seed, int instance, String stream) {
    FieldHash hash = new FieldHash("benchmark inputs").add(seed).add(instance).add(stream);
    return HexFormat.of().formatHex(hash.digest());
  }

  /** Returns this party's inputs of a pass; the rows of other parties are zero. */
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
    work.expandedKeys()
        .filter(aes -> supplies(work.io().inputs().get(aes.keyValue()), party))
        .ifPresent(aes -> aes.expandKeys(result));
    return result;
  }

  /** Returns whether this party knows the whole value. */
  private static boolean supplies(InputSource source, int party) {
    return source instanceof InputSource.Public
        || (source instanceof InputSource.Private p && p.party() == party);
  }

  /** Returns the generator of this party's own values in a run. */
  Prg own(int run) {
    return generator(ownSeed, run, 0);
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

  /** Returns the inputs of the circuit, from the inputs of all parties. */
  public static BitMatrix joint(Workload work, List<BitMatrix> supplied) {
    BitMatrix first = supplied.get(0);
    BitMatrix result = new BitMatrix(first.rows(), first.columns());
    int[] sizes = work.circuit().inputSizes();
    int row = 0;
    for (int i = 0; i < sizes.length; i++) {
      InputSource source = work.io().inputs().get(i);
      int from = source instanceof InputSource.Private p ? p.party() : 0;
      for (int end = row + sizes[i]; row < end; row++) {
        result.copyRow(row, supplied.get(from), row);
        if (source instanceof InputSource.Shared) {
          for (BitMatrix other : supplied.subList(1, supplied.size())) {
            add(result, other, row);
          }
        }
      }
    }
    return result;
  }

  private static void add(BitMatrix sum, BitMatrix other, int row) {
    for (int w = sum.offset(row); w < sum.offset(row) + sum.wordsPerRow(); w++) {
      sum.words()[w] ^= other.words()[w];
    }
  }
}
