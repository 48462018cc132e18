package org.schurmpc.core.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;

/** Random input/output maps of two parties, and what they mean in the clear. */
public final class IoMaps {
  private IoMaps() {}

  public static IoMap random(Circuit circuit, Random random) {
    List<InputSource> inputs = new ArrayList<>();
    for (int i = 0; i < circuit.inputSizes().length; i++) {
      inputs.add(
          switch (random.nextInt(4)) {
            case 0 -> new InputSource.Public();
            case 1 -> new InputSource.Shared();
            default -> new InputSource.Private(random.nextInt(2));
          });
    }
    List<OutputTarget> outputs = new ArrayList<>();
    for (int i = 0; i < circuit.outputSizes().length; i++) {
      outputs.add(
          random.nextBoolean() ? new OutputTarget.All() : new OutputTarget.Only(random.nextInt(2)));
    }
    return new IoMap(inputs, outputs);
  }

  /** Makes the public rows of both parties' inputs equal; the values that enter the circuit. */
  public static BitMatrix join(Circuit circuit, IoMap io, BitMatrix first, BitMatrix second) {
    BitMatrix result = new BitMatrix(first.rows(), first.columns());
    InputSource[] sources = io.sourceOfEachWire(circuit);
    for (int wire = 0; wire < sources.length; wire++) {
      if (sources[wire] instanceof InputSource.Public) {
        second.copyRow(wire, first, wire);
      }
      boolean useSecond = sources[wire] instanceof InputSource.Private p && p.party() == 1;
      result.copyRow(wire, useSecond ? second : first, wire);
      if (sources[wire] instanceof InputSource.Shared) {
        for (int w = 0; w < result.wordsPerRow(); w++) {
          result.words()[result.offset(wire) + w] ^= second.words()[second.offset(wire) + w];
        }
      }
    }
    return result;
  }

  /** What a party learns of all outputs: the other rows are zero. */
  public static BitMatrix visible(Circuit circuit, IoMap io, BitMatrix all, int party) {
    BitMatrix result = new BitMatrix(all.rows(), all.columns());
    OutputTarget[] targets = io.targetOfEachWire(circuit);
    for (int wire = 0; wire < targets.length; wire++) {
      if (targets[wire].includes(party)) {
        result.copyRow(wire, all, wire);
      }
    }
    return result;
  }
}
