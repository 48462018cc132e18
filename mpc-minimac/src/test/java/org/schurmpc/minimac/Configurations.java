package org.schurmpc.minimac;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;

/** MiniTrix as the tests configure it. */
final class Configurations {
  /** How representations lie in memory between two parties. */
  static final AuthWord TWO = new AuthWord(2);

  /** Their material. */
  static final Material ITEMS = new Material(TWO);

  /** A code small enough to guess against: [11, 3] with C* = [11, 5]. */
  static final ReedSolomon SMALL = code(11, 3);

  private Configurations() {}

  static ReedSolomon code(int n, int k) {
    int[] points = new int[n];
    for (int p = 0; p < n; p++) {
      points[p] = p + 1;
    }
    return ReedSolomon.of(points, k);
  }

  /** Kernels by name; skips the test where this JVM has none of that name. */
  static Kernels kernels(String name) {
    if (name.equals("vector")) {
      Assumptions.assumeTrue(
          ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
          "skipped: jdk.incubator.vector is not switched on");
    }
    return KernelProvider.choose(KernelProvider.Preference.named(name)).kernels();
  }

  static ConfiguredProtocol minitrix(String code, OpeningMode opening, String kernels) {
    kernels(kernels);
    return new MiniMac(
        Variant.minitrix(
            2, new MiniMacCode(ReedSolomon.named(code)), MiniTrixProtocol.ENCODER, opening),
        () -> kernels(kernels));
  }

  static Variant minitrixVariant(ReedSolomon code) {
    return Variant.minitrix(
        2, new MiniMacCode(code), MiniTrixProtocol.ENCODER, OpeningMode.BATCHED);
  }

  /** A rung of minimac with the encoder that is there for every code. */
  static Variant rung(
      String code,
      Packing packing,
      ConversionMode conversion,
      boolean simultaneous,
      OpeningMode opening) {
    return new Variant(
        MiniMacProtocol.NAME,
        2,
        new MiniMacCode(ReedSolomon.named(code)),
        packing,
        conversion,
        simultaneous,
        EncoderKind.RUSSIANS,
        opening);
  }

  /** The same for another number of parties. */
  static Variant among(int parties, Variant rung) {
    return new Variant(
        rung.protocol(),
        parties,
        rung.code(),
        rung.packing(),
        rung.conversion(),
        rung.simultaneous(),
        rung.encoder(),
        rung.opening());
  }

  /** The same with another encoder. */
  static Variant with(EncoderKind encoder, Variant rung) {
    return new Variant(
        rung.protocol(),
        rung.parties(),
        rung.code(),
        rung.packing(),
        rung.conversion(),
        rung.simultaneous(),
        encoder,
        rung.opening());
  }

  /** All rungs of minimac. */
  static List<Variant> rungs(String code) {
    List<Variant> all = new ArrayList<>();
    for (Packing packing : Packing.values()) {
      for (ConversionMode conversion : ConversionMode.values()) {
        for (boolean simultaneous : new boolean[] {false, true}) {
          for (OpeningMode opening : OpeningMode.values()) {
            if (packing == Packing.BITS || conversion != ConversionMode.NONE) {
              all.add(rung(code, packing, conversion, simultaneous, opening));
            }
          }
        }
      }
    }
    return all;
  }

  /** A rung in a few words, for the names of tests. */
  static String describe(Variant variant) {
    return variant.protocol() + " " + variant.terms();
  }

  static ConfiguredProtocol of(Variant variant) {
    return new MiniMac(variant, () -> kernels("plain"));
  }

  static ConfiguredProtocol minitrix(ReedSolomon code) {
    return new MiniMac(minitrixVariant(code), () -> kernels("plain"));
  }
}
