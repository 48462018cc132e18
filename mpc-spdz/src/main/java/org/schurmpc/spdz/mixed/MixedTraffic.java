package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotTraffic;
import org.schurmpc.tinyot.prep.BlockTraffic;

/**
 * About what a party sends for a demand of mixed arithmetic. The parties of a session compute equal
 * numbers, and so make products with the key in one way.
 */
public final class MixedTraffic {
  /** Number of bits that are opened for an AND of a sum, each way. */
  private static final int OPENED = 2;

  private final MascotTraffic numbers;
  private final long ofBits;

  private MixedTraffic(MascotTraffic numbers, long ofBits) {
    this.numbers = numbers;
    this.ofBits = ofBits;
  }

  /**
   * Returns the traffic of a demand between two parties.
   *
   * @param bitSigma statistical security of bits, a level of TinyOT's
   * @param cots how correlated OTs of bits are made
   * @throws ArithmeticException if a number exceeds 63 bits
   * @throws Refused if the field is too small for σ
   */
  public static MixedTraffic of(
      MascotParameters parameters, int bitSigma, CotKind cots, Demand demand) throws Refused {
    Material own = new Material(parameters.field(), parameters.sigma());
    MixedMaterial material = new MixedMaterial(own, bitSigma);
    MixedPlan plan = new MixedPlan(material, demand);
    long known = Math.max(plan.items(material.bitInputs(0)), plan.items(material.bitInputs(1)));
    long blocks =
        Math.addExact(
            plan.privateBlocks(),
            MixedPlan.blocks(plan.items(material.randomBits())) + MixedPlan.blocks(known));
    long opened =
        Math.addExact(
            plan.opened(), Math.multiplyExact(plan.sumBlocks(), (long) OPENED * Long.SIZE));
    long ofBits =
        BlockTraffic.bytes(
            MixedPreprocessor.bits(parameters, bitSigma, cots), plan.andBlocks(), blocks);
    return new MixedTraffic(
        MascotTraffic.of(parameters, 2, plan.withGiven()),
        Math.addExact(ofBits, opened / Byte.SIZE));
  }

  /** Returns the part of numbers, with the bits that parties give over F_p. */
  public MascotTraffic numbers() {
    return numbers;
  }

  /** Returns the bytes that the party which gives most sends. */
  public long bytes() {
    return Math.addExact(numbers.bytes(), ofBits);
  }

  /** Returns the part of the bytes that TinyOT's bits take. */
  public long bytesOfBits() {
    return ofBits;
  }
}
