package org.schurmpc.minimac;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;
import org.schurmpc.minimac.prep.OtParameters;
import org.schurmpc.tinyot.material.SecurityLevel;

/** MiniTrix as the tests configure it. */
public final class Configurations {
  /** How representations lie in memory between two parties. */
  public static final AuthWord TWO = new AuthWord(2);

  /** Their material. */
  public static final Material ITEMS = new Material(TWO);

  /** A code small enough to guess against: [11, 3] with C* = [11, 5]. */
  public static final ReedSolomon SMALL = code(11, 3);

  /** Parameters of material without a dealer. */
  private static final OtParameters PREPARING =
      new OtParameters(new SecurityLevel(64, 1), /* k= */ 4, /* threads= */ 1);

  private Configurations() {}

  public static ReedSolomon code(int n, int k) {
    int[] points = new int[n];
    for (int p = 0; p < n; p++) {
      points[p] = p + 1;
    }
    return ReedSolomon.of(points, k);
  }

  /** Kernels by name; skips the test where this JVM has none of that name. */
  public static Kernels kernels(String name) {
    return NamedKernels.of(name);
  }

  public static ConfiguredProtocol minitrix(String code, OpeningMode opening, String kernels) {
    kernels(kernels);
    Variant variant = minitrix(2, ReedSolomon.named(code), opening);
    return new MiniMac(variant, PREPARING, () -> kernels(kernels));
  }

  public static Variant minitrixVariant(ReedSolomon code) {
    return minitrix(2, code, OpeningMode.BATCHED);
  }

  public static Variant minitrix(int parties, ReedSolomon code, OpeningMode opening) {
    return new Variant.MiniTrix(
        parties, new MiniMacCode(code), Variant.MiniTrix.DEFAULT_ENCODER, opening);
  }

  /** A rung of minimac with the encoder that is there for every code. */
  public static Variant rung(
      String code,
      Packing packing,
      ConversionMode conversion,
      boolean simultaneous,
      OpeningMode opening) {
    return new Variant.Rung(
        2,
        new MiniMacCode(ReedSolomon.named(code)),
        packing,
        conversion,
        simultaneous,
        EncoderKind.RUSSIANS,
        opening);
  }

  /** The same for another number of parties. */
  public static Variant among(int parties, Variant variant) {
    if (variant instanceof Variant.MiniTrix m) {
      return new Variant.MiniTrix(parties, m.code(), m.encoder(), m.opening());
    }
    return rung(parties, variant, variant.encoder());
  }

  /** The same with another encoder. */
  public static Variant with(EncoderKind encoder, Variant variant) {
    if (variant instanceof Variant.MiniTrix m) {
      return new Variant.MiniTrix(m.parties(), m.code(), encoder, m.opening());
    }
    return rung(variant.parties(), variant, encoder);
  }

  private static Variant rung(int parties, Variant like, EncoderKind encoder) {
    return new Variant.Rung(
        parties,
        like.code(),
        like.packing(),
        like.conversion(),
        like.simultaneous(),
        encoder,
        like.opening());
  }

  /** All rungs of minimac. */
  public static List<Variant> rungs(String code) {
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
  public static String describe(Variant variant) {
    return variant.protocol() + " " + variant.terms();
  }

  /** The variant of a protocol that was made here. */
  public static Variant variant(ConfiguredProtocol protocol) {
    return ((MiniMac) protocol).variant();
  }

  public static ConfiguredProtocol of(Variant variant) {
    return new MiniMac(variant, PREPARING, () -> kernels("plain"));
  }

  public static ConfiguredProtocol minitrix(ReedSolomon code) {
    return new MiniMac(minitrixVariant(code), PREPARING, () -> kernels("plain"));
  }
}
