package org.schurmpc.vm.programs;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.program.ReadyProgram;
import org.schurmpc.vm.lang.SecureProgram;

/** The list of the ready programs. */
public final class ReadyPrograms {
  private static final String BATCHES = "; n, batches, threads";
  private static final String BITS = "; n, batches, threads, bits";

  /** All ready programs, by the section of KSS13 that measures them. */
  public static final List<ReadyProgram> ALL =
      List.of(
          integers(
              "multiplications",
              IntegerPrograms.Multiplications.class,
              "Multiplies numbers" + BITS),
          integers(
              "comparisons",
              IntegerPrograms.Comparisons.class,
              "Compares numbers" + BITS + ", constant"),
          integers("sort", IntegerPrograms.Sort.class, "Sorts a list; n, bits"),
          integers(
              "vickrey",
              IntegerPrograms.Vickrey.class,
              "Holds an auction at the second price; n, bits"),
          integers(
              "fixed_multiplications",
              FixedOperands.FixedMultiplications.class,
              "Multiplies fixed-point numbers" + BITS + ", fraction, exact, coarse"),
          integers(
              "fixed_comparisons",
              FixedOperands.FixedComparisons.class,
              "Compares fixed-point numbers" + BITS + ", fraction, few"),
          integers(
              "float_additions",
              FloatOperands.FloatAdditions.class,
              "Adds floating-point numbers" + BATCHES),
          integers(
              "float_multiplications",
              FloatOperands.FloatMultiplications.class,
              "Multiplies floating-point numbers" + BATCHES),
          integers(
              "float_comparisons",
              FloatOperands.FloatComparisons.class,
              "Compares floating-point numbers" + BATCHES),
          bytes(
              "aes",
              AesBlocks.class,
              "Encrypts blocks by AES-128" + BATCHES + ", expanded, tables"),
          bytes("des", CircuitBatches.DesBlocks.class, "Encrypts blocks by DES" + BATCHES),
          bytes(
              "des_expanded",
              CircuitBatches.DesExpandedBlocks.class,
              "Encrypts blocks by DES under round keys" + BATCHES),
          bytes("md5", CircuitBatches.Md5Blocks.class, "Compresses blocks by MD5" + BATCHES),
          bytes("sha1", CircuitBatches.Sha1Blocks.class, "Compresses blocks by SHA-1" + BATCHES));

  private ReadyPrograms() {}

  private static ReadyProgram integers(
      String name, Class<? extends SecureProgram> source, String description) {
    return new ReadyProgram(name, source, Optional.empty(), description);
  }

  private static ReadyProgram bytes(
      String name, Class<? extends SecureProgram> source, String description) {
    return new ReadyProgram(name, source, Optional.of("gf2_40"), description);
  }
}
