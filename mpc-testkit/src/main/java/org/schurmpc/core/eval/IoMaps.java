package org.schurmpc.core.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;

/** Random input/output maps, and what they mean in the clear. */
public final class IoMaps {
  private IoMaps() {}

  /** Of two parties. */
  public static IoMap random(Circuit circuit, Random random) {
    return random(circuit, 2, random);
  }

  public static IoMap random(Circuit circuit, int parties, Random random) {
    List<InputSource> inputs = new ArrayList<>();
    for (int i = 0; i < circuit.inputSizes().length; i++) {
      inputs.add(
          switch (random.nextInt(4)) {
            case 0 -> new InputSource.Public();
            case 1 -> new InputSource.Shared();
            default -> new InputSource.Private(random.nextInt(parties));
          });
    }
    List<OutputTarget> outputs = new ArrayList<>();
    for (int i = 0; i < circuit.outputSizes().length; i++) {
      outputs.add(
          random.nextBoolean()
              ? new OutputTarget.All()
              : new OutputTarget.Only(random.nextInt(parties)));
    }
    return new IoMap(inputs, outputs);
  }

  /** Makes the public rows of all parties' inputs equal; the values that enter the circuit. */
  public static BitMatrix join(Circuit circuit, IoMap io, BitMatrix... all) {
    BitMatrix result = new BitMatrix(all[0].rows(), all[0].columns());
    InputSource[] sources = io.sourceOfEachWire(circuit);
    for (int wire = 0; wire < sources.length; wire++) {
      InputSource source = sources[wire];
      result.copyRow(wire, all[source instanceof InputSource.Private p ? p.party() : 0], wire);
      for (int party = 1; party < all.length; party++) {
        if (source instanceof InputSource.Public) {
          all[party].copyRow(wire, all[0], wire);
        } else if (source instanceof InputSource.Shared) {
          for (int w = 0; w < result.wordsPerRow(); w++) {
            result.words()[result.offset(wire) + w] ^=
                all[party].words()[all[party].offset(wire) + w];
          }
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
