package org.schurmpc.vm.programs;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.BitCircuit;

/**
 * Evaluates a circuit of the library (KSS13, sections 6.2.2 and 6.2.3). The circuit's input values
 * are the parties' in turn. {@link Batches} describes the arguments {@code n}, {@code batches} and
 * {@code threads}; inputs and outputs have tape by tape the bits of all n values of a wire.
 */
abstract class CircuitBatches implements SecureProgram {
  private final String name;

  /** Creates the program for a circuit. */
  CircuitBatches(String name) {
    this.name = name;
  }

  @Override
  public final void define(ProgramBuilder b) {
    Batches batches = new Batches(b);
    Circuit circuit = circuit();
    List<SecretGf2ns> outputs =
        batches.apply(
            inputs(b, batches, circuit.inputSizes()),
            circuit.outputWires() * batches.n(),
            x -> new BitCircuit(circuit).apply(x.assumeBits()).asElements());
    b.output("out", SecretGf2ns.join(outputs.toArray(SecretGf2ns[]::new)).assumeBits());
  }

  private Circuit circuit() {
    try {
      return CircuitLibrary.open(name);
    } catch (BadFile e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Returns the inputs of each tape. */
  private static List<SecretGf2ns> inputs(ProgramBuilder b, Batches batches, int[] sizes) {
    List<SecretBitVector> values = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      int bits = Math.multiplyExact(sizes[i], batches.elements());
      values.add(b.secondField().inputBits("x" + (i + 1), i % b.parties(), bits));
    }
    List<SecretGf2ns> tapes = new ArrayList<>();
    for (int tape = 0; tape < batches.threads(); tape++) {
      SecretGf2ns[] parts = new SecretGf2ns[sizes.length];
      for (int i = 0; i < sizes.length; i++) {
        int each = sizes[i] * batches.n();
        parts[i] = values.get(i).slice(tape * each, each).asElements();
      }
      tapes.add(SecretGf2ns.join(parts));
    }
    return tapes;
  }

  /**
   * Encrypts blocks by DES, with the key schedule. {@link CircuitBatches} describes the arguments.
   */
  public static final class DesBlocks extends CircuitBatches {
    /** Creates the program. */
    public DesBlocks() {
      super("des");
    }
  }

  /** Encrypts blocks by DES under round keys. {@link CircuitBatches} describes the arguments. */
  public static final class DesExpandedBlocks extends CircuitBatches {
    /** Creates the program. */
    public DesExpandedBlocks() {
      super("des_expanded");
    }
  }

  /**
   * The compression function of MD5, on states and blocks. {@link CircuitBatches} describes the
   * arguments.
   */
  public static final class Md5Blocks extends CircuitBatches {
    /** Creates the program. */
    public Md5Blocks() {
      super("md5");
    }
  }

  /**
   * The compression function of SHA-1, on states and blocks. {@link CircuitBatches} describes the
   * arguments.
   */
  public static final class Sha1Blocks extends CircuitBatches {
    /** Creates the program. */
    public Sha1Blocks() {
      super("sha1");
    }
  }
}
